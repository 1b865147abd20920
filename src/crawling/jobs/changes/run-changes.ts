import { Effect } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { Job } from "../../../core/domain/job/Job.ts"
import { type LedgerRow, shownRow } from "../../../core/domain/job/LedgerRow.ts"
import type { ChangeCounts } from "../../../core/domain/schedule/Schedule.ts"
import { changedPages, type Comparing, type PageDetails } from "./changed-pages.ts"

/** Changes of a run of a schedule. */
export interface RunChanges {
  readonly schedule: string
  /** The job that the run is compared with. */
  readonly since: string
  readonly counts: ChangeCounts
  /** The first new, changed and removed pages, with what has changed. */
  readonly pages: ReadonlyArray<LedgerRow & PageDetails>
  /** Number of all new, changed and removed pages. */
  readonly total: number
}

/** Max pages with details. */
const maxPages = 100

/** The changes of the job of a run. Undefined without any, and for a run that is not compared or is not done. */
export const runChanges = Effect.fnUntraced(function*(
  comparing: Comparing,
  { id, options, status }: Pick<Job, "id" | "options" | "status">
): Effect.fn.Return<RunChanges | undefined, StoreUnavailable> {
  const { schedule, since } = options
  if (schedule === undefined || since === undefined || status !== "done") return undefined
  const rows: Array<LedgerRow> = []
  const counts = { new: 0, changed: 0, same: 0, removed: 0 }
  for (const change of ["new", "changed", "same", "removed"] as const) {
    const { items, total } = yield* comparing.store.ledger(id, { after: 0, limit: maxPages, change })
    counts[change] = total
    if (change !== "same") rows.push(...items.map(shownRow))
  }
  const total = counts.new + counts.changed + counts.removed
  if (total === 0) return undefined
  const pages = yield* changedPages(comparing, { id, since }, rows.slice(0, maxPages))
  return { schedule, since, counts, pages, total }
})
