import { Duration } from "effect"
import { gibibyte, kibibyte, mebibyte } from "./kinds.ts"
import { constant } from "./setting.ts"

/** Bounds that no operator has to decide. */
export const constants = {
  connectTimeout: constant(Duration.seconds(10), "Longest wait for a connection, including TLS."),
  firstByteTimeout: constant(
    Duration.seconds(20),
    "Longest wait for the header of an answer, including the connection."
  ),
  maxRedirects: constant(10, "Redirects followed for one page.", "max_redirects"),
  retries: constant(2, "Retries after a connection failure or a 429, 502, 503, 504."),
  crawlDelayCap: constant(Duration.seconds(60), "Longest Crawl-delay that is obeyed; a longer one counts as this."),
  webhookTimeout: constant(Duration.seconds(15), "Longest time for one try to send a webhook."),
  webhookPause: constant(Duration.seconds(1), "How long new rows of a ledger wait, so that they share a webhook."),
  webhookWaits: constant<ReadonlyArray<number>>(
    [5, 30, 120, 300, 900, 1800, 3600, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    "Seconds between two tries of a webhook, somewhat longer than the example of Standard Webhooks."
  ),
  webhookLease: constant(
    Duration.minutes(1),
    "How long a node keeps a webhook that it sends. Then another one takes it, as after a crash."
  ),
  domainConcurrency: constant(
    6,
    "Requests at the same time to one registrable domain when the delay is zero. With a delay it is one."
  ),
  backOffCap: constant(
    Duration.minutes(2),
    "Longest delay of a domain that answers 429 or 503, unless its Retry-After is longer."
  ),
  robotsTtl: constant(
    Duration.hours(24),
    "How long a robots.txt is used before it is fetched again (RFC 9309 section 2.4: at most 24 hours)."
  ),
  renderTimeout: constant(
    Duration.seconds(20),
    "Longest time for rendering one page. After it, the page is returned without its JavaScript."
  ),
  extractTimeout: constant(
    Duration.seconds(15),
    "Longest time for extracting one page. After it, the page fails and its process is replaced.",
    "extract_timeout_seconds"
  ),
  renderMemory: constant(
    gibibyte,
    "A browser that uses more memory than this is replaced, and a page that uses more alone is ended at once."
  ),
  renderSettle: constant(
    Duration.seconds(6),
    "How long a loaded page may keep changing. After it, the page is taken as it is."
  ),
  renderBytes: constant(32 * mebibyte, "Bytes that one rendered page may load."),
  pictureBytes: constant(32 * mebibyte, "Largest picture of a page.", "max_picture_bytes"),
  renderRequests: constant(300, "Requests that one rendered page may make."),
  browserPages: constant(500, "Pages after which the browser is replaced."),
  browserLife: constant(Duration.hours(1), "Age at which the browser is replaced."),
  browserIdle: constant(Duration.minutes(5), "How long an unused browser is kept running."),
  frontierUrls: constant(
    1_000_000,
    "URLs that one crawl remembers. After that, new links are not followed (frontier_full).",
    "frontier_urls"
  ),
  crawlHold: constant(
    64 * mebibyte,
    "Bytes of fetched pages of one crawl that wait for an earlier page. Beyond it, only that page is fetched.",
    "crawl_hold_bytes"
  ),
  crawlSlice: constant(
    Duration.seconds(20),
    "How long a running crawl keeps its slot at least. After that it is parked when another key, which has fewer running crawls, waits for a slot."
  ),
  sitemapFiles: constant(1000, "Largest max_sitemaps of a crawl.", "max_sitemaps"),
  ledgerPages: constant(
    100_000,
    "Rows kept in the ledger of one job. Further pages are counted but not listed.",
    "ledger_pages"
  ),
  nodeSilence: constant(
    Duration.seconds(15),
    "A node that is not heard of for so long is dead. The others take over its pages."
  ),
  nodeBeat: constant(Duration.seconds(1), "How often a node says that it lives, and looks for those that do not."),
  jobPoll: constant(Duration.millis(250), "How often a node looks at jobs that somebody watches, for what others did."),
  storeTimeout: constant(Duration.seconds(10), "Longest time for one statement to Postgres, with the connection."),
  storeConnections: constant(
    8,
    "Connections of each node to Postgres. One of them listens, and two keep the node heard."
  ),
  maxStreams: constant(
    32,
    "Streams (documents, events) open at the same time for each key.",
    "max_streams"
  ),
  shutdownTimeout: constant(
    Duration.seconds(5),
    "How long a stopping service waits for the answers it is still sending."
  ),
  eventHeartbeat: constant(
    Duration.seconds(15),
    "Longest silence of an event stream. Then a comment is sent, so that proxies keep it open."
  ),
  receiveTimeout: constant(Duration.seconds(30), "Longest time for receiving one API request."),
  sendTimeout: constant(Duration.minutes(2), "How long an answer may wait for a caller who does not read it."),
  unreadBytes: constant(
    256 * mebibyte,
    "Bytes of answers that wait for their callers, over all keys. One key gets at most half of it.",
    "unread_bytes"
  ),
  maxRequestBody: constant(64 * kibibyte, "Largest body of an API request.", "max_request_body_bytes"),
  maxBatchBody: constant(mebibyte, "Largest body of a request for a batch.", "max_batch_body_bytes"),
  maxLoopDelay: constant(
    Duration.millis(500),
    "Mean delay of the main thread, over one second. Above it, new work gets a 503.",
    "max_loop_delay_seconds"
  ),
  maxMemoryPercent: constant(
    90,
    "Percentage of the heap limit, and of the memory of container or machine. Above it, new work gets a 503.",
    "max_memory_percent"
  )
} as const
