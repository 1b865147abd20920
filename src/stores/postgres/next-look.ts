import { Duration, Effect, Queue } from "effect"
import type { JobId } from "../../domain/Job.ts"
import type { Database } from "./Database.ts"
import { lookAhead } from "./lease.ts"
import type { RevisionWatch } from "./RevisionWatch.ts"
import * as sql from "./sql/frontier.ts"

interface Looking {
  readonly database: Database["Service"]
  readonly watch: RevisionWatch["Service"]
  /** This node has ended a visit or given a lease back. */
  readonly wakes: Queue.Dequeue<void>
  readonly poll: Duration.Duration
}

/** Waits until the frontier of a job may have something for this node, unless the crawl is over. */
export const nextLook = Effect.fnUntraced(
  function*({ database, poll, wakes, watch }: Looking, id: JobId, job: number) {
    const [now] = yield* database.run<JobState>(sql.lookAtJob, [job])
    if (now === undefined || (now.status !== "running" && now.status !== "queued")) return "done"
    const isEmpty = !now.waiting && now.leased === 0 && now.ended === 0
    if (isEmpty || now.spent >= now.maxPages) return now.seedError === null ? "done" : "failed"
    const due = now.due ?? Infinity
    const sleep = due > lookAhead ? Math.min(due - lookAhead, longestSleep) : Duration.toMillis(poll)
    yield* Queue.take(wakes).pipe(
      Effect.raceFirst(watch.changed(id, now.revision)),
      Effect.timeoutOption(sleep)
    )
    return "look again"
  }
)

interface JobState {
  readonly status: string
  readonly revision: number
  readonly spent: number
  readonly maxPages: number
  readonly seedError: string | null
  readonly waiting: boolean
  readonly leased: number
  readonly ended: number
  readonly due: number | null
}

/** After so many milliseconds we look again in any case. */
const longestSleep = 1000
