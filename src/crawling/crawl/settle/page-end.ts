import type { JobError } from "../../../core/domain/job/Job.ts"
import { isUnchanged, type PageChange, type StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { PageEnd } from "../../jobs/PageEnd.ts"
import type { EarlierRow, SitemapPart, VisitOutcome, VisitRecord } from "../model/VisitRecord.ts"
import type { Verdict } from "./verdict.ts"

/** The crawl around a URL that is settled. */
export interface SettledUrl {
  /** Number of pages that wait or are in flight. */
  readonly pending: number
  /** The pages that link to it, the first `maxReferrers`. */
  readonly referrers: ReadonlyArray<string>
  /** Failed URLs that this page links to, where the ledger rows are updated one by one. */
  readonly linksToFailed: ReadonlyArray<string>
}

/** The end of a page as the job shows it. A part of a sitemap has no row. */
export const pageEnd = (
  visit: VisitRecord,
  { change, document, fingerprint, message, row, terms }: Verdict,
  { errors, linksToFailed, pending, referrers }: SettledUrl & { readonly errors: ReadonlyArray<Omit<JobError, "at">> }
): PageEnd => {
  const { outcome, sitemaps, url } = visit
  return {
    change,
    pending,
    errors: [
      ...(sitemaps?.errors ?? []),
      ...errors,
      ...(outcome._tag === "Page" && outcome.pictureFault !== undefined
        ? [{ url, code: "picture_failed", message: outcome.pictureFault }]
        : []),
      ...(message === undefined ? [] : [{ url, code: row.code, message }])
    ],
    linksToFailed,
    ...(outcome._tag === "Sitemap" ? {} : { row: rowOf(visit, outcome, row, referrers) }),
    ...compact({ document, fingerprint, terms })
  }
}

const rowOf = (
  { chain, depth, earlier, elapsed, foundOn, url }: VisitRecord,
  outcome: Exclude<VisitOutcome, SitemapPart>,
  row: Verdict["row"],
  referrers: ReadonlyArray<string>
): StoredPage => ({
  ...row,
  url,
  depth,
  found_on: foundOn,
  ...(chain.length === 0 ? {} : { redirected_to: chain.at(-1) ?? "" }),
  ...(row.outcome === "failed" ? { referrers } : {}),
  ...(outcome._tag === "Page" && Object.keys(outcome.signals).length > 0 ? { signals: outcome.signals } : {}),
  ...(outcome._tag !== "Elsewhere" && outcome.rights !== undefined && row.outcome !== "duplicate"
    ? { rights: outcome.rights }
    : {}),
  ...(outcome._tag === "Page" && outcome.pictureChange !== undefined ? { picture_change: outcome.pictureChange } : {}),
  ...(earlier === undefined ? {} : { change: changeOf(row, outcome, earlier) }),
  ...(outcome._tag === "Page" && outcome.seen !== undefined && (row.outcome === "stored" || isUnchanged(row.code))
    ? { seen: outcome.seen }
    : {}),
  elapsed_ms: Math.round(elapsed)
})

/** Change since the earlier job; `removed` if only that job has the page. */
const changeOf = (
  { code, outcome, status }: Verdict["row"],
  visit: VisitRecord["outcome"],
  earlier: EarlierRow | "none"
): PageChange => {
  if (earlier === "none") return "new"
  const isKnown = earlier.text !== undefined
  if (isKnown && (status === 404 || status === 410)) return "removed"
  if (visit._tag === "Page" && status < 400 && isKnown) {
    return visit.isSame ?? visit.textHash === earlier.text ? "same" : "changed"
  }
  if (outcome === "stored") return "new"
  // Whether it was requested depends on what this node has visited before.
  if (outcome === "duplicate" && earlier.outcome === "duplicate") return "same"
  return outcome === earlier.outcome && code === earlier.code && status === earlier.status ? "same" : "changed"
}

/** Reported once per crawl, with the first URL that was refused. */
export const frontierFull = (url: string, limit: number): Omit<JobError, "at"> => ({
  url,
  code: "frontier_full",
  message:
    `The crawl knows as many URLs as it may (${limit}, or the same amount of text in longer URLs), so further links are not followed.`
})
