import type { SiteCredentials } from "../../domain/SiteCredentials.ts"
import type { CrawlTask, JobFrontier } from "../frontier/Frontier.ts"
import type { EarlierPages } from "./EarlierPages.ts"
import type { RedirectPrefetch } from "./RedirectPrefetch.ts"

export interface OwnedTask extends CrawlTask {
  readonly owner: string
}

/** A crawl in which this node takes part. */
export interface RunningCrawl {
  readonly task: OwnedTask
  /** What the job of `since` knows. */
  readonly earlier: EarlierPages | undefined
  /** Whether a page that is the same may lead to URLs which the earlier job has not visited. */
  readonly needsLinks: boolean
  readonly nameOf: (url: URL) => string
  /** Those of the seed's origin. */
  readonly credentials: SiteCredentials | undefined
  readonly credentialsFor: (url: string) => SiteCredentials | undefined
  readonly frontier: JobFrontier
  readonly redirects: RedirectPrefetch
  /** Bytes of pages that are fetched and not read yet. */
  bodies: number
}
