import { Schema } from "effect"
import { Signals } from "../document/Signals.ts"
import type { JobId } from "./Job.ts"
import { maxReferrers } from "./max-referrers.ts"

/** How a page of a crawl ended. */
export const PageOutcome = Schema.Literals(["stored", "duplicate", "skipped", "failed"]).annotate({
  identifier: "PageOutcome",
  message: "must be one of stored, duplicate, skipped, failed"
})
export type PageOutcome = typeof PageOutcome.Type

/** What a page is against the job that `since` names. */
export const PageChange = Schema.Literals(["new", "changed", "same", "removed"]).annotate({
  identifier: "PageChange",
  message: "must be one of new, changed, same, removed"
})
export type PageChange = typeof PageChange.Type

/** One row of a job's ledger: a URL the crawl has done with, and why its page is there or is not. */
export const LedgerRow = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL in canonical form." }),
  outcome: PageOutcome.annotate({ description: "How the page ended." }),
  code: Schema.String.annotate({
    description: "Why the page was not stored: the same codes as in errors of the job. Empty for a stored page."
  }),
  status: Schema.Int.annotate({ description: "HTTP status of the page; 0 without a response." }),
  depth: Schema.Int.annotate({ description: "Links between the seed and this page; 0 for the seed." }),
  found_on: Schema.String.annotate({ description: "The page that linked to this URL; empty for the seed." }),
  redirected_to: Schema.optionalKey(
    Schema.String.annotate({ description: "The URL after all redirects; absent without redirects." })
  ),
  referrers: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: `Up to ${maxReferrers} pages that link to a URL that failed.`
    })
  ),
  signals: Schema.optionalKey(
    Signals.annotate({ description: "The uses that the site allows or refuses; absent where it says nothing." })
  ),
  change: Schema.optionalKey(
    PageChange.annotate({ description: "What the page is against the job of since; absent without since." })
  ),
  elapsed_ms: Schema.Int.annotate({
    description: "Milliseconds spent on this page, without the waits for its turn or for a free process."
  })
}).annotate({ identifier: "LedgerRow" })
export interface LedgerRow extends Schema.Schema.Type<typeof LedgerRow> {}

/** What a later crawl needs to know of a page that this one has: how to ask for it again, and what it was. */
export interface SeenPage {
  /** Its validators, as the site gave them (RFC 9110 section 8.8). Without any, the page is compared by its text. */
  readonly etag?: string
  readonly modified?: string
  /** The hash of its text. */
  readonly text: string
  /** The URL that the page gives as its canonical one, where the crawl asks for it. */
  readonly canonical?: string
  /** Where its document is, if an earlier job has it. */
  readonly kept?: DocumentPlace
}

/** One document of a job. */
export interface DocumentPlace {
  readonly job: JobId
  readonly n: number
}

/** A row as stores keep it. `seen` is for crawls alone: the schema of answers has no such key. */
export interface StoredPage extends LedgerRow {
  /** Every page that was read well has it. Its document may belong to an earlier job. */
  readonly seen?: SeenPage
}
