import { Schema } from "effect"
import { crawlDefaults } from "../domain/Job.ts"
import { Scope } from "../domain/Scope.ts"
import { UrlPatternText } from "../domain/UrlPattern.ts"
import { RequestUrl, withDefault } from "./fields.ts"

const maxPatterns = 100

const patterns = Schema.Array(UrlPatternText).check(Schema.isMaxLength(maxPatterns))

const atLeast = (minimum: number) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum))

export const CrawlPayload = Schema.Struct({
  url: RequestUrl,
  max_pages: withDefault(
    atLeast(1),
    crawlDefaults.max_pages,
    "Page budget. A larger value becomes the maximum of the deployment (limits.max_pages)."
  ),
  max_depth: withDefault(
    atLeast(0),
    crawlDefaults.max_depth,
    "Link depth from the seed. A larger value becomes the maximum of the deployment (limits.max_depth)."
  ),
  scope: withDefault(
    Scope,
    crawlDefaults.scope,
    "Which links are followed. domain: the host of the seed. subdomains: its registrable domain. prefix: under its path. any: every link."
  ),
  dedup: withDefault(
    Schema.Boolean,
    crawlDefaults.dedup,
    "Drop pages whose text is the same as that of an earlier page."
  ),
  include: withDefault(
    patterns,
    crawlDefaults.include,
    "Follow only URLs that match one of these patterns. Empty follows all."
  ),
  exclude: withDefault(
    patterns,
    crawlDefaults.exclude,
    "Do not follow URLs that match one of these patterns. It wins over include."
  ),
  sitemaps: withDefault(Schema.Boolean, crawlDefaults.sitemaps, "Use the URLs of the site's sitemaps as seeds too."),
  max_sitemaps: withDefault(
    atLeast(1),
    crawlDefaults.max_sitemaps,
    "How many sitemap files are read at most. A larger value becomes the maximum of the deployment (limits.max_sitemaps)."
  ),
  canonical_links: withDefault(
    Schema.Boolean,
    crawlDefaults.canonical_links,
    "Take pages that name the same canonical URL as one page."
  ),
  drop_tracking: withDefault(
    Schema.Boolean,
    crawlDefaults.drop_tracking,
    "Leave tracking parameters (utm_*, gclid, ...) out of the URLs that are followed."
  )
}).annotate({ identifier: "CrawlRequest" })

/** draft-ietf-httpapi-idempotency-key-header: the client makes it. Quoted or bare, we compare the text as it was sent. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7E]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters, such as a UUID" })
).annotate({
  description:
    "Makes it safe to repeat the request: the same key with the same body gives the same job, as long as the job is kept."
})
