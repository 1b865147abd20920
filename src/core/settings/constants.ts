import { Duration } from "effect"
import { gibibyte, kibibyte, mebibyte } from "./kinds.ts"
import { constant } from "./setting.ts"

/** Limits that are not settings: no operator has to choose them, but a test can replace them. */
export const constants = {
  connectTimeout: constant(Duration.seconds(10), "Timeout for opening a connection, including TLS."),
  firstByteTimeout: constant(Duration.seconds(20), "Timeout for the response header, including the connection."),
  maxRedirects: constant(10, "Maximum redirects followed for one page.", "max_redirects"),
  retries: constant(2, "Maximum retries after a connection failure or a 429, 502, 503, 504."),
  crawlDelayCap: constant(Duration.seconds(60), "Maximum Crawl-delay. A longer one is reduced to it."),
  webhookTimeout: constant(Duration.seconds(15), "Timeout for one delivery attempt of a webhook."),
  webhookPause: constant(
    Duration.seconds(1),
    "Delay before new ledger rows are delivered, so that one webhook carries several."
  ),
  webhookWaits: constant<ReadonlyArray<number>>(
    [5, 30, 120, 300, 900, 1800, 3600, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    "Seconds between two delivery attempts of a webhook, somewhat longer than the example in Standard Webhooks."
  ),
  webhookLease: constant(
    Duration.minutes(1),
    "Lease of the node that delivers a webhook. After it expires, as after a crash, another node takes over."
  ),
  searchTimeout: constant(
    Duration.seconds(20),
    "Timeout for one answer of the search engine. SearXNG itself waits at most 10 seconds by default."
  ),
  rowLease: constant(
    Duration.seconds(20),
    "Lease of the node that runs a schedule or learns a wrapper, renewed meanwhile. After it expires, as after a crash, another node takes over."
  ),
  maxWrappers: constant(100, "Maximum wrappers of each key. Further ones get a 409.", "max_wrappers"),
  maxProfiles: constant(100, "Maximum profiles of each key. Further ones get a 409.", "max_profiles"),
  modelTimeout: constant(
    Duration.minutes(2),
    "Timeout for one answer of the model. A small model on a CPU writes some ten tokens in a second."
  ),
  modelPages: constant(
    3,
    "Maximum pages of one layout that the model reads. Three examples are enough for most layouts, and each costs money."
  ),
  modelTokens: constant(4096, "Maximum tokens of one answer of the model."),
  modelCharacters: constant(
    60_000,
    "Maximum characters of the text of a page that the model reads, some 15,000 tokens. The rest is not sent."
  ),
  domainConcurrency: constant(
    6,
    "Concurrent requests to one registrable domain when the delay is zero. With a delay it is one."
  ),
  backOffCap: constant(
    Duration.minutes(2),
    "Maximum delay of a domain that answers 429 or 503, unless its Retry-After is longer."
  ),
  robotsTtl: constant(
    Duration.hours(24),
    "Time to live of a cached robots.txt (RFC 9309 section 2.4: at most 24 hours)."
  ),
  renderTimeout: constant(
    Duration.seconds(20),
    "Timeout for rendering one page. After it, the page is returned as fetched, without JavaScript."
  ),
  actionTimeout: constant(
    Duration.seconds(10),
    "Timeout for one step of actions, without the turn of a page that it leads to. Scrolling and waiting may take longer."
  ),
  actionsTimeout: constant(
    Duration.seconds(60),
    "Timeout for all actions of one page, besides its rendering, and at most the rest of its request."
  ),
  extractTimeout: constant(
    Duration.seconds(15),
    "Timeout for extracting one page, in CPU time of its process; without using the CPU, four times as long. After it, the page fails and its process is replaced.",
    "extract_timeout_seconds"
  ),
  ocrPages: constant(
    50,
    "Maximum pages of one document that are read by optical character recognition. Each takes some 6 seconds of CPU time.",
    "max_ocr_pages"
  ),
  ocrTimeout: constant(
    Duration.seconds(60),
    "Timeout for reading one page by optical character recognition, in CPU time of its process; without using the CPU, four times as long."
  ),
  ocrMemory: constant(
    512 * mebibyte,
    "Maximum heap of a process for optical character recognition. It may use 384 MiB besides, for pictures and Tesseract."
  ),
  ocrProcesses: constant(
    1,
    "Processes for optical character recognition. One more is started for a key that waits while another has them all."
  ),
  renderMemory: constant(
    gibibyte,
    "Memory limit. A browser above it is replaced; a single page above it is closed at once."
  ),
  renderSettle: constant(
    Duration.seconds(6),
    "Timeout for a loaded page to stop changing. After it, the page is taken as it is."
  ),
  renderBytes: constant(32 * mebibyte, "Maximum bytes that one rendered page may load."),
  archiveBytes: constant(16 * mebibyte, "Maximum bytes of a page in an archive. Further responses are left out."),
  pictureBytes: constant(32 * mebibyte, "Maximum size of a picture of a page.", "max_picture_bytes"),
  renderRequests: constant(300, "Maximum requests that one rendered page may make."),
  browserPages: constant(500, "Number of pages after which the browser is replaced."),
  browserLife: constant(Duration.hours(1), "Age at which the browser is replaced."),
  browserIdle: constant(Duration.minutes(5), "Idle time after which the browser is closed."),
  frontierUrls: constant(
    1_000_000,
    "Maximum URLs in the frontier of one crawl. Beyond it, new links are not followed (frontier_full).",
    "frontier_urls"
  ),
  crawlHold: constant(
    64 * mebibyte,
    "Maximum bytes of one crawl's fetched pages that wait for an earlier page. Beyond it, only that page is fetched.",
    "crawl_hold_bytes"
  ),
  crawlSlice: constant(
    Duration.seconds(20),
    "Minimum time a running crawl keeps its slot. After it, the crawl is parked when a key with fewer running crawls waits for a slot."
  ),
  sitemapFiles: constant(50_000, "Maximum value of max_sitemaps.", "max_sitemaps"),
  ledgerPages: constant(
    100_000,
    "Maximum rows in the ledger of one job. Further pages are counted but not listed.",
    "ledger_pages"
  ),
  nodeSilence: constant(
    Duration.seconds(15),
    "A node without a heartbeat for this long counts as dead. The others take over its pages."
  ),
  nodeBeat: constant(Duration.seconds(1), "Interval of a node's heartbeat, and of its check for dead nodes."),
  jobPoll: constant(
    Duration.millis(250),
    "Interval at which a node polls watched jobs for changes made by other nodes."
  ),
  storeTimeout: constant(Duration.seconds(10), "Timeout for one Postgres statement, including the connection."),
  storeConnections: constant(8, "Postgres connections of each node. One is for LISTEN, two are for heartbeats."),
  maxStreams: constant(32, "Maximum open streams (documents, events) of each key.", "max_streams"),
  shutdownTimeout: constant(Duration.seconds(5), "Timeout for responses in progress when the service stops."),
  eventHeartbeat: constant(
    Duration.seconds(15),
    "Idle time after which an event stream sends a comment, so that proxies do not close it."
  ),
  receiveTimeout: constant(Duration.seconds(30), "Timeout for receiving one API request."),
  sendTimeout: constant(Duration.minutes(2), "Timeout of a response whose caller does not read it."),
  unreadBytes: constant(
    256 * mebibyte,
    "Maximum bytes of responses that callers have not read yet, over all keys. One key gets at most half of it.",
    "unread_bytes"
  ),
  maxRequestBody: constant(64 * kibibyte, "Maximum body of an API request.", "max_request_body_bytes"),
  maxBatchBody: constant(
    mebibyte,
    "Maximum body of a request that may list URLs: of a batch, or of a schedule.",
    "max_batch_body_bytes"
  ),
  maxLoopDelay: constant(
    Duration.millis(500),
    "Maximum mean delay of the event loop, over one second. Above it, new work gets a 503.",
    "max_loop_delay_seconds"
  ),
  maxMemoryPercent: constant(
    90,
    "Maximum memory use, as a percentage of the heap limit and of the container's or machine's memory. Above it, new work gets a 503.",
    "max_memory_percent"
  )
} as const
