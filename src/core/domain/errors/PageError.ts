import { Schema } from "effect"
import { Price, RefusingRights } from "../document/Rights.ts"

/**
 * Reasons why there is no page. The codes are stable: problems of the API (RFC 9457) and the `errors` of a job use
 * them. `out_of_scope`, `purpose_refused` and `content_use_refused` occur only in a crawl.
 */
export const PageErrorCode = Schema.Literals([
  "robots_disallowed",
  "robots_unreachable",
  "purpose_refused",
  "content_use_refused",
  "payment_required",
  "address_blocked",
  "body_too_large",
  "unsupported_content_type",
  "fetch_failed",
  "upstream_timeout",
  "domain_busy",
  "out_of_scope",
  "overloaded",
  "store_unavailable"
])
export type PageErrorCode = typeof PageErrorCode.Type

/** The failure if `code` is `fetch_failed`. */
export const FetchFailure = Schema.Literals(["dns", "connect", "tls", "reset", "redirects", "decode", "protocol"])
export type FetchFailure = typeof FetchFailure.Type

/**
 * The error of a page that could not be fetched or read. `detail` explains to a person what happened and what to do. It
 * never contains a private address, a file path or a stack. `retryAfter` is in whole seconds. `price`: what the site asks
 * for the page, with `payment_required`. `rights`: those that refuse the use, with `purpose_refused` and
 * `content_use_refused`.
 */
export class PageError extends Schema.TaggedError<PageError>()("PageError", {
  url: Schema.String,
  code: PageErrorCode,
  detail: Schema.String,
  reason: Schema.optionalKey(FetchFailure),
  retryAfter: Schema.optionalKey(Schema.Int),
  price: Schema.optionalKey(Price),
  rights: Schema.optionalKey(RefusingRights)
}) {
  override get message(): string {
    return this.detail
  }
}

/** The request ran out of time. A request with another deadline may succeed. */
export const isOutOfTime = ({ code }: PageError): boolean => code === "domain_busy" || code === "upstream_timeout"
