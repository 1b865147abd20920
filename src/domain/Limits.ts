import { Schema } from "effect"

/** The limits in force, as the health answer tells them. Times in seconds, sizes in bytes. */
export const Limits = Schema.Struct({
  max_pages: Schema.Int,
  max_depth: Schema.Int,
  max_running_crawls: Schema.Int,
  max_crawls: Schema.Int,
  max_crawls_per_key: Schema.Int,
  frontier_urls: Schema.Int,
  crawl_hold_bytes: Schema.Int,
  max_sitemaps: Schema.Int,
  requests_per_minute: Schema.Int,
  max_body_bytes: Schema.Int,
  max_request_body_bytes: Schema.Int,
  fetch_timeout_seconds: Schema.Finite,
  request_timeout_seconds: Schema.Finite,
  max_redirects: Schema.Int,
  domain_delay_seconds: Schema.Finite,
  job_retention_seconds: Schema.Finite,
  store_bytes: Schema.Int,
  ledger_pages: Schema.Int,
  max_streams: Schema.Int,
  unread_bytes: Schema.Int,
  cache_bytes: Schema.Int,
  cache_directory_bytes: Schema.Int,
  render_concurrency: Schema.Int,
  workers: Schema.Int,
  worker_memory_bytes: Schema.Int,
  extract_timeout_seconds: Schema.Finite,
  max_scrapes: Schema.Int,
  max_loop_delay_seconds: Schema.Finite,
  max_memory_percent: Schema.Int
}).annotate({ identifier: "Limits" })
export interface Limits extends Schema.Schema.Type<typeof Limits> {}
