import { Config, Duration } from "effect"
import { bytes, int, mebibyte, or, setting } from "./setting.ts"

/** What bounds crawls and their jobs. */
export const crawlSettings = {
  maxRunningCrawls: setting(
    "GLEANER_MAX_RUNNING_CRAWLS",
    "Crawls that run at the same time.",
    "4",
    "8",
    or(int(1, 1000), 4)
  ),
  maxCrawls: setting(
    "GLEANER_MAX_CRAWLS",
    "Crawls queued and running in all; one more is answered 429.",
    "16",
    "64",
    or(int(1, 100_000), 16)
  ),
  maxPages: setting(
    "GLEANER_MAX_PAGES",
    "Ceiling of a crawl's max_pages.",
    "10000",
    "100000",
    or(int(1, 100_000_000), 10_000)
  ),
  maxDepth: setting("GLEANER_MAX_DEPTH", "Ceiling of a crawl's max_depth.", "20", "5", or(int(0, 1000), 20)),
  frontierUrls: setting(
    "GLEANER_FRONTIER_URLS",
    "URLs that one crawl remembers; past it further links are not followed (frontier_full).",
    "1000000",
    "5000000",
    or(int(1, 100_000_000), 1_000_000)
  ),
  crawlHold: setting(
    "GLEANER_CRAWL_HOLD",
    "Bytes of fetched pages of one crawl that wait for an earlier page; past it only that page is fetched.",
    "64 MiB",
    "256 MiB",
    or(bytes(1), 64 * mebibyte)
  ),
  sitemapFiles: setting(
    "GLEANER_SITEMAP_FILES",
    "Sitemap files read for one crawl.",
    "100",
    "1000",
    or(int(1, 50_000), 100)
  ),
  canonicalLinks: setting(
    "GLEANER_CANONICAL_LINKS",
    "Whether a crawl takes pages that name the same canonical URL as one page.",
    "false",
    "true",
    or(Config.Boolean, false)
  ),
  jobRetention: setting(
    "GLEANER_JOB_RETENTION",
    "How long a finished job stays readable.",
    "15 minutes",
    "1 hour",
    or(Config.Duration, Duration.minutes(15))
  )
} as const
