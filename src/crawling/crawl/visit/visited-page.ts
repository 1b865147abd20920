import type { PageHistory, RuleCoverage, SeenPage } from "../../../core/domain/job/LedgerRow.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { VisitedPage } from "../model/VisitRecord.ts"
import type { EarlierPage } from "../revisit/EarlierPages.ts"
import { firstVisit, type HistoryVisit, withVisit } from "../revisit/page-history.ts"
import { applyRobotsDirectives, type Obeyed } from "./apply-robots-directives.ts"
import type { SeenValidators } from "./known-page.ts"
import type { Look } from "./pictured-page.ts"

interface VisitFacts extends Obeyed, Look {
  /** The page in the job of `since`. */
  readonly before: EarlierPage | undefined
  /** Whether its content is that of the page before. */
  readonly isSame: boolean
  readonly validators: SeenValidators
  /** Coverage by the rules of a wrapper, for a page of its layout. */
  readonly data: RuleCoverage | undefined
  /** Absent without `since`. */
  readonly visit: Omit<HistoryVisit, "isChanged"> | undefined
}

/** An extracted page, as the crawl settles it. */
export const visitedPage = (page: ReadPage<"document">, facts: VisitFacts): VisitedPage => {
  const { canonicalUrl, finalUrl, fingerprint, json, links, rights, signals, status, terms, textHash, unkept } =
    applyRobotsDirectives(
      page,
      facts
    )
  const before = facts.before?.seen
  const { isFirstPicture, pictureChange, pictureFault } = facts
  const isSame = facts.isSame && pictureChange === undefined
  // If the earlier document has expired, the new one is stored, so that the next crawl has one to compare with.
  const isUnchanged = before?.kept !== undefined && isSame && isFirstPicture !== true && status < 400 &&
    unkept === undefined
  const seen = seenOf(page, { ...facts, isSame })
  return {
    _tag: "Page",
    status,
    finalUrl,
    canonicalUrl,
    textHash,
    links: links.map(({ url }) => url),
    signals,
    ...compact({ unkept, rights }),
    ...(before === undefined ? {} : { isSame }),
    seen: isUnchanged ? { ...seen, kept: before.kept } : seen,
    ...(isUnchanged ? compact({ isUnchanged, pictureFault }) : {}),
    document: isUnchanged ? new Uint8Array() : json,
    ...compact({ fingerprint, terms, pictureChange })
  }
}

const historyOf = (
  before: SeenPage | undefined,
  isSame: boolean,
  visit: Omit<HistoryVisit, "isChanged">
): PageHistory =>
  before?.history === undefined
    ? firstVisit(visit.at)
    : withVisit(before.history, { ...visit, isChanged: !isSame })

/** The validators are of the page as sent, so a rendered page and one with frames have none. */
const seenOf = (
  { canonicalUrl, contentHash, isAsSent, likeness, textHash }: ReadPage<"document">,
  { before, data, isSame, options, validators, visit }: VisitFacts
): SeenPage => ({
  ...(isAsSent ? validators : {}),
  text: textHash,
  content: contentHash,
  ...compact({ data, likeness }),
  ...(options.canonical_links && canonicalUrl !== "" ? { canonical: canonicalUrl } : {}),
  ...(visit === undefined ? {} : { history: historyOf(before?.seen, isSame, visit) })
})
