import { Schema } from "effect"
import { RefusingRights } from "../document/Rights.ts"
import { Signals } from "../document/Signals.ts"
import { HttpStatus } from "../schema/json-schema-form.ts"
import type { JobId } from "./Job.ts"
import { maxReferrers } from "./max-referrers.ts"

/** Outcome of a page of a crawl. */
export const PageOutcome = Schema.Literals(["stored", "duplicate", "skipped", "failed"]).annotate({
  identifier: "PageOutcome",
  message: "must be one of stored, duplicate, skipped, failed"
})
export type PageOutcome = typeof PageOutcome.Type

/** Comparison of a page with the earlier job (`since`). */
export const PageChange = Schema.Literals(["new", "changed", "same", "removed"]).annotate({
  identifier: "PageChange",
  message: "must be one of new, changed, same, removed"
})
export type PageChange = typeof PageChange.Type

/** Another page of the job with the same article. */
export const SimilarPage = Schema.Struct({
  url: Schema.String.annotate({ description: "URL of that page in the ledger." }),
  distance: Schema.Int.annotate({
    description: "Number of bits, 0 to 3 of 64, in which the simhashes of the two texts differ."
  })
}).annotate({ identifier: "SimilarPage" })
export interface SimilarPage extends Schema.Schema.Type<typeof SimilarPage> {}

/** One row of a job's ledger: the outcome of one URL. */
export const LedgerRow = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL in canonical form." }),
  outcome: PageOutcome.annotate({ description: "Outcome of the page." }),
  code: Schema.String.annotate({
    description: "Reason why the page was not stored, a code as in errors of the job; empty for a stored page."
  }),
  status: HttpStatus.annotate({ description: "HTTP status of the page; 0 without a response." }),
  depth: Schema.Int.annotate({ description: "Number of links from the seed to this page; 0 for the seed." }),
  found_on: Schema.String.annotate({ description: "The page that linked to this URL; empty for the seed." }),
  redirected_to: Schema.optionalKey(
    Schema.String.annotate({ description: "The URL after all redirects; absent without redirects." })
  ),
  referrers: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: `Up to ${maxReferrers} pages that link to this URL. Only for a URL that failed.`
    })
  ),
  signals: Schema.optionalKey(
    Signals.annotate({ description: "Uses that the site allows or refuses; absent if it declares none." })
  ),
  rights: Schema.optionalKey(
    RefusingRights.annotate({
      description: "Statements of the site that refuse the page. Only for a page that was not stored because of them."
    })
  ),
  duplicate_of: Schema.optionalKey(
    Schema.String.annotate({
      description: "The page of this job that a duplicate repeats, in canonical form; absent for other pages."
    })
  ),
  similar_to: Schema.optionalKey(
    SimilarPage.annotate({
      description: "The first stored page with the same article; absent for a page that resembles none."
    })
  ),
  change: Schema.optionalKey(
    PageChange.annotate({ description: "Comparison with the earlier job; absent without since." })
  ),
  picture_change: Schema.optionalKey(
    Schema.Finite.annotate({
      description:
        "Share of the picture, from 0 to 1, that differs from the earlier one. Only for a page that has changed so, in runs of a schedule with on: picture."
    })
  ),
  elapsed_ms: Schema.Int.annotate({
    description: "Milliseconds spent on this page, without queue times for the domain and for a free process."
  })
}).annotate({ identifier: "LedgerRow" })
export interface LedgerRow extends Schema.Schema.Type<typeof LedgerRow> {}

/** Data of a page for a later crawl: validators for a conditional request, and hashes of its content. */
export interface SeenPage {
  /** Validators from the site (RFC 9110 section 8.8). Without any, the page is compared by its text. */
  readonly etag?: string
  readonly modified?: string
  /** Hash of the page's text and headings, which `dedup` compares. */
  readonly text: string
  /** Hash of its title, markdown and records, see `contentHash`. Absent in rows of earlier versions. */
  readonly content?: string
  /** Canonical URL declared by the page, only with the option canonical_links. */
  readonly canonical?: string
  /** Comparison with other pages of the job. Absent in rows of earlier versions. */
  readonly likeness?: PageLikeness
  /** Location of its document, if in an earlier job. */
  readonly kept?: DocumentPlace
  /** Evidence about its changes, only in jobs with `since`. */
  readonly history?: PageHistory
  /** Only for a page of the layout of a wrapper, to which the rules of the wrapper were applied in this job. */
  readonly data?: RuleCoverage
}

/** The fields that the rules of a wrapper gave for a page. */
export interface RuleCoverage {
  readonly wrapper: string
  /** Pointers of the fields without a value, with * for the items of a list. */
  readonly missing: ReadonlyArray<string>
}

/** Evidence by which a page is compared with the other pages of its site. */
export interface PageLikeness {
  /** Key of its article, see `nearKeyOf`. Absent for a page that is not an article. */
  readonly near?: string
  /** Shape of its layout, see `pageShape`. Absent for a page without a tree. */
  readonly shape?: string
  /** Names of its filled fields and of the fields of its records, see `fieldNames`. */
  readonly fields: string
}

/** The visits of a page over a chain of jobs with `since`. */
export interface PageHistory {
  /** Time of the latest visit, in milliseconds since the epoch. */
  readonly at: number
  /** Number of visits that found a change. */
  readonly changes: number
  /** Total length of the intervals before those visits, in days. */
  readonly changedDays: number
  /** Total length of the intervals before visits that found no change, in days. */
  readonly sameDays: number
  /** The sitemap's record on this page. Absent if no sitemap gives its date. */
  readonly lastmod?: LastmodRecord
}

/** Correctness of the `lastmod` that a sitemap gave for a page, counted over its visits. */
export interface LastmodRecord {
  /** Changes that it announced. */
  readonly announced: number
  /** Changes that it did not announce. */
  readonly missed: number
  /** Announced changes where the page was the same. */
  readonly idle: number
}

/** Reasons why a page of the earlier job was not requested, as codes of the ledger. */
export type Unrequested = "not_due" | "sitemap_unchanged"

/** Whether a page with this code has the document of the earlier job. */
export const isUnchanged = (code: string): boolean => unchangedCodes.has(code)

const unchangedCodes: ReadonlySet<string> = new Set(["unchanged", "not_due", "sitemap_unchanged"])

/** One document of a job. */
export interface DocumentPlace {
  readonly job: JobId
  readonly n: number
}

/** A row in a store. `seen` is for later crawls; the schema of responses has no such key. */
export interface StoredPage extends LedgerRow {
  /** Present for every page read without error. Its document may belong to an earlier job. */
  readonly seen?: SeenPage
}

/** Omits the fields that a crawl stores for a later one. */
export const shownRow = (row: StoredPage): LedgerRow => {
  const { seen: _, ...shown } = row
  return shown
}
