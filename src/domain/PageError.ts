import { Schema } from "effect"

/**
 * Why a page could not be had. The codes are the stable ones of the API's problems (RFC 9457) and of the `errors` of a job;
 * `out_of_scope` is only ever the outcome of a crawl's page, never an answer to a scrape.
 */
export const PageErrorCode = Schema.Literals([
  "robots_disallowed",
  "robots_unreachable",
  "address_blocked",
  "body_too_large",
  "unsupported_content_type",
  "fetch_failed",
  "upstream_timeout",
  "domain_busy",
  "out_of_scope",
  "overloaded"
])
export type PageErrorCode = typeof PageErrorCode.Type

/** What broke when `code` is `fetch_failed`. */
export const FetchFailure = Schema.Literals(["dns", "connect", "tls", "reset", "redirects", "decode", "protocol"])
export type FetchFailure = typeof FetchFailure.Type

/**
 * No page, and why. `detail` is one sentence for a person: what happened and what to do about it; it never names a
 * private address, a file path or a stack. `retryAfter` is in whole seconds.
 */
export class PageError extends Schema.TaggedError<PageError>()("PageError", {
  url: Schema.String,
  code: PageErrorCode,
  detail: Schema.String,
  reason: Schema.optionalKey(FetchFailure),
  retryAfter: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.detail
  }
}
