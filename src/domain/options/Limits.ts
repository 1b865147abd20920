import { Schema } from "effect"

/** The limits in force, as /v1/health tells them. Times in seconds, sizes in bytes. */
export const Limits = Schema.Struct({
  max_pages: Schema.Int.annotate({ description: "Largest max_pages of a crawl." }),
  max_depth: Schema.Int.annotate({ description: "Largest max_depth of a crawl." }),
  max_running_crawls: Schema.Int.annotate({ description: "Crawls that run at the same time." }),
  max_crawls: Schema.Int.annotate({ description: "Crawls queued and running, over all keys." }),
  max_crawls_per_key: Schema.Int.annotate({ description: "Crawls queued and running for each key." }),
  frontier_urls: Schema.Int.annotate({ description: "URLs that one crawl remembers." }),
  crawl_hold_bytes: Schema.Int.annotate({ description: "Bytes of fetched pages that wait for an earlier page." }),
  max_sitemaps: Schema.Int.annotate({ description: "Largest max_sitemaps of a crawl." }),
  requests_per_minute: Schema.Int.annotate({ description: "API requests per minute for each key." }),
  max_body_bytes: Schema.Int.annotate({ description: "Largest body of a page, after decompression." }),
  max_request_body_bytes: Schema.Int.annotate({ description: "Largest body of an API request." }),
  max_batch_body_bytes: Schema.Int.annotate({ description: "Largest body of a request for a batch." }),
  fetch_timeout_seconds: Schema.Finite.annotate({ description: "Longest time for one fetch." }),
  request_timeout_seconds: Schema.Finite.annotate({ description: "Longest time for one scrape or discover." }),
  max_redirects: Schema.Int.annotate({ description: "Redirects followed for one page." }),
  domain_delay_seconds: Schema.Finite.annotate({
    description: "Shortest time between two requests to one registrable domain."
  }),
  job_retention_seconds: Schema.Finite.annotate({ description: "How long a finished job can be read." }),
  store_bytes: Schema.Int.annotate({ description: "Memory for the documents, ledgers and errors of all jobs." }),
  ledger_pages: Schema.Int.annotate({ description: "Rows kept in the ledger of one job." }),
  max_streams: Schema.Int.annotate({ description: "Streams open at the same time for each key." }),
  unread_bytes: Schema.Int.annotate({ description: "Bytes of answers that wait for their callers." }),
  cache_bytes: Schema.Int.annotate({ description: "Size of the HTTP cache in memory." }),
  cache_directory_bytes: Schema.Int.annotate({ description: "Size of the HTTP cache on disk; 0 without one." }),
  render_concurrency: Schema.Int.annotate({ description: "Pages rendered at the same time." }),
  max_picture_bytes: Schema.Int.annotate({ description: "Largest picture of a page." }),
  workers: Schema.Int.annotate({ description: "Processes that extract pages." }),
  worker_memory_bytes: Schema.Int.annotate({ description: "Heap of one such process." }),
  extract_timeout_seconds: Schema.Finite.annotate({ description: "Longest time for extracting one page." }),
  max_scrapes: Schema.Int.annotate({ description: "Scrapes and discovers at the same time." }),
  max_loop_delay_seconds: Schema.Finite.annotate({
    description: "Mean delay of the main thread above which new work gets a 503."
  }),
  max_memory_percent: Schema.Int.annotate({ description: "Memory use above which new work gets a 503." })
}).annotate({ identifier: "Limits" })
export interface Limits extends Schema.Schema.Type<typeof Limits> {}
