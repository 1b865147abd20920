import { type RefusingRights, withoutTexts } from "../../../core/domain/document/Rights.ts"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import type { RobotsTag } from "../../../core/settings/robots-tags.ts"
import type { ReadPage } from "../../../page/projections.ts"
import { refusalOf } from "../../../web/rights/refusal.ts"
import { rightsOf } from "../../../web/rights/Statement.ts"
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
  { options, robotsTags }: Obeyed
): ReadPage<"document"> & { readonly unkept?: SkipReason; readonly rights?: RefusingRights } => {
  const obeys = (tag: RobotsTag) => robotsTags.includes(tag) && page.robots.includes(tag)
  const links = robotsTags.includes("nofollow")
    ? page.robots.includes("nofollow") ? [] : page.links.filter(({ nofollow }) => !nofollow)
    : page.links
  const rights = rightsOf(page.statements)
  const unkept: SkipReason | undefined = refusalOf(rights, options) ??
    (obeys("noindex") ? "noindex" : obeys("noarchive") ? "noarchive" : undefined)
  return { ...page, links, ...(unkept === undefined ? {} : { unkept, rights: withoutTexts(rights) }) }
}
