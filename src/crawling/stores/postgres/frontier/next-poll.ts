import { Duration, Effect, Queue, Schema } from "effect"
import { isFinal, type JobId, JobStatus } from "../../../../core/domain/job/Job.ts"
import type { Database } from "../Database.ts"
import type { Db } from "../statement.ts"
import { lookAhead, nextTurn } from "../statements/frontier/lease-urls.ts"
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
    const now = yield* readState(database, job)
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

/** Domains with a URL that waits, from the first one on, whose turns one poll compares. */
const maxDomains = 1000

const State = Schema.Struct({
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

/**
 * The state for which a frontier waits. `due`: milliseconds until the first domain may have its turn, of those that
 * rest and the first `maxDomains` others. Null where only an end or a settlement can change anything.
 */
const readState = (db: Db, job: number) =>
  db.first(State)`
    SELECT status, revision::float8 AS revision, spent, max_pages AS "maxPages", seed_error AS "seedError",
      EXISTS (SELECT FROM gleaner.frontier WHERE job = ${job}) AS "isWaiting",
      (SELECT count(*)::int FROM gleaner.leases WHERE job = ${job}) AS leased,
      (SELECT count(*)::int FROM gleaner.visits WHERE job = ${job}) AS ended,
      1000 * extract(epoch FROM least(
        (SELECT min(${nextTurn}) FROM (
          SELECT domain FROM gleaner.domain_queues WHERE job = ${job} AND first IS NOT NULL AND due IS NULL
          ORDER BY first LIMIT ${maxDomains}
        ) l JOIN gleaner.domain_leases g USING (domain)),
        (SELECT due FROM gleaner.domain_queues WHERE job = ${job} AND first IS NOT NULL AND due IS NOT NULL
          ORDER BY due LIMIT 1)
      ) - clock_timestamp())::float8 AS due
    FROM gleaner.jobs WHERE job = ${job}`
