import { Duration } from "effect"
import { compact } from "../../kernel/compact.ts"
import type { Price, RefusingRights } from "../document/Rights.ts"
import { type FetchFailure, PageError, type PageErrorCode, type PageFault } from "./PageError.ts"

/** Failure of a request. */
interface NoAnswer {
  readonly kind: FetchFailure | "blocked" | "timeout"
  readonly detail: string
  /** The port, if it is the reason for `blocked`. */
  readonly port?: number
  /** Default: to check the URL. */
  readonly remedy?: string
}

/** Each message has the cause and a remedy. */
const pageError = (url: URL | string, code: PageErrorCode, detail: string, retryAfter?: number): PageError =>
  new PageError({ url: String(url), code, detail, ...compact({ retryAfter }) })

export const failed = (url: URL | string, reason: FetchFailure, detail: string): PageError =>
  new PageError({ url: String(url), code: "fetch_failed", reason, detail })

/** The error of a page that another process has read. */
export const received = (fault: PageFault): PageError => new PageError(fault)

export const changed = ({ fault }: PageError, change: Partial<Pick<PageFault, "detail" | "url">>): PageError =>
  new PageError({ ...fault, ...change })

// Fetching

export const transport = (url: URL, { detail, kind, port, remedy }: NoAnswer): PageError => {
  if (kind === "blocked") {
    const message = port === undefined
      ? "The URL or one of its redirects resolves to an address that is not public. The setting GLEANER_ALLOW_ADDRESSES allows address blocks, such as 127.0.0.0/8."
      : `The URL or one of its redirects has the port ${port}, which belongs to another protocol and is never requested. Use another port.`
    return pageError(url, "address_blocked", message)
  }
  if (kind === "timeout") return pageError(url, "upstream_timeout", `${upper(detail)}; try again later.`)
  return failed(url, kind, `${upper(detail)}; ${remedy ?? "check the URL or try again later"}.`)
}

export const redirects = (url: URL, why: string): PageError =>
  failed(url, "redirects", `The page cannot be reached: ${why}. Request the final URL.`)

export const slow = (url: URL, limit: Duration.Duration): PageError =>
  pageError(url, "upstream_timeout", `The page did not arrive within ${Duration.format(limit)}; try again later.`)

/** The buffers for large pages are full. */
export const noCapacity = (url: URL): PageError =>
  pageError(
    url,
    "overloaded",
    `The service is busy with other large pages and has no capacity for this one; try again in ${busySeconds} s.`,
    busySeconds
  )

/** Seconds in which a queue of pages is usually done. */
const busySeconds = 5

export const silent = (url: URL, limit: Duration.Duration): PageError =>
  pageError(url, "upstream_timeout", `The site sent no answer within ${Duration.format(limit)}; try again later.`)

export const unknownCoding = (url: URL): PageError =>
  failed(url, "decode", "The page is in a content-coding that Gleaner cannot decode.")

export const wrongCoding = (url: string, coding: string): PageError =>
  failed(
    url,
    "decode",
    `The header says ${coding}, but the body cannot be decoded as ${coding}: it is in another coding or was cut off. Try again later.`
  )

export const robotsDisallowed = (url: URL, userAgent: string): PageError =>
  pageError(
    url,
    "robots_disallowed",
    `The site's robots.txt disallows this URL for ${userAgent.split("/")[0]}; request another page of the site.`
  )

/** The site refuses the intended use of the page, so it is not requested. `use`: such as `purpose ai-train`. */
export const useRefused = (
  url: URL,
  code: "purpose_refused" | "content_use_refused",
  use: string,
  rights: RefusingRights
): PageError =>
  new PageError({
    url: url.href,
    code,
    detail: `The site does not allow this URL for the ${use} (${
      [...new Set(rights.sources.map(({ from }) => from))].join(", ")
    }). Request another page, or ask the owner of the site for access.`,
    rights
  })

/** Status 402. */
export const paymentRequired = (url: URL, price: Price | undefined): PageError =>
  new PageError({
    url: url.href,
    code: "payment_required",
    detail: `The site asks for a payment${
      inWords(price)
    }, and Gleaner never pays. Request another page, or ask the owner of the site for access.`,
    ...compact({ price })
  })

const inWords = (price: Price | undefined): string => {
  if (price === undefined) return ""
  const { amount, currency = "", scheme } = price
  return amount === undefined ? ` (${scheme})` : ` of ${`${amount} ${currency}`.trim()} (${scheme})`
}

export const robotsUnreachable = (url: URL): PageError =>
  pageError(
    url,
    "robots_unreachable",
    "The site's robots.txt answers with an error, so nothing on the site may be fetched. Try again later."
  )

export const outOfScope = (url: URL): PageError =>
  pageError(
    url,
    "out_of_scope",
    "The page redirects out of the scope of the crawl. Choose a wider scope to follow it."
  )

/** `wait`: estimated duration of the earlier requests, in milliseconds. */
export const domainBusy = (url: URL, wait: number): PageError => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  return pageError(
    url,
    "domain_busy",
    `Earlier requests to ${url.hostname} take longer than the timeout of this request. Try again in ${retryAfter} s.`,
    retryAfter
  )
}

/** The turns of domains are in the job store. */
export const storeUnavailable = (url: URL): PageError =>
  pageError(
    url,
    "store_unavailable",
    `The service cannot reach its job store; try again in ${storeRetryAfter} s.`,
    storeRetryAfter
  )

/** In seconds, about the time of a database restart. */
export const storeRetryAfter = 5

export const tooLarge = (url: string, limit: number): PageError =>
  pageError(
    url,
    "body_too_large",
    `The body of the page is larger than ${limit} bytes. An operator can raise GLEANER_MAX_BODY.`
  )

/** The other pages of the answer leave no capacity for its Document. */
export const answerFull = (url: string): PageError =>
  pageError(
    url,
    "body_too_large",
    "The Documents of all results together are larger than one answer may be. Use fewer results or fewer fields, or scrape the page itself."
  )

// Extraction: a page that cannot be extracted counts as a body in another format than declared.

export const noTime = (url: string): PageError =>
  pageError(
    url,
    "overloaded",
    `The page was fetched, but no time was left to extract it. Try again in ${busySeconds} s, or with a longer timeout_seconds.`,
    busySeconds
  )

export const noParser = (url: string, mediaType: string, readable: ReadonlyArray<string>): PageError =>
  pageError(
    url,
    "unsupported_content_type",
    `There is no parser for ${mediaType}; what can be read is ${readable.join(", ")}.`
  )

export const notJsonString = (url: string): PageError =>
  failed(url, "decode", "html: is not a valid JSON string; escape quotation marks, backslashes and line breaks")

/** The parser of this media type needs an npm package that is not installed. */
export const noPeer = (url: string, mediaType: string, peer: string): PageError =>
  pageError(
    url,
    "unsupported_content_type",
    `${mediaType} is read with the optional package ${peer}, which is not installed here. An operator can install it beside Gleaner: npm install ${peer}.`
  )

export const unreadableOffice = (url: string, why: string): PageError =>
  failed(url, "decode", `The document ${why} and could not be read.`)

export const unreadablePdf = (url: string, isProtected: boolean): PageError =>
  failed(
    url,
    "decode",
    isProtected
      ? "The PDF is protected by a password."
      : "The PDF is broken or incomplete and could not be read."
  )

export const unreadableImage = (url: string, why: string): PageError =>
  failed(url, "decode", `The image was not read: ${why}.`)

export const imageWithoutText = (url: string, mediaType: string): PageError =>
  pageError(url, "unsupported_content_type", `The image (${mediaType}) has no text that can be recognized.`)

export const selectorsTooCostly = (url: string): PageError =>
  failed(
    url,
    "decode",
    "The selectors of the request cost more on this page than one page may; use fewer or simpler selectors."
  )

export const notExtracted = (url: string): PageError =>
  failed(url, "decode", "The page could not be extracted. The log of the service says why.")

export const readTooSlow = (url: string, limit: Duration.Duration): PageError =>
  failed(
    url,
    "decode",
    `Reading the page took longer than the ${
      Duration.toSeconds(limit)
    } s a page may take. Ask for another page of the site.`
  )

/** The reader of the page is gone. */
export const readerLost = (
  url: string,
  exit: { readonly signal: string | null; readonly isOutOfMemory: boolean }
): PageError =>
  failed(
    url,
    "decode",
    exit.isOutOfMemory
      ? "Extracting the page needs more memory than a page may take. An operator can allow more with GLEANER_WORKER_MEMORY."
      : exit.signal === "SIGKILL"
      ? "The process that extracted the page was killed from outside, perhaps because the machine is short of memory."
      : "The process that extracted the page ended. The log of the service says more."
  )

/** No reader can start. The service tries again after `pause`. */
export const noReader = (url: string, pause: Duration.Duration): PageError => {
  const retryAfter = Math.ceil(Duration.toSeconds(pause))
  return pageError(
    url,
    "overloaded",
    `The service cannot start a process to extract pages, and its log says why. Try again in ${retryAfter} s.`,
    retryAfter
  )
}

// Rendering

export const noBrowser = (url: URL): PageError => pageError(url, "fetch_failed", "No browser is installed here.")

export const browserEnded = (url: string): PageError =>
  pageError(url, "fetch_failed", "The browser ended while it was rendering the page.")

export const renderTooSlow = (url: string): PageError =>
  pageError(url, "upstream_timeout", "The page was not rendered in the time allowed.")

export const pageCrashed = (url: string): PageError =>
  failed(url, "protocol", "The page crashed in the browser; it may use too much memory.")

export const noPage = (url: URL): PageError =>
  pageError(url, "unsupported_content_type", "In the browser, the URL gives something that is not a page.")

export const renderBlocked = (url: URL): PageError =>
  pageError(url, "address_blocked", "The page leads to an address that is not public.")

export const notLoaded = (url: URL, reason: FetchFailure, why: string): PageError =>
  failed(url, reason, `The browser could not load the page (${why}).`)

export const renderOutOfScope = (url: URL): PageError =>
  pageError(url, "out_of_scope", "The page leads out of the crawl's scope.")

export const renderDisallowed = (url: URL): PageError =>
  pageError(url, "robots_disallowed", "robots.txt disallows the page that this one leads to.")

export const formLeaves = (url: URL): PageError =>
  pageError(url, "out_of_scope", `A form would be sent to another origin (${url.origin}), which is never done.`)

export const renderedTooLarge = (url: URL): PageError =>
  pageError(url, "body_too_large", "The rendered page is larger than the size limit.")

export const pictureTooLarge = (url: URL, limit: number): PageError =>
  pageError(
    url,
    "body_too_large",
    `The picture is larger than ${limit} bytes. Ask for a smaller window, for jpeg, or without full_page.`
  )

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
