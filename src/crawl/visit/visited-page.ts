import type { SeenPage } from "../../domain/job/LedgerRow.ts"
import { compact } from "../../kernel/compact.ts"
import type { ScrapedPage } from "../../page/Scraper.ts"
import { applyRobotsDirectives, type Obeyed } from "./apply-robots-directives.ts"
import type { EarlierPage } from "./EarlierPages.ts"
import type { SeenValidators } from "./known-page.ts"
import type { VisitedPage } from "./VisitRecord.ts"

interface Visiting {
  readonly obeyed: Obeyed
  /** What the job of `since` has of the page. */
  readonly before: EarlierPage | undefined
  readonly validators: SeenValidators
  readonly isCanonical: boolean
}

/** A page that was read, as the crawl settles it. */
export const visitedPage = (page: ScrapedPage, visiting: Visiting): VisitedPage => {
  const { canonicalUrl, finalUrl, json, links, signals, status, textHash, unkept } = applyRobotsDirectives(
    page,
    visiting.obeyed
  )
  const before = visiting.before?.seen
  // A page whose document is gone meanwhile is kept again, so that the next crawl has one to compare with.
  const isUnchanged = before?.kept !== undefined && before.text === textHash && status < 400 && unkept === undefined
  const seen = seenOf(page, visiting)
  return {
    _tag: "Page",
    status,
    finalUrl,
    canonicalUrl,
    textHash,
    links: links.map(({ url }) => url),
    signals,
    ...compact({ unkept }),
    seen: isUnchanged ? { ...seen, kept: before.kept } : seen,
    ...(isUnchanged ? { isUnchanged } : {}),
    document: isUnchanged ? new Uint8Array() : json
  }
}

/** The validators of a page are those of its source, not of what a browser made of it. */
const seenOf = (
  { canonicalUrl, isRendered, textHash }: ScrapedPage,
  { isCanonical, validators }: Visiting
): SeenPage => ({
  ...(isRendered ? {} : validators),
  text: textHash,
  ...(isCanonical && canonicalUrl !== "" ? { canonical: canonicalUrl } : {})
})
