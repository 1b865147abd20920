import { Effect } from "effect"
import { JobId } from "../../../../core/domain/job/Job.ts"
import { termWeight } from "../../../../extract/chunks/bm25.ts"
import type { FoundPages } from "../../../jobs/JobStore.ts"
import { nothingFound } from "../../shared/terms/found-pages.ts"
import { planRetrieval } from "../../shared/terms/retrieval-plan.ts"
import type { Db } from "../statement.ts"
import { countPages, findIndex, maxCounted, rankPages } from "../statements/jobs/page-terms.ts"

/** Searches the index of a job. */
export const searchJob = Effect.fnUntraced(
  function*(db: Db, id: JobId, terms: ReadonlyArray<string>, limit: number) {
    const index = yield* findIndex(db, id)
    if (index === undefined || index.pages === 0) return nothingFound(terms)
    const { job, pages } = index
    const counts = yield* countPages(db, job, terms)
    const frequencies = terms.map((term, at) => {
      const { found, last } = counts[at] ?? { found: 0, last: 0 }
      return {
        term,
        pages: found < maxCounted ? found : Math.min(pages, Math.round(found * pages / Math.max(1, last)))
      }
    })
    const plan = planRetrieval(frequencies, pages, maxCompared)
    const rows = plan === undefined ? [] : yield* rankPages(db, {
      job,
      required: plan.required,
      needsAll: plan.needsAll,
      weights: frequencies.map((frequency) => ({ term: frequency.term, weight: termWeight(frequency.pages, pages) })),
      last: Math.ceil(pages * plan.share),
      meanLength: Math.max(1, index.terms / pages),
      // The plan is an estimate.
      maxPages: 2 * maxCompared,
      limit
    })
    const found: FoundPages = {
      pages,
      frequencies: frequencies.map((frequency) => frequency.pages),
      found: rows.map(({ n, origin }) => ({ job: origin === null ? id : JobId.make(origin), n }))
    }
    return found
  }
)

/** Pages that a search compares. */
const maxCompared = 500
