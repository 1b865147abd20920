import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Job, JobWithDocuments } from "../domain/Job.ts"
import { Scope } from "../domain/Scope.ts"
import { UrlPatternText } from "../domain/UrlPattern.ts"
import { Authentication } from "./Caller.ts"
import { RequestUrl } from "./fields.ts"
import { JobNotFound, Overloaded, ShuttingDown, TooManyCrawls } from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

const maxPatterns = 100

const patterns = Schema.Array(UrlPatternText).check(Schema.isMaxLength(maxPatterns)).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed([]))
)

export const CrawlPayload = Schema.Struct({
  url: RequestUrl,
  max_pages: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
      description: "Page budget. Default 100; clamped to the deployment's ceiling."
    })
  ),
  max_depth: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
      description: "Link depth from the seed. Default 3; clamped to the deployment's ceiling."
    })
  ),
  scope: Scope.pipe(Schema.withDecodingDefaultKey(Effect.succeed("domain" as const))).annotate({
    description: "Default domain."
  }),
  dedup: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))).annotate({
    description: "Drop pages whose extracted text repeats. Default true."
  }),
  include: patterns.annotate({ description: "Only URLs that match one of these are followed. Default all." }),
  exclude: patterns.annotate({ description: "URLs that match one of these are not followed. Default none." }),
  sitemaps: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))).annotate({
    description: "Use the site's sitemaps as seeds too. Default false."
  })
}).annotate({ identifier: "CrawlRequest" })

const id = Schema.String.annotate({ description: "Job identifier." })

/** Crawls as jobs: started, polled, cancelled. */
export class JobsGroup extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("crawl", "/crawl", {
      payload: CrawlPayload,
      success: Job.pipe(HttpApiSchema.status(202)),
      error: [TooManyCrawls, Overloaded, ShuttingDown]
    }).annotate(OpenApi.Summary, "Start a crawl")
      .annotate(
        OpenApi.Description,
        "Answers at once with the queued job; Location names it. Poll it every second or two."
      ),
    HttpApiEndpoint.get("job", "/jobs/:id", {
      params: { id },
      query: {
        documents: Schema.optionalKey(Schema.Literals(["true", "false", "1", "0"])).annotate({
          description: "true includes the pages, as documents."
        })
      },
      success: JobWithDocuments,
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Read a job"),
    HttpApiEndpoint.delete("cancel", "/jobs/:id", {
      params: { id },
      success: Job,
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Cancel a crawl")
      .annotate(OpenApi.Description, "Answers after the crawl has stopped; a finished job comes back unchanged.")
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
