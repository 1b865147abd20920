import { Schema } from "effect"

/** How a page of a crawl ended. */
export const PageOutcome = Schema.Literals(["stored", "duplicate", "skipped", "failed"]).annotate({
  identifier: "PageOutcome",
  message: "must be one of stored, duplicate, skipped, failed"
})
export type PageOutcome = typeof PageOutcome.Type

/** How many pages that link to a URL are told of it. */
export const mostReferrers = 10

/** One row of a job's ledger: a URL the crawl has done with, and why its page is there or is not. */
export const JobPage = Schema.Struct({
  url: Schema.String,
  outcome: PageOutcome,
  code: Schema.String.annotate({
    description: "Why it was not stored, in the codes of the job's errors; empty otherwise."
  }),
  status: Schema.Int.annotate({ description: "HTTP status of the site; 0 where it gave none." }),
  depth: Schema.Int.annotate({ description: "Links between the seed and this page; 0 is the seed." }),
  found_on: Schema.String.annotate({ description: "The page whose link led here; empty for the seed." }),
  redirected_to: Schema.optionalKey(
    Schema.String.annotate({ description: "Where its redirects led; absent where there were none." })
  ),
  referrers: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: `Up to ${mostReferrers} pages that link to a URL that failed.`
    })
  ),
  elapsed_ms: Schema.Int.annotate({
    description: "The page's own time in milliseconds, without waiting for its turn or for a thread."
  })
}).annotate({ identifier: "LedgerRow" })
export interface JobPage extends Schema.Schema.Type<typeof JobPage> {}
