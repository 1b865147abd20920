import type { Purpose } from "../../domain/document/Signals.ts"
import { compact } from "../../kernel/compact.ts"
import type { ScrapedPage } from "../../page/Scraper.ts"
import type { RobotsTag } from "../../settings/robots-tags.ts"

/** The wishes of a site that a crawl obeys, besides the rules of its robots.txt. */
export interface Obeyed {
  /** Robots meta and X-Robots-Tag, as the operator decided. */
  readonly tags: ReadonlyArray<RobotsTag>
  /** What the caller uses the pages for. */
  readonly purpose: Purpose | undefined
}

/** Why the document of a page is not kept although the page was read. */
export type SkipReason = "noindex" | "noarchive" | "purpose_refused"

/** The page with the links that may be followed, and whether its document may be kept. */
export const applyRobotsDirectives = (
  page: ScrapedPage,
  { purpose, tags }: Obeyed
): ScrapedPage & { readonly unkept?: SkipReason } => {
  const obeys = (tag: RobotsTag) => tags.includes(tag) && page.robots.includes(tag)
  const links = tags.includes("nofollow")
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

const isRefused = ({ robots, signals }: Pick<ScrapedPage, "robots" | "signals">, purpose: Purpose | undefined) =>
  purpose !== undefined && (signals[purpose] === "no" || (purpose === "ai-train" && robots.includes("noai")))
