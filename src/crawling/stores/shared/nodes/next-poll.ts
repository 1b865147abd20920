import { Duration, Effect, Queue, Schema } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type JobId, JobStatus } from "../../../../core/domain/job/Job.ts"
import type { RevisionWatch } from "./RevisionWatch.ts"

/**
 * The state for which a frontier waits. `due`: milliseconds until the first domain may have its turn. Null where only
 * an end or a settlement can change anything.
 */
export interface FrontierState extends Schema.Schema.Type<typeof FrontierState> {}
export const FrontierState = Schema.Struct({
  status: JobStatus,
  revision: Schema.Finite,
  spent: Schema.Finite,
  maxPages: Schema.Finite,
  seedError: Schema.NullOr(Schema.String),
  isWaiting: Schema.Boolean,
  leased: Schema.Finite,
  ended: Schema.Finite,
  due: Schema.NullOr(Schema.Finite)
})

/** Milliseconds before a domain's turn at which its URL is leased, so that the turn is not missed. */
export const lookAhead = 50

interface Polling {
  readonly state: Effect.Effect<FrontierState | undefined, StoreUnavailable>
  readonly watch: RevisionWatch["Service"]
  /** This node has ended a visit or given a lease back. */
  readonly wakes: Queue.Dequeue<void>
  readonly poll: Duration.Duration
}

/** Waits until the frontier of a job may have something for this node, unless the crawl is over. */
export const nextPoll = Effect.fnUntraced(
  function*({ poll, state, wakes, watch }: Polling, id: JobId) {
    const now = yield* state
    if (now === undefined || isFinal(now.status)) return "done"
    const isEmpty = !now.isWaiting && now.leased === 0 && now.ended === 0
    if (isEmpty || now.spent >= now.maxPages) return now.seedError === null ? "done" : "failed"
    yield* Queue.take(wakes).pipe(
      Effect.raceFirst(watch.changed(id, now.revision)),
      Effect.timeoutOption(sleepUntil(now.due ?? Infinity, Duration.toMillis(poll)))
    )
    return "ready"
  }
)

/** Milliseconds. `due`: until the turn of the first domain. If that has come, the page waits for something else. */
const sleepUntil = (due: number, poll: number): number => {
  if (due > lookAhead) return Math.min(due - lookAhead, maxSleep)
  // It was too far ahead when pages were leased a moment ago.
  return due > 0 ? due : poll
}

/** Milliseconds between two polls at most. */
const maxSleep = 1000
