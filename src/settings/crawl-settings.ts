import { Duration } from "effect"
import { bytes, duration, int, mebibyte } from "./kinds.ts"
import { setting } from "./setting.ts"

/** What bounds crawls and their jobs. */
export const crawlSettings = {
  maxRunningCrawls: setting("GLEANER_MAX_RUNNING_CRAWLS", "Crawls that run at the same time.", int(1, 1000), {
    standard: 4,
    example: "8",
    limit: "max_running_crawls"
  }),
  maxCrawls: setting(
    "GLEANER_MAX_CRAWLS",
    "Crawls queued and running in all; one more is answered 429.",
    int(1, 100_000),
    { standard: 16, example: "64", limit: "max_crawls" }
  ),
  maxCrawlsPerKey: setting(
    "GLEANER_MAX_CRAWLS_PER_KEY",
    "Crawls queued and running for each key; one more is answered 429.",
    int(1, 100_000),
    { standard: Infinity, shown: "(no limit of its own)", example: "4", limit: "max_crawls_per_key" }
  ),
  maxPages: setting("GLEANER_MAX_PAGES", "Ceiling of a crawl's max_pages.", int(1, 100_000_000), {
    standard: 10_000,
    example: "100000",
    limit: "max_pages"
  }),
  maxDepth: setting("GLEANER_MAX_DEPTH", "Ceiling of a crawl's max_depth.", int(0, 1000), {
    standard: 20,
    example: "5",
    limit: "max_depth"
  }),
  jobRetention: setting("GLEANER_JOB_RETENTION", "How long a finished job stays readable.", duration, {
    standard: Duration.minutes(15),
    example: "1 hour",
    limit: "job_retention_seconds"
  }),
  storeBytes: setting("GLEANER_STORE_BYTES", "Bytes of documents, ledgers and errors kept over all jobs.", bytes(1), {
    standard: 512 * mebibyte,
    example: "2 GiB",
    limit: "store_bytes"
  })
} as const
