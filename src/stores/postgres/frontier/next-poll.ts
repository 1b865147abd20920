import { Duration, Effect, Queue } from "effect"
import { isFinal, type JobId } from "../../../domain/job/Job.ts"
import type { Database } from "../Database.ts"
import { lookAhead } from "../statements/frontier/lease-urls.ts"
import { readState } from "../statements/frontier/read-state.ts"
import type { RevisionWatch } from "../wake/RevisionWatch.ts"

interface Polling {
  readonly database: Database["Service"]
  readonly watch: RevisionWatch["Service"]
  /** This node has ended a visit or given a lease back. */
  readonly wakes: Queue.Dequeue<void>
  readonly poll: Duration.Duration
}

/** Waits until the frontier of a job may have something for this node, unless the crawl is over. */
export const nextPoll = Effect.fnUntraced(
  function*({ database, poll, wakes, watch }: Polling, id: JobId, job: number) {
    const now = yield* readState(database, job, maxDomains)
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

/** `due` is when the first domain is, in milliseconds from now. If it is due, something else keeps its page waiting. */
const sleepUntil = (due: number, poll: number): number => {
  if (due > lookAhead) return Math.min(due - lookAhead, maxSleep)
  // It was not near enough when pages were leased a moment ago.
  return due > 0 ? due : poll
}

/** Milliseconds between two polls at most. */
const maxSleep = 1000

/** Domains with a URL that waits, from the first one on, whose turns one poll compares. */
const maxDomains = 1000
