import { Duration, Effect } from "effect"
import type { JobStore, RunningJob } from "../../jobs/JobStore.ts"
import { shareSlots } from "../../jobs/share-slots.ts"
import { storedOptions } from "../stored-options.ts"
import { ints } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import { idOf, type JobRow } from "./job-rows.ts"
import * as sql from "./sql/jobs.ts"

/** Shares the slots among queued and running jobs, over all nodes. Gives the jobs that run. */
export const promoteJobs = (database: Database["Service"], slice: Duration.Duration): JobStore["Service"]["promote"] =>
  Effect.fn("JobStore.promote")(function*(limit) {
    const waiting = yield* firstRow<{ readonly isAny: boolean }>(database, sql.isAnyWaiting)
    if (waiting?.isAny === true) yield* database.transaction(moveSlots(database, limit, Duration.toMillis(slice)))
    const rows = yield* database.run<RunningRow>(sql.runningJobs)
    return rows.map((row): RunningJob => ({
      id: idOf(row),
      owner: row.owner,
      url: row.url,
      options: storedOptions(row.options),
      hasSlot: row.hasSlot
    }))
  })

const moveSlots = Effect.fnUntraced(function*({ run }: Database["Service"], limit: number, slice: number) {
  yield* run(sql.lockLimits)
  const rows = yield* run<ActiveRow>(sql.activeForSlots)
  const lastStarts = new Map(rows.map(({ lastStart, owner }) => [owner, lastStart]))
  const candidates = rows.map((row) => ({ ...row, slotTime: row.slotTime ?? undefined }))
  const lastGrant = (owner: string) => lastStarts.get(owner) ?? 0
  const { granted, parked } = shareSlots(candidates, { limit, slice, lastGrant })
  if (parked.length > 0) yield* run(sql.takeSlots, [ints(parked.map(({ job }) => job))])
  if (granted.length > 0) yield* run(sql.grantSlots, [ints(granted.map(({ job }) => job))])
})

type RunningRow = Pick<JobRow, "id" | "owner" | "url" | "options"> & { readonly hasSlot: boolean }

interface ActiveRow {
  readonly job: number
  readonly owner: string
  readonly slotTime: number | null
  readonly lastStart: number
}
