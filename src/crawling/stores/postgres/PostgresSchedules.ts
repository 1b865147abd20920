import { Duration, Effect, Layer, Option, Schema } from "effect"
import { ScheduleId } from "../../../core/domain/schedule/Schedule.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { scheduleStateIn, ScheduleStore, type StoredSchedule } from "../../schedules/ScheduleStore.ts"
import { advisoryLock } from "./advisory-lock.ts"
import { Database } from "./Database.ts"
import { type Db, fromNow, sql } from "./statement.ts"
import { newClaim } from "./tokens.ts"

/** Schedules that all nodes share. Another node takes a schedule of a dead one when its lease is over. */
export const PostgresSchedules = Layer.effect(
  ScheduleStore,
  Effect.gen(function*() {
    const db = yield* Database
    const { scheduleLease } = yield* Settings
    const lease = Duration.toSeconds(scheduleLease)

    /** Returns also the rows that an earlier statement took with this claim. */
    const take = (claim: number, limit: number, now: number) =>
      db.rows(Row)`WITH mine AS MATERIALIZED (
          SELECT id FROM gleaner.schedules WHERE claim = ${claim}
        ), due AS MATERIALIZED (
          SELECT id FROM gleaner.schedules
          WHERE due_at <= ${now}::float8 AND leased_until <= (SELECT clock_timestamp())
          ORDER BY due_at LIMIT greatest(0, ${limit} - (SELECT count(*) FROM mine)) FOR UPDATE SKIP LOCKED
        )
        UPDATE gleaner.schedules SET leased_until = ${fromNow(lease)}, claim = ${claim}
        WHERE id IN (SELECT id FROM mine UNION ALL SELECT id FROM due)
        RETURNING ${columns}`

    return ScheduleStore.of({
      create: (schedule, max) => db.transaction(createInTurn(db, schedule, max)),
      get: (owner, id) =>
        Effect.map(
          db.first(Row)`SELECT ${columns} FROM gleaner.schedules
            WHERE id = ${id} AND owner = ${owner} AND NOT is_deleted`,
          (row) => Option.fromNullishOr(schedulesIn(row === undefined ? [] : [row])[0])
        ),
      list: Effect.fnUntraced(function*(owner, { after = 0, limit }) {
        const rows = yield* db.rows(Row)`SELECT ${columns} FROM gleaner.schedules
          WHERE owner = ${owner} AND NOT is_deleted AND place > ${after} ORDER BY place LIMIT ${limit + 1}`
        const { count: total } = yield* countOf(db, owner)
        const shown = rows.slice(0, limit)
        return { items: schedulesIn(shown), next: shown.at(-1)?.place ?? after, more: rows.length > limit, total }
      }),
      take: (limit, now) =>
        Effect.flatMap(Effect.suspend(() => take(newClaim(), limit, now)), (rows) => {
          const schedules = schedulesIn(rows)
          const known = new Set(schedules.map(({ id }) => id))
          return Effect.as(setAside(db, rows.filter(({ id }) => !known.has(id)).map(({ id }) => id)), schedules)
        }),
      save: ({ dueAt, id, isDeleted, state, version }) => {
        const json = JSON.stringify(state)
        // A statement that runs again finds what it has written. A deletion leaves the state as it was.
        return Effect.map(
          db.rows(Id)`UPDATE gleaner.schedules SET version = ${version + 1}, is_deleted = ${isDeleted},
              due_at = ${dueAt}::float8, state = ${json}, leased_until = '-infinity', claim = 0
            WHERE id = ${id} AND (version = ${version} OR version = ${version + 1} AND state = ${json}
              AND is_deleted = ${isDeleted} AND due_at IS NOT DISTINCT FROM ${dueAt}::float8)
            RETURNING id`,
          (rows) => rows.length > 0
        )
      },
      forget: (id) => db.run`DELETE FROM gleaner.schedules WHERE id = ${id}`
    })
  })
)

/** Counts and inserts in turn with other requests. A transaction that runs again finds its row. */
const createInTurn = Effect.fnUntraced(function*(db: Db, schedule: StoredSchedule, max: number) {
  const { dueAt, id, isDeleted, owner, state, version } = schedule
  yield* advisoryLock(db, "schedules")
  yield* db.run`INSERT INTO gleaner.schedules (id, owner, version, is_deleted, due_at, state)
    SELECT ${id}, ${owner}, ${version}, ${isDeleted}, ${dueAt}::float8, ${JSON.stringify(state)}
    WHERE (SELECT count(*) FROM gleaner.schedules WHERE owner = ${owner} AND NOT is_deleted) < ${max}
    ON CONFLICT (id) DO NOTHING`
  return (yield* db.first(Id)`SELECT id FROM gleaner.schedules WHERE id = ${id}`) !== undefined
})

const countOf = (db: Db, owner: string) =>
  db.one(Count)`SELECT count(*)::int AS count FROM gleaner.schedules WHERE owner = ${owner} AND NOT is_deleted`

/** Damaged rows would be due for ever. Their owners do not see them. */
const setAside = (db: Db, ids: ReadonlyArray<ScheduleId>) =>
  Effect.forEach(ids, (id) =>
    Effect.andThen(
      db.run`UPDATE gleaner.schedules SET due_at = NULL, leased_until = '-infinity', claim = 0 WHERE id = ${id}`,
      log("a schedule in Postgres cannot be read, and is left out", { "schedule.id": id }, "Error")
    ), { discard: true })

const columns = sql`id, owner, version, is_deleted AS "isDeleted", due_at AS "dueAt", state, place::float8 AS place`

const Count = Schema.Struct({ count: Schema.Finite })
const Id = Schema.Struct({ id: ScheduleId })
const Row = Schema.Struct({
  id: ScheduleId,
  owner: Schema.String,
  version: Schema.Finite,
  isDeleted: Schema.Boolean,
  dueAt: Schema.NullOr(Schema.Finite),
  state: Schema.String,
  place: Schema.Finite
})

const schedulesIn = (rows: ReadonlyArray<typeof Row.Type>): ReadonlyArray<StoredSchedule> =>
  rows.flatMap(({ dueAt, id, isDeleted, owner, state: json, version }) => {
    const state = scheduleStateIn(json)
    return state === undefined ? [] : [{ id, owner, version, isDeleted, dueAt, state }]
  })
