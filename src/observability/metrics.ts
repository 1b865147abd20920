import { Effect, Metric } from "effect"

/** Seconds, from a millisecond to a minute. */
const seconds = Metric.exponentialBoundaries({ start: 0.001, factor: 2, count: 17 })

/**
 * All metrics, under names as Prometheus recommends: prefix, quantity, unit. Counters count since the start of the
 * process. Labels have few values: a route, an outcome, a stage; never a URL, a domain or a key.
 */
export const metrics = {
  requests: Metric.counter("gleaner_http_requests_total", {
    description: "Requests to this service, by method, route and status.",
    incremental: true
  }),
  requestTime: Metric.histogram("gleaner_http_request_duration_seconds", {
    description: "Time from a request to the end of its answer, by method and route.",
    boundaries: seconds
  }),
  answerBytes: Metric.counter("gleaner_http_response_bytes_total", {
    description: "Bytes of answers, with their header fields, by route.",
    incremental: true
  }),
  domainWait: Metric.histogram("gleaner_domain_wait_seconds", {
    description: "Queue time of requests to sites, until the turn of their domain, by priority.",
    boundaries: seconds
  }),
  slowedDomains: Metric.counter("gleaner_domain_slowdowns_total", {
    description: "Answers of 429 or 503 that slowed a domain down.",
    incremental: true
  }),
  endedJobs: Metric.counter("gleaner_jobs_ended_total", {
    description: "Jobs that ended here, by status.",
    incremental: true
  }),
  replacedBrowsers: Metric.counter("gleaner_browsers_replaced_total", {
    description: "Browsers replaced, by reason: pages, age, memory, lost.",
    incremental: true
  }),
  pages: Metric.counter("gleaner_pages_total", {
    description: "Pages requested, by outcome: ok, or the code of the error.",
    incremental: true
  }),
  cacheHits: Metric.counter("gleaner_cache_hits_total", {
    description: "Pages whose response came from the HTTP cache.",
    incremental: true
  }),
  cacheBytes: Metric.gauge("gleaner_cache_bytes", { description: "Bytes in the HTTP cache." }),
  rendering: Metric.gauge("gleaner_pages_rendering", { description: "Pages that the browser renders now." }),
  renderedPages: Metric.counter("gleaner_rendered_pages_total", {
    description: "Pages rendered in the browser.",
    incremental: true
  }),
  stages: Metric.histogram("gleaner_stage_duration_seconds", {
    description: "Time of each stage of a page.",
    boundaries: seconds
  }),
  waitingPages: Metric.gauge("gleaner_waiting_pages", { description: "Fetched pages that wait for extraction." }),
  bodyBytes: Metric.gauge("gleaner_body_bytes", {
    description:
      "Bytes of large bodies that arrive or wait for extraction. The first 256 KiB of each count for nothing."
  }),
  busyReaders: Metric.gauge("gleaner_readers_busy", { description: "Processes that extract a page now." }),
  readers: Metric.gauge("gleaner_readers", { description: "Processes that extract pages." }),
  brokenReaders: Metric.counter("gleaner_broken_readers_total", {
    description: "Extracting processes replaced because a page crashed or blocked them.",
    incremental: true
  }),
  overloads: Metric.counter("gleaner_overloads_total", {
    description: "Requests refused because of load, memory or the limit of pages in flight.",
    incremental: true
  }),
  crawls: Metric.gauge("gleaner_crawls", { description: "Crawls that are queued or running." }),
  scrapes: Metric.gauge("gleaner_scrapes_in_flight", { description: "Scrapes and discovers that callers wait for." }),
  storeBytes: Metric.gauge("gleaner_store_bytes", {
    description: "Bytes of documents, ledgers and errors over all jobs."
  }),
  storeTime: Metric.histogram("gleaner_store_operation_duration_seconds", {
    description: "Time of each operation of the store: lease, end, settle, read, write, put and get of documents.",
    boundaries: seconds
  }),
  connectionWait: Metric.histogram("gleaner_store_connection_wait_seconds", {
    description: "Time that statements and transactions wait for a connection to Postgres.",
    boundaries: seconds
  }),
  storeFailures: Metric.counter("gleaner_store_failures_total", {
    description: "Operations of the store that failed because it was away.",
    incremental: true
  }),
  leases: Metric.gauge("gleaner_leases", { description: "URLs of crawls that this process has leased." }),
  endedVisits: Metric.counter("gleaner_visits_ended_total", {
    description:
      "Pages of crawls that ended here. Over all nodes, the difference to the settled ones is still to settle.",
    incremental: true
  }),
  settledVisits: Metric.counter("gleaner_visits_settled_total", {
    description: "Pages of crawls that were settled here, on any node that they ended on.",
    incremental: true
  }),
  settleLag: Metric.gauge("gleaner_settle_lag_seconds", {
    description: "Time from the first page that ended here since a settling until the next settling of its crawl here."
  }),
  gates: Metric.gauge("gleaner_gates", {
    description: "Turns that are due here: they wait for other nodes or for a rest of the domain, or they have it."
  }),
  gateAge: Metric.gauge("gleaner_oldest_gate_seconds", {
    description: "Age of the oldest turn that is due here, by state: waiting for the gate, or held."
  }),
  leaseAge: Metric.gauge("gleaner_oldest_lease_seconds", {
    description: "Age of the oldest lease of this process."
  }),
  crawlIdle: Metric.gauge("gleaner_crawl_idle_seconds", {
    description: "Longest time since a crawl that runs here last settled a page here."
  }),
  queueAge: Metric.gauge("gleaner_oldest_queued_job_seconds", { description: "Age of the oldest queued job." }),
  keptJobs: Metric.gauge("gleaner_jobs_kept", { description: "Jobs in the store, finished ones included." }),
  diskFree: Metric.gauge("gleaner_disk_free_bytes", {
    description: "Free bytes of the disks that this process writes to, by place: store, documents, cache, temporary."
  }),
  domains: Metric.gauge("gleaner_domains", {
    description:
      "Domains of running crawls with waiting URLs, and those of them that are due for a request. Counted up to 10,000."
  }),
  webhooks: Metric.counter("gleaner_webhooks_total", {
    description: "Attempts to send a webhook, by result: delivered, failed (retried later) or given_up.",
    incremental: true
  }),
  memory: Metric.gauge("gleaner_memory_bytes", {
    description: "Memory of this process: rss, and the parts of it for heap and buffers of the main thread."
  }),
  processorTime: Metric.counter("gleaner_cpu_seconds_total", {
    description: "Processor time of the main process.",
    incremental: true
  }),
  limits: Metric.gauge("gleaner_limit", {
    description: "Limits in force, by their name in the answer of /v1/health; seconds or bytes, as the name says."
  }),
  fibers: Metric.gauge("gleaner_fibers_active", { description: "Fibers of Effect's runtime that have not ended." }),
  startedFibers: Metric.counter("gleaner_fibers_started_total", {
    description: "Fibers that were started.",
    incremental: true
  }),
  succeededFibers: Metric.counter("gleaner_fibers_succeeded_total", {
    description: "Fibers that ended with success.",
    incremental: true
  }),
  failedFibers: Metric.counter("gleaner_fibers_failed_total", {
    description: "Fibers that ended with a failure, a defect or an interruption.",
    incremental: true
  }),
  build: Metric.gauge("gleaner_build_info", { description: "Always 1; the label has the version." }),
  resources: Metric.gauge("gleaner_active_resources", {
    description: "Resources that keep the event loop of the main thread alive, by Node's name: sockets, timers, ..."
  })
} as const

/** Sets the first values at the start of the process: Prometheus needs them for the rate of the first event. */
export const countFromZero = Effect.andThen(
  Effect.forEach(
    [metrics.cacheBytes, metrics.rendering, metrics.bodyBytes, metrics.busyReaders],
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
