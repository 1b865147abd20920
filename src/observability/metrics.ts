import { Metric } from "effect"

const milliseconds = Metric.exponentialBoundaries({ start: 1, factor: 2, count: 15 })

/** Every metric once. Counters count since the start of the process. */
export const metrics = {
  pages: Metric.counter("gleaner_pages_total", {
    description: "Pages requested, by outcome: ok, or the code of the error.",
    incremental: true
  }),
  cacheHits: Metric.counter("gleaner_cache_hits_total", {
    description: "Pages whose response came from the HTTP cache.",
    incremental: true
  }),
  renderedPages: Metric.counter("gleaner_rendered_pages_total", {
    description: "Pages rendered in the browser.",
    incremental: true
  }),
  stages: Metric.histogram("gleaner_stage_milliseconds", {
    description: "Time of each stage of a page.",
    boundaries: milliseconds
  }),
  waitingPages: Metric.gauge("gleaner_waiting_pages", { description: "Fetched pages that wait for extraction." }),
  readers: Metric.gauge("gleaner_readers", { description: "Processes that extract pages." }),
  brokenReaders: Metric.counter("gleaner_broken_readers_total", {
    description: "Extracting processes replaced because of what a page did to them.",
    incremental: true
  }),
  overloads: Metric.counter("gleaner_overloads_total", {
    description: "Requests refused because of load, memory or the limit of pages in flight.",
    incremental: true
  }),
  crawls: Metric.gauge("gleaner_crawls", { description: "Crawls that are queued or running." }),
  scrapes: Metric.gauge("gleaner_scrapes_in_flight", { description: "Scrapes and discovers that callers wait for." }),
  storeBytes: Metric.gauge("gleaner_store_bytes", {
    description: "Bytes of documents, ledgers and errors held over all jobs."
  }),
  storeTime: Metric.histogram("gleaner_store_milliseconds", {
    description: "Time of each operation of the store: lease, end, settle, read, write, put and get of documents.",
    boundaries: milliseconds
  }),
  storeFailures: Metric.counter("gleaner_store_failures_total", {
    description: "Operations of the store that failed because it was away.",
    incremental: true
  }),
  leases: Metric.gauge("gleaner_leases", { description: "URLs of crawls that this process holds." }),
  endedVisits: Metric.counter("gleaner_visits_ended_total", {
    description: "Pages of crawls that have ended here. What is not settled yet is the difference, over all nodes.",
    incremental: true
  }),
  settledVisits: Metric.counter("gleaner_visits_settled_total", {
    description: "Pages of crawls that were settled here, wherever they ended.",
    incremental: true
  }),
  settleLag: Metric.gauge("gleaner_settle_lag_milliseconds", {
    description: "Time from the first page that ended here since a settling until the next settling of its crawl here."
  }),
  gates: Metric.gauge("gleaner_gates", {
    description: "Turns that are due here: they wait for other nodes or for a rest of the domain, or they have it."
  }),
  domains: Metric.gauge("gleaner_domains", {
    description:
      "Domains of running crawls with URLs that wait, and those of them that are due: a request could go out now. Counted up to 10,000."
  }),
  webhooks: Metric.counter("gleaner_webhooks_total", {
    description: "Tries to send a webhook, by result: delivered, failed (it is tried again) or given_up.",
    incremental: true
  }),
  memory: Metric.gauge("gleaner_memory_bytes", {
    description: "Memory of this process: rss, and the parts of it for heap and buffers of the main thread."
  }),
  resources: Metric.gauge("gleaner_active_resources", {
    description: "Resources that keep the event loop of the main thread alive, by Node's name: sockets, timers, ..."
  })
} as const
