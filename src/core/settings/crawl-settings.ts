import { Duration } from "effect"
import { bytes, duration, int, mebibyte } from "./kinds.ts"
import { robotsTags } from "./robots-tags.ts"
import { setting } from "./setting.ts"

/** Limits of crawls and their jobs. */
export const crawlSettings = {
  maxRunningCrawls: setting(
    "GLEANER_MAX_RUNNING_CRAWLS",
    "Maximum crawls that run at the same time. When no slot is free, a key with more running crawls than a waiting key gives one up: that crawl is parked, stays `running`, and continues later.",
    int(1, 1000),
    { default: 4, example: "8", limit: "max_running_crawls" }
  ),
  maxCrawls: setting(
    "GLEANER_MAX_CRAWLS",
    "Maximum crawls queued and running, over all keys. Further ones get a 429. One key may use all of them; as many more are reserved for other keys.",
    int(1, 100_000),
    { default: 16, example: "64", limit: "max_crawls" }
  ),
  maxCrawlsPerKey: setting(
    "GLEANER_MAX_CRAWLS_PER_KEY",
    "Maximum crawls queued and running for each key. Further ones get a 429.",
    int(1, 100_000),
    { default: Infinity, shown: "(no separate limit)", example: "4", limit: "max_crawls_per_key" }
  ),
  maxSchedules: setting(
    "GLEANER_MAX_SCHEDULES",
    "Maximum schedules of each key. Further ones get a 409.",
    int(0, 1_000_000),
    { default: 100, example: "20", limit: "max_schedules" }
  ),
  maxPages: setting("GLEANER_MAX_PAGES", "Maximum value of max_pages.", int(1, 100_000_000), {
    default: 10_000,
    example: "100000",
    limit: "max_pages"
  }),
  maxDepth: setting("GLEANER_MAX_DEPTH", "Maximum value of max_depth.", int(0, 1000), {
    default: 20,
    example: "5",
    limit: "max_depth"
  }),
  robotsTags: setting(
    "GLEANER_ROBOTS_TAGS",
    "Robots directives of a page that crawls obey: nofollow, noindex, noarchive. Without them, a crawl follows every link and stores every page that robots.txt allows.",
    robotsTags,
    { default: [], example: "nofollow,noindex" }
  ),
  jobRetention: setting("GLEANER_JOB_RETENTION", "Time a finished job is kept.", duration, {
    default: Duration.minutes(15),
    example: "1 hour",
    limit: "job_retention_seconds"
  }),
  storeBytes: setting(
    "GLEANER_STORE_BYTES",
    "Maximum total size of the documents, ledgers and errors of all jobs, in memory or in GLEANER_STORE.",
    bytes(1),
    { default: 512 * mebibyte, example: "2 GiB", limit: "store_bytes" }
  )
} as const
