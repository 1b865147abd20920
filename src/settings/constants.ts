import { Duration } from "effect"
import { kibibyte, mebibyte } from "./kinds.ts"
import { constant } from "./setting.ts"

/** Bounds that no operator has to decide on. */
export const constants = {
  connectTimeout: constant(Duration.seconds(10), "Longest wait for a connection (TLS included)."),
  firstByteTimeout: constant(Duration.seconds(20), "Longest wait for the header of an answer, connection included."),
  maxRedirects: constant(10, "Redirects followed for one page.", "max_redirects"),
  retries: constant(2, "Retries after a connection failure or a 429, 502, 503, 504."),
  domainConcurrency: constant(
    6,
    "Requests at the same time to one registrable domain where the delay is zero; with a delay it is one."
  ),
  backOffCap: constant(
    Duration.minutes(2),
    "Longest delay of a domain that answers 429 or 503, unless its Retry-After says more."
  ),
  robotsTtl: constant(
    Duration.hours(24),
    "Longest time a robots.txt is used without asking again (RFC 9309 section 2.4: at most 24 hours)."
  ),
  renderSettle: constant(
    Duration.seconds(6),
    "Longest wait for a page to come to rest after it has loaded; then it is taken as it stands."
  ),
  renderBytes: constant(32 * mebibyte, "Bytes that the scripts and data of one rendered page may transfer."),
  renderRequests: constant(300, "Requests that one rendered page may make."),
  browserPages: constant(500, "Pages after which the browser is replaced by a fresh one."),
  browserLife: constant(Duration.hours(1), "Age at which the browser is replaced by a fresh one."),
  browserIdle: constant(Duration.minutes(5), "How long an unused browser is kept warm."),
  frontierUrls: constant(
    1_000_000,
    "URLs that one crawl remembers; past it further links are not followed (frontier_full).",
    "frontier_urls"
  ),
  crawlHold: constant(
    64 * mebibyte,
    "Bytes of fetched pages of one crawl that wait for an earlier page; past it only that page is fetched.",
    "crawl_hold_bytes"
  ),
  sitemapFiles: constant(1000, "Ceiling of a crawl's max_sitemaps.", "max_sitemaps"),
  ledgerPages: constant(
    100_000,
    "Rows kept in the ledger of one job; further pages are counted and not listed.",
    "ledger_pages"
  ),
  eventHeartbeat: constant(
    Duration.seconds(15),
    "Longest silence of an event stream: after it a comment keeps proxies from closing it."
  ),
  receiveTimeout: constant(Duration.seconds(30), "Longest time for receiving one API request."),
  sendTimeout: constant(Duration.minutes(2), "Longest standstill of an answer that its caller does not read."),
  unreadBytes: constant(
    256 * mebibyte,
    "Bytes of answers that wait for their callers, over all keys; one key gets at most half of it.",
    "unread_bytes"
  ),
  maxRequestBody: constant(64 * kibibyte, "Largest body of an API request.", "max_request_body_bytes"),
  maxLoopDelay: constant(
    Duration.millis(500),
    "Mean delay of the main thread, over a second, past which new work is answered 503.",
    "max_loop_delay_seconds"
  ),
  maxMemoryPercent: constant(
    90,
    "Share of the heap's limit, and of the container's or machine's memory, past which new work is answered 503.",
    "max_memory_percent"
  )
} as const
