import { Effect, Schema } from "effect"
import { Scope } from "../domain/Scope.ts"
import { UrlPatternText } from "../domain/UrlPattern.ts"
import { RequestUrl } from "./fields.ts"

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

/** draft-ietf-httpapi-idempotency-key-header: made by the client; quoted as a structured field or bare, it is taken as it stands. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7E]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters, such as a UUID" })
).annotate({
  description:
    "Makes a repetition safe: the same key with the same body gives the same job for as long as the job is remembered."
})
