import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import type { ChosenRules } from "../../wrappers/choose-rules.ts"
import type { CrawlProfile } from "../model/CrawlProfile.ts"
import type { CrawlTask, JobFrontier } from "../model/Frontier.ts"
import type { EarlierPages } from "../revisit/EarlierPages.ts"
import type { RevisitPlan } from "../revisit/revisit-plan.ts"
import type { EquivalentUrls } from "./EquivalentUrls.ts"
import type { RedirectPrefetch } from "./RedirectPrefetch.ts"

export interface OwnedTask extends CrawlTask {
  readonly owner: string
}

/** A crawl that this node works on. */
export interface RunningCrawl {
  readonly task: OwnedTask
  /** The pages of the job of `since`. */
  readonly earlier: EarlierPages | undefined
  /** Whether an unchanged page may link to URLs that the earlier job has not visited. */
  readonly needsLinks: boolean
  /** Decides which pages are requested, with `adaptive`. */
  readonly revisits: RevisitPlan | undefined
  /** Dates of pages in the sitemaps that this node has read, if there is an earlier job to compare with. */
  readonly lastmods: Map<string, number> | undefined
  /** Origins whose sitemaps this node has read: several seeds may have one. */
  readonly sites: Set<string>
  readonly nameOf: (url: URL) => string
  /** Credentials for the seed's origin, or for an origin of the profile. */
  readonly credentialsFor: (url: string) => SiteCredentials | undefined
  readonly profile: CrawlProfile | undefined
  /** Rules for the data of its pages. */
  readonly rules: ChosenRules | undefined
  readonly frontier: JobFrontier
  readonly redirects: RedirectPrefetch
  /** Absent where each URL gets its own page. */
  readonly equivalents: EquivalentUrls | undefined
  /** Bytes of pages that are fetched and not yet extracted. */
  bodies: number
}
