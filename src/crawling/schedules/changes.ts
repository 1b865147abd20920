import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { type PageChange, shownRow } from "../../core/domain/job/LedgerRow.ts"
import type { ScheduleChange, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import type { JobStore } from "../jobs/JobStore.ts"

/** A place in the list of changes: a run, a kind of change, and the row of the ledger to go on with. */
export interface ChangePlace {
  readonly run: number
  readonly kind: number
  readonly row: number
}

/** The kinds of change that are listed, in this order within a run. */
const kinds: ReadonlyArray<PageChange & ("new" | "changed" | "removed")> = ["new", "changed", "removed"]

/** Rows of the ledgers of the runs, newest run first. They are read where they are stored. */
export const readChanges = Effect.fnUntraced(function*(
  jobs: Pick<JobStore["Service"], "ledger">,
  runs: ReadonlyArray<ScheduleRun>,
  after: ChangePlace | undefined,
  limit: number
): Effect.fn.Return<
  { readonly changes: ReadonlyArray<ScheduleChange>; readonly next: ChangePlace | undefined },
  StoreUnavailable
> {
  const changes: Array<ScheduleChange> = []
  const isAt = (run: number, kind: number) => after?.run === run && after.kind === kind
  for (const run of runs) {
    if (run.changes === null || run.n > (after?.run ?? Infinity)) continue
    for (const [kind, change] of kinds.entries()) {
      if (run.changes[change] === 0 || (run.n === after?.run && kind < after.kind)) continue
      for (let row = isAt(run.n, kind) ? after?.row ?? 0 : 0;;) {
        if (changes.length === limit) return { changes, next: { run: run.n, kind, row } }
        const slice = yield* jobs.ledger(run.job_id, { after: row, limit: limit - changes.length, change })
        for (const page of slice.items) {
          changes.push({ run: run.n, job_id: run.job_id, at: run.finished_at ?? 0, page: shownRow(page) })
        }
        row = slice.next
        if (!slice.more) break
      }
    }
  }
  return { changes, next: undefined }
})
