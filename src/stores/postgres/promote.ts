import { Effect } from "effect"
import type { Jobs, RunningJob } from "../../jobs/Jobs.ts"
import { nextToRun } from "../../jobs/next-to-run.ts"
import { storedOptions } from "../stored-options.ts"
import { ints } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import { idOf, type JobRow } from "./job-rows.ts"
import * as sql from "./sql/jobs.ts"

/** Gives free slots to queued jobs. Gives the jobs that have a slot. */
export const promoteJobs = (database: Database["Service"]): Jobs["promote"] =>
  Effect.fn("JobStore.promote")(function*(limit) {
    const waiting = yield* firstRow<{ readonly isAny: boolean }>(database, sql.isAnyQueued)
    if (waiting?.isAny === true) yield* database.transaction(startJobs(database, limit))
    const rows = yield* database.run<Pick<JobRow, "id" | "owner" | "url" | "options">>(sql.runningJobs)
    return rows.map((row): RunningJob => ({
      id: idOf(row),
      owner: row.owner,
      url: row.url,
      options: storedOptions(row.options)
    }))
  })

const startJobs = Effect.fnUntraced(function*({ run }: Database["Service"], limit: number) {
  yield* run(sql.lockLimits)
  const running = yield* run<{ readonly owner: string }>(sql.runningJobs)
  const chosen = chooseJobs(running, yield* run<QueuedJob>(sql.queuedJobs), limit)
  if (chosen.length > 0) yield* run(sql.startJobs, [ints(chosen)])
})

/** The numbers of the queued jobs that get a slot now. */
const chooseJobs = (
  running: ReadonlyArray<{ readonly owner: string }>,
  waiting: ReadonlyArray<QueuedJob>,
  limit: number
) => {
  const runningOf = new Map<string, number>()
  for (const { owner } of running) runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1)
  const queued = new Set(waiting)
  const lastStarts = new Map(waiting.map(({ lastStart, owner }) => [owner, lastStart]))
  const chosen: Array<number> = []
  while (running.length + chosen.length < limit) {
    const next = nextToRun(queued, (owner) => runningOf.get(owner) ?? 0, (owner) => lastStarts.get(owner) ?? 0)
    if (next === undefined) break
    queued.delete(next)
    chosen.push(next.job)
    runningOf.set(next.owner, (runningOf.get(next.owner) ?? 0) + 1)
    lastStarts.set(next.owner, Number.MAX_SAFE_INTEGER)
  }
  return chosen
}

interface QueuedJob {
  readonly job: number
  readonly owner: string
  readonly lastStart: number
}
