import { Schema } from "effect"
import { mostReferrers } from "./most-referrers.ts"
import { Signals } from "./Signals.ts"

/** How a page of a crawl ended. */
export const PageOutcome = Schema.Literals(["stored", "duplicate", "skipped", "failed"]).annotate({
  identifier: "PageOutcome",
  message: "must be one of stored, duplicate, skipped, failed"
})
export type PageOutcome = typeof PageOutcome.Type

/** One row of a job's ledger: a URL the crawl has done with, and why its page is there or is not. */
export const JobPage = Schema.Struct({
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
      description: `Up to ${mostReferrers} pages that link to a URL that failed.`
    })
  ),
  signals: Schema.optionalKey(
    Signals.annotate({ description: "The uses that the site allows or refuses; absent where it says nothing." })
  ),
  elapsed_ms: Schema.Int.annotate({
    description: "Milliseconds spent on this page, without the waits for its turn or for a free process."
  })
}).annotate({ identifier: "LedgerRow" })
export interface JobPage extends Schema.Schema.Type<typeof JobPage> {}
