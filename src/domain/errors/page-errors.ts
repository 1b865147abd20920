import { Duration } from "effect"
import { type FetchFailure, PageError } from "./PageError.ts"

/** Failure of a request. */
interface NoAnswer {
  readonly kind: FetchFailure | "blocked" | "timeout"
  readonly detail: string
}

/** Errors of fetching a page. Each explains what happened and what to do. */
export const transport = (url: URL, failure: NoAnswer): PageError => {
  if (failure.kind === "blocked") {
    return new PageError({
      url: url.href,
      code: "address_blocked",
      detail:
        "The URL or one of its redirects resolves to an address or port that is not public. An operator can allow address blocks with GLEANER_ALLOW_ADDRESSES."
    })
  }
  if (failure.kind === "timeout") {
    return new PageError({
      url: url.href,
      code: "upstream_timeout",
      detail: `${upper(failure.detail)}; try again later.`
    })
  }
  return failed(url, failure.kind, `${upper(failure.detail)}; check the URL or try again later.`)
}

export const failed = (url: URL, reason: FetchFailure, detail: string): PageError =>
  new PageError({ url: url.href, code: "fetch_failed", reason, detail })

export const redirects = (url: URL, why: string): PageError =>
  failed(url, "redirects", `The page cannot be reached: ${why}. Request the final URL.`)

export const slow = (url: URL, limit: Duration.Duration): PageError =>
  new PageError({
    url: url.href,
    code: "upstream_timeout",
    detail: `The page did not arrive within ${Duration.format(limit)}; try again later.`
  })

/** The buffers for large pages are full. */
export const noCapacity = (url: URL): PageError =>
  new PageError({
    url: url.href,
    code: "overloaded",
    detail:
      `The service is busy with other large pages and has no capacity for this one; try again in ${busySeconds} s.`,
    retryAfter: busySeconds
  })

const busySeconds = 5

export const silent = (url: URL, limit: Duration.Duration): PageError =>
  new PageError({
    url: url.href,
    code: "upstream_timeout",
    detail: `The site sent no answer within ${Duration.format(limit)}; try again later.`
  })

export const unknownCoding = (url: URL): PageError =>
  failed(url, "decode", "The page is in a content-coding that Gleaner cannot decode.")

export const wrongCoding = (url: string, coding: string): PageError =>
  new PageError({
    url,
    code: "fetch_failed",
    reason: "decode",
    detail:
      `The header says ${coding}, but the body cannot be decoded as ${coding}: it is in another coding or was cut off. Try again later.`
  })

export const robotsDisallowed = (url: URL, userAgent: string): PageError =>
  new PageError({
    url: url.href,
    code: "robots_disallowed",
    detail: `The site's robots.txt disallows this URL for ${userAgent.split("/")[0]}; request another page of the site.`
  })

export const purposeRefused = (url: URL, purpose: string): PageError =>
  new PageError({
    url: url.href,
    code: "purpose_refused",
    detail: `The site's robots.txt says ${purpose}=no for this URL, and ${purpose} is the purpose of the crawl.`
  })

export const robotsUnreachable = (url: URL): PageError =>
  new PageError({
    url: url.href,
    code: "robots_unreachable",
    detail: "The site's robots.txt answers with an error, so nothing on the site may be fetched. Try again later."
  })

export const outOfScope = (url: URL): PageError =>
  new PageError({
    url: url.href,
    code: "out_of_scope",
    detail: "The page redirects out of the scope of the crawl. Choose a wider scope to follow it."
  })

/** `wait`: estimated duration of the earlier requests, in milliseconds. */
export const domainBusy = (url: URL, wait: number): PageError => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  return new PageError({
    url: url.href,
    code: "domain_busy",
    detail:
      `Earlier requests to ${url.hostname} take longer than the timeout of this request. Try again in ${retryAfter} s.`,
    retryAfter
  })
}

/** The turns of domains are in the job store. */
export const storeUnavailable = (url: URL): PageError =>
  new PageError({
    url: url.href,
    code: "store_unavailable",
    detail: `The service cannot reach its job store; try again in ${storeRetryAfter} s.`,
    retryAfter: storeRetryAfter
  })

/** In seconds, about the time of a database restart. */
export const storeRetryAfter = 5

export const tooLarge = (url: string, limit: number): PageError =>
  new PageError({
    url,
    code: "body_too_large",
    detail: `The body of the page is larger than ${limit} bytes. An operator can raise GLEANER_MAX_BODY.`
  })

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
