import type { PageEnd } from "../../jobs/PageEnd.ts"
import type { SkipReason } from "../visit/apply-robots-directives.ts"
import type { NoPage, VisitedPage } from "../visit/VisitRecord.ts"

/**
 * The decision about one page: its ledger row, its counters, whether it counts against the budget and whether its links
 * are followed.
 */
export interface Verdict extends Pick<PageEnd, "change" | "document"> {
  readonly row: Pick<PageEnd["row"], "outcome" | "code" | "status">
  readonly spends: boolean
  readonly follows: boolean
  /** Set if the errors of the job list the page. */
  readonly message?: string
}

export const stored = ({ document, status }: VisitedPage): Verdict => ({
  row: { outcome: "stored", code: "", status },
  change: { crawled: 1, stored: 1 },
  spends: true,
  follows: true,
  document
})

/** The directives of the page forbid storing it, or refuse the purpose of the crawl. */
export const unkept = (status: number, code: SkipReason): Verdict => ({
  row: { outcome: "skipped", code, status },
  change: { crawled: 1, skipped: 1 },
  spends: true,
  follows: true
})

/** The earlier job has the same document, so that none is stored. */
export const unchanged = (status: number): Verdict => ({
  row: { outcome: "skipped", code: "unchanged", status },
  change: { crawled: 1, skipped: 1 },
  spends: true,
  follows: true
})

/** Another page has the same text. */
export const sameText = (status: number): Verdict => ({
  row: { outcome: "duplicate", code: "", status },
  change: { crawled: 1, duplicates: 1 },
  spends: true,
  follows: true
})

/** The URL is a name of another page of the crawl, whose links are followed. */
export const sameUrl = (status: number): Verdict => ({
  row: { outcome: "duplicate", code: "already_crawled", status },
  change: { crawled: 1, duplicates: 1 },
  spends: true,
  follows: false
})

export const errorStatus = (status: number): Verdict => ({
  row: { outcome: "failed", code: "http_status", status },
  change: { crawled: 1, failed: 1 },
  spends: true,
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
    case "address_blocked":
    case "out_of_scope":
      return { row: skipped, change: { skipped: 1 }, spends: false, ...common }
    case "body_too_large":
    case "unsupported_content_type":
      return { row: skipped, change: { crawled: 1, skipped: 1 }, spends: true, ...common }
    default:
      return { row: { ...skipped, outcome: "failed" }, change: { failed: 1 }, spends: true, ...common }
  }
}
