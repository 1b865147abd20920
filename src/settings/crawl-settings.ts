import { Duration } from "effect"
import { bytes, duration, int, mebibyte } from "./kinds.ts"
import { robotsTags } from "./robots-tags.ts"
import { setting } from "./setting.ts"

/** The bounds of crawls and their jobs. */
export const crawlSettings = {
  maxRunningCrawls: setting(
    "GLEANER_MAX_RUNNING_CRAWLS",
    "Crawls that run at the same time. When all slots are taken, a key that has more of them than a key that waits gives one up: that crawl is parked, stays `running`, and goes on later.",
    int(1, 1000),
    {
      default: 4,
      example: "8",
      limit: "max_running_crawls"
    }
  ),
  maxCrawls: setting(
    "GLEANER_MAX_CRAWLS",
    "Crawls queued and running, over all keys. One more gets a 429. One key may have all; the share of others stays free.",
    int(1, 100_000),
    { default: 16, example: "64", limit: "max_crawls" }
  ),
  maxCrawlsPerKey: setting(
    "GLEANER_MAX_CRAWLS_PER_KEY",
    "Crawls queued and running for each key. One more gets a 429.",
    int(1, 100_000),
    { default: Infinity, shown: "(no separate limit)", example: "4", limit: "max_crawls_per_key" }
  ),
  maxPages: setting("GLEANER_MAX_PAGES", "Largest max_pages of a crawl.", int(1, 100_000_000), {
    default: 10_000,
    example: "100000",
    limit: "max_pages"
  }),
  maxDepth: setting("GLEANER_MAX_DEPTH", "Largest max_depth of a crawl.", int(0, 1000), {
    default: 20,
    example: "5",
    limit: "max_depth"
  }),
  robotsTags: setting(
    "GLEANER_ROBOTS_TAGS",
    "Wishes of a page that crawls obey: nofollow, noindex, noarchive. Without them, a crawl follows and keeps everything that robots.txt allows.",
    robotsTags,
    { default: [], example: "nofollow,noindex" }
  ),
  jobRetention: setting("GLEANER_JOB_RETENTION", "How long a finished job can be read.", duration, {
    default: Duration.minutes(15),
    example: "1 hour",
    limit: "job_retention_seconds"
  }),
  storeBytes: setting(
    "GLEANER_STORE_BYTES",
    "Room for the documents, ledgers and errors of all jobs, in memory or where GLEANER_STORE keeps them.",
    bytes(1),
    {
      default: 512 * mebibyte,
      example: "2 GiB",
      limit: "store_bytes"
    }
  )
} as const
