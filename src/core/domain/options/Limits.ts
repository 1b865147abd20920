import { Schema } from "effect"

/** The limits in force, in the response of /v1/health. Times are in seconds, sizes in bytes. */
export const Limits = Schema.Struct({
  max_pages: Schema.Int.annotate({ description: "Maximum value of max_pages." }),
  max_depth: Schema.Int.annotate({ description: "Maximum value of max_depth." }),
  max_running_crawls: Schema.Int.annotate({ description: "Maximum crawls that run at the same time." }),
  max_crawls: Schema.Int.annotate({ description: "Maximum crawls queued and running, over all keys." }),
  max_crawls_per_key: Schema.Int.annotate({ description: "Maximum crawls queued and running for each key." }),
  max_schedules: Schema.Int.annotate({ description: "Maximum schedules of each key." }),
  max_profiles: Schema.Int.annotate({ description: "Maximum profiles of each key." }),
  max_wrappers: Schema.Int.annotate({ description: "Maximum wrappers of each key." }),
  frontier_urls: Schema.Int.annotate({ description: "Maximum URLs in the frontier of one crawl." }),
  crawl_hold_bytes: Schema.Int.annotate({
    description: "Maximum bytes of one crawl's fetched pages that wait for an earlier page."
  }),
  max_sitemaps: Schema.Int.annotate({ description: "Maximum value of max_sitemaps." }),
  requests_per_minute: Schema.Int.annotate({ description: "Maximum API requests per minute for each key." }),
  max_ocr_pages: Schema.Int.annotate({
    description: "Maximum pages of one document that are read by optical character recognition."
  }),
  max_body_bytes: Schema.Int.annotate({ description: "Maximum body of a page in bytes, after decompression." }),
  max_request_body_bytes: Schema.Int.annotate({ description: "Maximum body of an API request in bytes." }),
  max_batch_body_bytes: Schema.Int.annotate({ description: "Maximum body of a batch or schedule request in bytes." }),
  fetch_timeout_seconds: Schema.Finite.annotate({ description: "Timeout for one fetch, in seconds." }),
  request_timeout_seconds: Schema.Finite.annotate({ description: "Timeout for one scrape or discover, in seconds." }),
  max_redirects: Schema.Int.annotate({ description: "Maximum redirects followed for one page." }),
  domain_delay_seconds: Schema.Finite.annotate({
    description: "Minimum delay between two requests to one registrable domain, in seconds."
  }),
  job_retention_seconds: Schema.Finite.annotate({ description: "Time a finished job is kept, in seconds." }),
  store_bytes: Schema.Int.annotate({ description: "Maximum bytes of the documents, ledgers and errors of all jobs." }),
  ledger_pages: Schema.Int.annotate({ description: "Maximum rows in the ledger of one job." }),
  max_streams: Schema.Int.annotate({ description: "Maximum open streams of each key." }),
  unread_bytes: Schema.Int.annotate({ description: "Maximum bytes of responses that callers have not read yet." }),
  cache_bytes: Schema.Int.annotate({ description: "Maximum bytes of the HTTP cache in memory." }),
  cache_directory_bytes: Schema.Int.annotate({
    description: "Maximum bytes of the HTTP cache on disk; 0 without one."
  }),
  render_concurrency: Schema.Int.annotate({ description: "Maximum pages rendered at the same time." }),
  max_picture_bytes: Schema.Int.annotate({ description: "Maximum size of a picture of a page, in bytes." }),
  workers: Schema.Int.annotate({ description: "Number of processes that extract pages." }),
  worker_memory_bytes: Schema.Int.annotate({ description: "Maximum heap of each extraction process, in bytes." }),
  extract_timeout_seconds: Schema.Finite.annotate({ description: "Timeout for extracting one page, in seconds." }),
  max_scrapes: Schema.Int.annotate({ description: "Maximum concurrent scrapes and discovers." }),
  max_loop_delay_seconds: Schema.Finite.annotate({
    description: "Mean delay of the event loop, in seconds, above which new work gets a 503."
  }),
  max_memory_percent: Schema.Int.annotate({ description: "Memory use in percent above which new work gets a 503." })
}).annotate({ identifier: "Limits" })
export interface Limits extends Schema.Schema.Type<typeof Limits> {}
