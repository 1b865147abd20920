import { Effect, Metric } from "effect"

const counter = (name: string, description: string) => Metric.counter(name, { description, incremental: true })

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

/** A histogram of seconds, from a millisecond to a minute. */
const timer = (name: string, description: string) =>
  Metric.histogram(name, {
    description,
    boundaries: Metric.exponentialBoundaries({ start: 0.001, factor: 2, count: 17 })
  })

/**
 * All metrics, under names as Prometheus recommends: prefix, quantity, unit. Counters count since the start of the
 * process. Labels have few values: a route, an outcome, a stage; never a URL, a domain or a key.
 */
export const metrics = {
  requests: counter("gleaner_http_requests_total", "Requests to this service, by method, route and status."),
  requestTime: timer(
    "gleaner_http_request_duration_seconds",
    "Time from a request to the end of its answer, by method and route."
  ),
  answerBytes: counter("gleaner_http_response_bytes_total", "Bytes of answers, with their header fields, by route."),
  domainWait: timer(
    "gleaner_domain_wait_seconds",
    "Queue time of requests to sites, until the turn of their domain, by priority."
  ),
  slowedDomains: counter("gleaner_domain_slowdowns_total", "Answers of 429 or 503 that slowed a domain down."),
  endedJobs: counter("gleaner_jobs_ended_total", "Jobs that ended here, by status."),
  replacedBrowsers: counter(
    "gleaner_browsers_replaced_total",
    "Browsers replaced, by reason: pages, age, memory, lost."
  ),
  pages: counter("gleaner_pages_total", "Pages requested, by outcome: ok, or the code of the error."),
  cacheHits: counter("gleaner_cache_hits_total", "Pages whose response came from the HTTP cache."),
  cacheBytes: gauge("gleaner_cache_bytes", "Bytes in the HTTP cache."),
  rendering: gauge("gleaner_pages_rendering", "Pages that the browser renders now."),
  renderedPages: counter("gleaner_rendered_pages_total", "Pages rendered in the browser."),
  stages: timer("gleaner_stage_duration_seconds", "Time of each stage of a page."),
  waitingPages: gauge("gleaner_waiting_pages", "Fetched pages that wait for extraction."),
  bodyBytes: gauge(
    "gleaner_body_bytes",
    "Bytes of large bodies that arrive or wait for extraction. The first 256 KiB of each count for nothing."
  ),
  busyReaders: gauge("gleaner_readers_busy", "Processes that extract a page now."),
  readers: gauge("gleaner_readers", "Processes that extract pages."),
  brokenReaders: counter(
    "gleaner_broken_readers_total",
    "Extracting processes replaced because a page crashed or blocked them."
  ),
  scannedPages: counter(
    "gleaner_scanned_pages_total",
    "Images, and pages of PDF files without text, by the result of optical character recognition: read, missed."
  ),
  overloads: counter(
    "gleaner_overloads_total",
    "Requests refused because of load, memory or the limit of pages in flight."
  ),
  crawls: gauge("gleaner_crawls", "Crawls that are queued or running."),
  scrapes: gauge("gleaner_scrapes_in_flight", "Scrapes and discovers that callers wait for."),
  storeBytes: gauge("gleaner_store_bytes", "Bytes of documents, ledgers and errors over all jobs."),
  storeTime: timer(
    "gleaner_store_operation_duration_seconds",
    "Time of each operation of the store: lease, end, settle, read, write, put and get of documents."
  ),
  connectionWait: timer(
    "gleaner_store_connection_wait_seconds",
    "Time that statements and transactions wait for a connection to Postgres."
  ),
  storeFailures: counter("gleaner_store_failures_total", "Operations of the store that failed because it was away."),
  leases: gauge("gleaner_leases", "URLs of crawls that this process has leased."),
  endedVisits: counter(
    "gleaner_visits_ended_total",
    "Pages of crawls that ended here. Over all nodes, the difference to the settled ones is still to settle."
  ),
  settledVisits: counter(
    "gleaner_visits_settled_total",
    "Pages of crawls that were settled here, on any node that they ended on."
  ),
  settleLag: gauge(
    "gleaner_settle_lag_seconds",
    "Time from the first page that ended here since a settling until the next settling of its crawl here."
  ),
  proxyUp: gauge("gleaner_proxy_up", "1 if the proxy works, 0 from its last failure until it works again."),
  domainLeases: gauge(
    "gleaner_domain_leases",
    "Turns that are due here: they wait for other nodes or for a rest of the domain, or they have it."
  ),
  domainLeaseAge: gauge(
    "gleaner_oldest_domain_lease_seconds",
    "Age of the oldest turn that is due here, by state: waiting for the lease of the domain, or held."
  ),
  leaseAge: gauge("gleaner_oldest_lease_seconds", "Age of the oldest lease of this process."),
  crawlIdle: gauge("gleaner_crawl_idle_seconds", "Longest time since a crawl that runs here last settled a page here."),
  queueAge: gauge("gleaner_oldest_queued_job_seconds", "Age of the oldest queued job."),
  keptJobs: gauge("gleaner_jobs_kept", "Jobs in the store, finished ones included."),
  unswept: gauge("gleaner_jobs_unswept", "Ended or expired jobs with rows in Postgres that are still to be deleted."),
  diskFree: gauge(
    "gleaner_disk_free_bytes",
    "Free bytes of the disks that this process writes to, by place: store, documents, cache, temporary."
  ),
  domains: gauge(
    "gleaner_domains",
    "Domains of running crawls with waiting URLs, and those of them that are due for a request. Counted up to 10,000."
  ),
  webhooks: counter(
    "gleaner_webhooks_total",
    "Attempts to send a webhook, by result: delivered, failed (retried later) or given_up."
  ),
  modelRequests: counter(
    "gleaner_model_requests_total",
    "Requests to the language model, by outcome: answered, refused (the form of the request) or failed."
  ),
  modelTokens: counter(
    "gleaner_model_tokens_total",
    "Tokens as the language model counts them, by kind: prompt or completion."
  ),
  memory: gauge(
    "gleaner_memory_bytes",
    "Memory of this process: rss, and the parts of it for heap and buffers of the main thread."
  ),
  processorTime: counter("gleaner_cpu_seconds_total", "Processor time of the main process."),
  limits: gauge(
    "gleaner_limit",
    "Limits in force, by their name in the answer of /v1/health; seconds or bytes, as the name says."
  ),
  fibers: gauge("gleaner_fibers_active", "Fibers of Effect's runtime that have not ended."),
  startedFibers: counter("gleaner_fibers_started_total", "Fibers that were started."),
  succeededFibers: counter("gleaner_fibers_succeeded_total", "Fibers that ended with success."),
  failedFibers: counter(
    "gleaner_fibers_failed_total",
    "Fibers that ended with a failure, a defect or an interruption."
  ),
  build: gauge("gleaner_build_info", "Always 1; the label has the version."),
  resources: gauge(
    "gleaner_active_resources",
    "Resources that keep the event loop of the main thread alive, by Node's name: sockets, timers, ..."
  )
} as const

/** Sets the first values at the start of the process: Prometheus needs them for the rate of the first event. */
export const countFromZero = Effect.andThen(
  Effect.forEach(
    [metrics.cacheBytes, metrics.rendering, metrics.bodyBytes, metrics.busyReaders, metrics.unswept],
    (gauge) => Metric.modify(gauge, 0),
    { discard: true }
  ),
  Effect.forEach(
    [
      metrics.cacheHits,
      metrics.renderedPages,
      metrics.brokenReaders,
      metrics.overloads,
      metrics.storeFailures,
      metrics.endedVisits,
      metrics.settledVisits,
      metrics.slowedDomains,
      Metric.withAttributes(metrics.pages, { outcome: "ok" }),
      ...["read", "missed"].map((result) => Metric.withAttributes(metrics.scannedPages, { result })),
      ...["answered", "refused", "failed"].map((outcome) => Metric.withAttributes(metrics.modelRequests, { outcome })),
      ...["prompt", "completion"].map((kind) => Metric.withAttributes(metrics.modelTokens, { kind })),
      ...["delivered", "failed", "given_up"].map((result) => Metric.withAttributes(metrics.webhooks, { result })),
      ...["done", "failed", "cancelled"].map((status) => Metric.withAttributes(metrics.endedJobs, { status })),
      ...["pages", "age", "memory", "lost"].map((reason) => Metric.withAttributes(metrics.replacedBrowsers, { reason }))
    ],
    (counter) => Metric.update(counter, 0),
    { discard: true }
  )
).pipe(
  // Creates its series, also without Postgres.
  Effect.andThen(Effect.asVoid(Metric.value(metrics.connectionWait)))
)
