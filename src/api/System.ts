import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Limits } from "../domain/Limits.ts"
import { Authentication } from "./Caller.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const Health = Schema.Struct({
  status: Schema.Literal("ok"),
  version: Schema.String.annotate({ description: "Version of Gleaner." }),
  uptime_seconds: Schema.Finite.annotate({ description: "How long this process has been running." }),
  capabilities: Schema.Struct({
    rendering: Schema.Boolean.annotate({ description: "Whether a browser was found." }),
    parsers: Schema.Array(Schema.String).annotate({ description: "Media types that Gleaner reads." })
  }),
  limits: Limits
}).annotate({ identifier: "Health" })

const WebhookSecret = Schema.Struct({
  secret: Schema.String.annotate({
    description: "Give it to the library of Standard Webhooks that your receiver uses."
  })
}).annotate({ identifier: "WebhookSecret" })

export class SystemGroup extends HttpApiGroup.make("system")
  .annotate(OpenApi.Description, "What this deployment can do, and how it is doing.")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health })
      .annotate(OpenApi.Identifier, "getHealth")
      .annotate(OpenApi.Summary, "What this deployment can do, and its limits"),
    HttpApiEndpoint.get("webhookSecret", "/webhook-secret", { success: WebhookSecret })
      .annotate(OpenApi.Identifier, "getWebhookSecret")
      .annotate(OpenApi.Summary, "The secret that the webhooks of this key are signed with")
      .annotate(OpenApi.Description, "It is derived from the key and changes only with it. No other answer shows it."),
    HttpApiEndpoint.get("metrics", "/metrics", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" }))
    }).annotate(OpenApi.Identifier, "getMetrics")
      .annotate(OpenApi.Summary, "Counters and gauges of this process, in the text format of Prometheus")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
