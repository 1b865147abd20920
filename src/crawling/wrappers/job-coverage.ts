import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import { type CoveredPage, maxKnown } from "./known-data.ts"

/** How often the rules of a wrapper gave values for pages of a job. */
export interface JobCoverage {
  readonly pages: number
  /** Pages without a value, by the pointer of the field. */
  readonly missing: ReadonlyMap<string, number>
  /** The stored pages with the fewest values missing, at most `maxKnown`. */
  readonly best: ReadonlyArray<CoveredPage>
}

/** The coverage by each wrapper, by its id. From the ledger, so it is the same on every node. */
export const jobCoverage = Effect.fnUntraced(function*(
  jobs: Pick<JobStore["Service"], "ledger">,
  id: JobId
): Effect.fn.Return<ReadonlyMap<string, JobCoverage>, StoreUnavailable> {
  const wrappers = new Map<string, Counting>()
  let documents = 0
  for (let after = 0, more = true; more;) {
    const slice = yield* jobs.ledger(id, { after, limit: batchSize })
    for (const { outcome, seen, url } of slice.items) {
      const n = outcome === "stored" ? documents++ : undefined
      if (seen?.data === undefined) continue
      const { missing, wrapper } = seen.data
      const counting = wrappers.get(wrapper) ?? { pages: 0, missing: new Map<string, number>(), best: [] }
      wrappers.set(wrapper, counting)
      counting.pages++
      for (const pointer of missing) counting.missing.set(pointer, (counting.missing.get(pointer) ?? 0) + 1)
      if (n !== undefined) addBest(counting.best, { url, n, missing: missing.length })
    }
    after = slice.next
    more = slice.more && slice.items.length > 0
  }
  return wrappers
})

interface Counting extends JobCoverage {
  pages: number
  readonly missing: Map<string, number>
  readonly best: Array<CoveredPage>
}

const addBest = (best: Array<CoveredPage>, page: CoveredPage): void => {
  const at = best.findIndex(({ missing }) => missing > page.missing)
  if (at >= 0) best.splice(at, 0, page)
  else if (best.length < maxKnown) best.push(page)
  best.length = Math.min(best.length, maxKnown)
}

/** Rows for each read of the ledger. */
const batchSize = 200
