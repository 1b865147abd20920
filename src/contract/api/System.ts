import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Limits } from "../../core/domain/options/Limits.ts"
import { Authentication } from "./Caller.ts"
import { StoreUnavailableProblem } from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const Health = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String.annotate({ description: "Version of Gleaner." }),
  uptime_seconds: Schema.Finite.annotate({ description: "How long this process has been running." }),
  capabilities: Schema.Struct({
    rendering: Schema.Boolean.annotate({ description: "Whether there is a browser that starts." }),
    parsers: Schema.Array(Schema.String).annotate({ description: "Media types that Gleaner reads." }),
    ocr: Schema.Array(Schema.String).annotate({
      description:
        "Languages of optical character recognition, as Tesseract names them. Empty: pages of a PDF without text, and images, are not read."
    })
  }),
  limits: Limits
}).annotate({ identifier: "Health" })

const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotate({
    description: "Give it to the library of Standard Webhooks that your receiver uses."
  })
}).annotate({ identifier: "WebhookSecret" })
const count = (description: string) => Schema.Int.annotate({ description })
const seconds = (description: string) => Schema.Finite.annotate({ description })
const moment = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description })

const HoldUp = Schema.Literals(["none", "request", "delay", "crawl_delay", "back_off", "rest"]).annotate({
  identifier: "HoldUp",
  description:
    "Why the next turn has not begun. request: a request to the domain is under way. delay: the deployment's. crawl_delay: the site's robots.txt. back_off: the site answered 429 or 503 before. rest: the site requested a pause."
})

const DomainState = Schema.Struct({
  domain: Schema.String.annotate({ description: "The registrable domain." }),
  delay_seconds: seconds("The delay in force between two requests."),
  crawl_delay_seconds: seconds("The Crawl-delay of robots.txt; 0 without one."),
  back_off_seconds: seconds("The delay that the domain got because it answered 429 or 503; 0 without one."),
  in_flight: count("Requests of this key that are under way."),
  waiting: count("Requests of this key that wait for their turn."),
  waiting_others: count("Requests of other keys that wait for theirs."),
  reason: HoldUp,
  next_turn_at: moment("When the next turn may begin, in seconds since the Unix epoch; null if it may begin now."),
  last_turn_at: moment("When a turn last began or ended, in seconds since the Unix epoch.")
}).annotate({ identifier: "DomainState" })

/** As many domains as one answer has at most. */
export const maxDomains = 1000

export const Domains = Schema.Struct({
  domains: Schema.Array(DomainState),
  total: count("Domains that this key has requested and this process remembers.")
}).annotate({ identifier: "Domains" })

export const Usage = Schema.Struct({
  nodes: count("Processes that share the job store and are alive, this one included."),
  bounds: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotate({ description: "The limit, by its name in the answer of /v1/health." }),
      used: Schema.Finite.annotate({ description: "How much of it is in use." }),
      limit: Schema.Finite.annotate({ description: "The limit in force." })
    }).annotate({ identifier: "Bound" })
  ),
  proxies: Schema.optionalKey(
    Schema.Struct({
      up: count("Proxies that work."),
      total: count("Proxies of GLEANER_PROXIES.")
    }).annotate({ description: "Absent without GLEANER_PROXIES." })
  )
}).annotate({ identifier: "Usage" })

export class SystemGroup extends HttpApiGroup.make("system")
  .annotate(OpenApi.Description, "Capabilities, limits and state of this deployment.")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health })
      .annotate(OpenApi.Identifier, "getHealth")
      .annotate(OpenApi.Summary, "Capabilities and limits of this deployment"),
    HttpApiEndpoint.get("webhookSecret", "/webhook-secret", { success: WebhookSecret })
      .annotate(OpenApi.Identifier, "getWebhookSecret")
      .annotate(OpenApi.Summary, "The secret that the webhooks of this key are signed with")
      .annotate(OpenApi.Description, "It is derived from the key and changes only with it. No other answer shows it."),
    HttpApiEndpoint.get("domains", "/domains", { success: Domains, error: StoreUnavailableProblem })
      .annotate(OpenApi.Identifier, "listDomains")
      .annotate(OpenApi.Summary, "Which domains requests wait for, why and until when")
      .annotate(
        OpenApi.Description,
        `The domains that this key has requested and that this process remembers, at most ${maxDomains}, those with waiting requests first. Of other keys, only the number of waiting requests is reported.`
      ),
    HttpApiEndpoint.get("usage", "/usage", { success: Usage, error: StoreUnavailableProblem })
      .annotate(OpenApi.Identifier, "getUsage")
      .annotate(OpenApi.Summary, "Usage of every limited resource"),
    HttpApiEndpoint.get("metrics", "/metrics", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" }))
    }).annotate(OpenApi.Identifier, "getMetrics")
      .annotate(OpenApi.Summary, "Counters and gauges of this process, in the text format of Prometheus")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
