import { Data } from "effect"
import { compact } from "../../kernel/compact.ts"
import type { Price, RefusingRights } from "../document/Rights.ts"

/**
 * Reasons why there is no page. The codes are stable: problems of the API (RFC 9457) and the `errors` of a job use
 * them. `out_of_scope`, `purpose_refused` and `content_use_refused` occur only in a crawl.
 */
export const pageErrorCodes = [
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
] as const
export type PageErrorCode = (typeof pageErrorCodes)[number]

/** The failures with the code `fetch_failed`. */
export const fetchFailures = ["dns", "connect", "tls", "reset", "redirects", "decode", "protocol"] as const
export type FetchFailure = (typeof fetchFailures)[number]

/** The fields of a `PageError`. */
export interface PageFault {
  readonly url: string
  readonly code: PageErrorCode
  /** Explains to a person what happened and what to do. Never contains a private address, a file path or a stack. */
  readonly detail: string
  /** Set if `code` is `fetch_failed`. */
  readonly reason?: FetchFailure
  /** In whole seconds. */
  readonly retryAfter?: number
  /** The price of the page, with `payment_required`. */
  readonly price?: Price
  /** The refusing rights, with `purpose_refused` and `content_use_refused`. */
  readonly rights?: RefusingRights
}

/** The error of a page that could not be fetched or read. */
export class PageError extends Data.TaggedError("PageError")<PageFault> {
  override get message(): string {
    return this.detail
  }

  /** Its fields, without the stack, for another process. */
  get fault(): PageFault {
    const { code, detail, price, reason, retryAfter, rights, url } = this
    return { url, code, detail, ...compact({ price, reason, retryAfter, rights }) }
  }
}

/** The request ran out of time. A request with another deadline may succeed. */
export const isOutOfTime = ({ code }: PageError): boolean => code === "domain_busy" || code === "upstream_timeout"
