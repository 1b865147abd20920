import { Schema } from "effect"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { maxEntries } from "../../core/domain/schema/max-entries.ts"
import { RequestUrl } from "./fields.ts"

/** Seeds of one crawl. */
const maxSeeds = 1000

const seeds = Schema.optionalKey(
  Schema.Array(RequestUrl).check(Schema.isNonEmpty(), maxEntries(maxSeeds)).annotate({
    description:
      `Seeds, with or without url, at most ${maxSeeds}. The scope of a link is that of the seeds that have its page in their scope.`
  })
)

export const CrawlPayload = Schema.Struct({
  url: Schema.optionalKey(RequestUrl),
  urls: seeds,
  ...optionFields("crawl")
}).annotate({ identifier: "CrawlRequest" })

/** In a schedule, `urls` without `url` are a batch. */
export const ScheduledCrawl = Schema.Struct({ url: RequestUrl, urls: seeds, ...optionFields("crawl") }).annotate({
  identifier: "ScheduledCrawl"
})

/** As many pages as the largest crawl has by default. The limit on the body comes first where URLs are long. */
const maxUrls = 10_000

export const BatchPayload = Schema.Struct({
  urls: Schema.Array(RequestUrl).check(Schema.isNonEmpty(), maxEntries(maxUrls)).annotate({
    description: `The pages, at most ${maxUrls}. Their links are not followed. A URL that comes twice is one page.`,
    examples: [["https://example.com/page", "https://example.org/"]]
  }),
  ...optionFields("batch")
}).annotate({ identifier: "BatchRequest" })

/**
 * draft-ietf-httpapi-idempotency-key-header: the client makes it. Quoted or bare, we compare the text as it was sent.
 */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7E]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters, such as a UUID" })
).annotate({
  description:
    "Makes it safe to repeat the request: the same key with the same body gives the same job, as long as the job is kept."
})
