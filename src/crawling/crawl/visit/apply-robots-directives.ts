import type { Purpose } from "../../../core/domain/document/Signals.ts"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { RobotsTag } from "../../../core/settings/robots-tags.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { SkipReason } from "../model/VisitRecord.ts"

/** The directives that a crawl obeys, besides the rules of robots.txt. */
export interface Obeyed {
  /** Directives of robots meta and X-Robots-Tag, as the operator decided. */
  readonly robotsTags: ReadonlyArray<RobotsTag>
  readonly options: CrawlOptions
}

/** The page with the links that may be followed, and with the reason if its document must not be stored. */
export const applyRobotsDirectives = (
  page: ReadPage<"document">,
  { options: { purpose }, robotsTags }: Obeyed
): ReadPage<"document"> & { readonly unkept?: SkipReason } => {
  const obeys = (tag: RobotsTag) => robotsTags.includes(tag) && page.robots.includes(tag)
  const links = robotsTags.includes("nofollow")
    ? page.robots.includes("nofollow") ? [] : page.links.filter(({ nofollow }) => !nofollow)
    : page.links
  const unkept: SkipReason | undefined = isRefused(page, purpose)
    ? "purpose_refused"
    : obeys("noindex")
    ? "noindex"
    : obeys("noarchive")
    ? "noarchive"
    : undefined
  return { ...page, links, ...compact({ unkept }) }
}

const isRefused = (
  { robots, signals }: Pick<ReadPage<"document">, "robots" | "signals">,
  purpose: Purpose | undefined
) => purpose !== undefined && (signals[purpose] === "no" || (purpose === "ai-train" && robots.includes("noai")))
