import { encodeFingerprint } from "../../../core/domain/document/Fingerprint.ts"
import type { PageOutcome, SimilarPage, StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { PageEnd } from "../../jobs/PageEnd.ts"
import type { NoPage, SkipReason, VisitedPage } from "../model/VisitRecord.ts"

/**
 * The decision about one page: its ledger row, its counters, whether it counts against the budget and whether its links
 * are followed.
 */
export interface Verdict extends Pick<PageEnd, "change" | "document" | "fingerprint" | "terms"> {
  readonly row: Pick<StoredPage, "outcome" | "code" | "status" | "duplicate_of" | "similar_to">
  readonly spends: boolean
  readonly follows: boolean
  /** Set if the errors of the job list the page. */
  readonly message?: string
}

const counters = { stored: "stored", duplicate: "duplicates", skipped: "skipped", failed: "failed" } as const

/** Its row is never shown. */
export const sitemapPart: Verdict = {
  row: { outcome: "skipped", code: "", status: 0 },
  change: {},
  spends: false,
  follows: false
}

/** A page that the site sent. It counts against the budget. */
const fetched = (outcome: PageOutcome, code: string, status: number): Verdict => ({
  row: { outcome, code, status },
  change: { crawled: 1, [counters[outcome]]: 1 },
  spends: true,
  follows: true
})

export const stored = ({ document, fingerprint, status, terms }: VisitedPage): Verdict => ({
  ...fetched("stored", "", status),
  document,
  ...compact({ terms }),
  ...(fingerprint === undefined ? {} : { fingerprint: encodeFingerprint(fingerprint) })
})

/** The directives of the page forbid storing it, or refuse the purpose of the crawl. */
export const unkept = (status: number, code: SkipReason): Verdict => fetched("skipped", code, status)

/** The earlier job has the same document, so none is stored. Without a request, it counts against no budget. */
export const unchanged = ({ status, terms, unrequested }: VisitedPage): Verdict => ({
  ...fetched("skipped", unrequested ?? "unchanged", status),
  ...(unrequested === undefined ? {} : { change: { skipped: 1 }, spends: false }),
  ...compact({ terms })
})

/** Names the page with the same article. */
export const resembling = (verdict: Verdict, similar: SimilarPage | undefined): Verdict =>
  similar === undefined ? verdict : { ...verdict, row: { ...verdict.row, similar_to: similar } }

/** Another page has the same text, or with dedup near the same article. */
export const sameText = (status: number, original: string): Verdict => duplicateOf(original, "", status)

/** The URL is a name of another page of the crawl, whose links are followed. */
export const sameUrl = (status: number, original: string): Verdict => ({
  ...duplicateOf(original, "already_crawled", status),
  follows: false
})

/** By its site, the URL is equivalent to a page that was visited. Without a request, it counts against no budget. */
export const equivalentTo = (original: string): Verdict => ({
  ...sameUrl(0, original),
  change: { duplicates: 1 },
  spends: false
})

/** The row names the original, unless an earlier version did not store it. */
const duplicateOf = (original: string, code: string, status: number): Verdict => {
  const verdict = fetched("duplicate", code, status)
  return original === "" ? verdict : { ...verdict, row: { ...verdict.row, duplicate_of: original } }
}

export const errorStatus = (status: number): Verdict => ({
  ...fetched("failed", "http_status", status),
  follows: false,
  message: `The site answered ${status}.`
})

/** A page without a document. A page that was never requested does not count against max_pages. */
export const withoutPage = ({ code, detail }: NoPage): Verdict => {
  const skipped = { outcome: "skipped", code, status: 0 } as const
  const common = { follows: false, message: detail }
  switch (code) {
    case "robots_disallowed":
    case "robots_unreachable":
    case "purpose_refused":
    case "content_use_refused":
    case "address_blocked":
    case "out_of_scope":
      return { row: skipped, change: { skipped: 1 }, spends: false, ...common }
    case "payment_required":
      return { ...fetched("failed", code, 402), ...common }
    case "body_too_large":
    case "unsupported_content_type":
      return { row: skipped, change: { crawled: 1, skipped: 1 }, spends: true, ...common }
    default:
      return { row: { ...skipped, outcome: "failed" }, change: { failed: 1 }, spends: true, ...common }
  }
}
