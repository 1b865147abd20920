import { Duration, Effect, Queue } from "effect"
import type { JobId } from "../../domain/job/Job.ts"
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
export const nextPoll = Effect.fnUntraced(
  function*({ database, poll, wakes, watch }: Looking, id: JobId, job: number) {
    const [now] = yield* database.run<JobState>(sql.lookAtJob, [job])
    if (now === undefined || (now.status !== "running" && now.status !== "queued")) return "done"
    const isEmpty = !now.waiting && now.leased === 0 && now.ended === 0
    if (isEmpty || now.spent >= now.maxPages) return now.seedError === null ? "done" : "failed"
    yield* Queue.take(wakes).pipe(
      Effect.raceFirst(watch.changed(id, now.revision)),
      Effect.timeoutOption(sleepUntil(now.due ?? Infinity, Duration.toMillis(poll)))
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

/** `due` is when the first domain is, in milliseconds from now. If it is due, something else keeps its page waiting. */
const sleepUntil = (due: number, poll: number): number => {
  if (due > lookAhead) return Math.min(due - lookAhead, maxSleep)
  // It was not near enough when pages were leased a moment ago.
  return due > 0 ? due : poll
}

/** After so many milliseconds we look again in any case. */
const maxSleep = 1000
