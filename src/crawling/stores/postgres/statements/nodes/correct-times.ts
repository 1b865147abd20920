import { Effect } from "effect"
import { type Db, fromNow, name, sql } from "../../statement.ts"
import { restAfterTurn } from "../domain-leases/back-off.ts"

/**
 * Corrects the times in the tables after the clock of the database has stepped back, as after a failover to another
 * machine: times that were written before lie too far ahead. None of the statements changes a time that can be right,
 * so any node may run them at any time. `webhookLease`: in seconds.
 */
export const correctTimes = Effect.fnUntraced(function*(database: Db, webhookLease: number) {
  for (
    const correct of [
      correctDomainLeases,
      correctNodes,
      correctSlots,
      correctVisits,
      wakeDomains,
      deleteRates,
      checkSchedules
    ]
  ) {
    yield* correct(database)
  }
  yield* correctWebhooks(database, webhookLease)
})

/** Whether a time that was the present when it was written lies ahead. */
const isAhead = (column: string) => sql`${name(column)} > clock_timestamp() + interval '1 second'`

/** The last turn of a domain, or its last request to rest, counts as of now. */
const correctDomainLeases = (db: Db) =>
  db.run`UPDATE gleaner.domain_leases SET next_at = least(next_at, clock_timestamp() + ${restAfterTurn}),
      rest_until = rest_until - greatest(slowed_at - clock_timestamp(), interval '0'),
      slowed_at = least(slowed_at, clock_timestamp()), leased_at = least(leased_at, clock_timestamp())
    WHERE next_at > clock_timestamp() + ${restAfterTurn}
      OR ${isAhead("slowed_at")} OR ${isAhead("leased_at")}`

/** A node that is alive sends its next heartbeat soon. */
const correctNodes = (db: Db) =>
  db.run`UPDATE gleaner.nodes SET beat_at = clock_timestamp() WHERE ${isAhead("beat_at")}`

/** A slot whose time lies ahead would not be shared, and its owner would be the last to get another. */
const correctSlots = (db: Db) =>
  db.run`WITH owners AS (
      UPDATE gleaner.owners SET last_start = clock_timestamp() WHERE ${isAhead("last_start")}
    )
    UPDATE gleaner.jobs SET slot_at = clock_timestamp() WHERE finished_at IS NULL AND ${isAhead("slot_at")}`

/** A visit whose end lies ahead would block the visits after it. */
const correctVisits = (db: Db) =>
  db.run`UPDATE gleaner.visits SET ended_at = clock_timestamp() WHERE ${isAhead("ended_at")}`

/** The next lease reads which domains rest. */
const wakeDomains = (db: Db) => db.run`UPDATE gleaner.domain_queues SET due = NULL WHERE ${isAhead("due")}`

/** The window of a counter is one minute. */
const deleteRates = (db: Db) =>
  db.run`DELETE FROM gleaner.rates WHERE resets_at > clock_timestamp() + interval '2 minutes'`

/** Schedules whose next time is right are only looked at too early. */
const checkSchedules = (db: Db) =>
  db.run`UPDATE gleaner.schedules SET due_at = ${present}
    WHERE due_at > ${present} AND leased_until <= (SELECT clock_timestamp())`

const present = sql`(SELECT extract(epoch FROM clock_timestamp()) * 1000)::float8`

/** Webhooks that have reason to wait longer are only polled too early. */
const correctWebhooks = (db: Db, lease: number) =>
  db.run`UPDATE gleaner.webhooks SET due_at = ${fromNow(lease)}
    WHERE due_at > ${fromNow(lease)}`
