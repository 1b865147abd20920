import { Duration, Effect, Layer, Option, Schema } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { ScheduleId } from "../../../core/domain/schedule/Schedule.ts"
import type { WrapperId } from "../../../core/domain/wrapper/Wrapper.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { JobRange } from "../../jobs/JobStore.ts"
import { type LeasedRow, type LeasedRows, wholeJson } from "../../jobs/LeasedRows.ts"
import { type ProfileState, ProfileStore } from "../../profiles/ProfileStore.ts"
import { type ScheduleState, ScheduleStore } from "../../schedules/ScheduleStore.ts"
import { type WrapperState, WrapperStore } from "../../wrappers/WrapperStore.ts"
import { newClaim } from "../shared/nodes/tokens.ts"
import { isProfileState, isScheduleState, isWrapperState } from "../shared/whole-states.ts"
import { advisoryLock } from "./advisory-lock.ts"
import { Database } from "./Database.ts"
import { fromNow, name, sql } from "./statement.ts"

/** Schedules that all nodes share. Another node takes a schedule of a dead one when its lease is over. */
export const postgresSchedules = Layer.effect(
  ScheduleStore,
  Effect.gen(function*() {
    const { rowLease } = yield* Settings
    return leasedRows<ScheduleId, ScheduleState>(yield* Database, "schedule", rowLease, isScheduleState)
  })
)

/** The same for wrappers. */
export const postgresWrappers = Layer.effect(
  WrapperStore,
  Effect.gen(function*() {
    const { rowLease } = yield* Settings
    const rows = leasedRows<WrapperId, WrapperState>(yield* Database, "wrapper", rowLease, isWrapperState)
    return WrapperStore.of({
      ...rows,
      ready: (owner, digest) =>
        rows.where(sql`owner = ${owner} AND NOT is_deleted AND digest = ${digest} ORDER BY place DESC`)
    })
  })
)

/** The same for profiles. */
export const postgresProfiles = Layer.effect(
  ProfileStore,
  Effect.gen(function*() {
    const { rowLease } = yield* Settings
    return leasedRows<string, ProfileState>(yield* Database, "profile", rowLease, isProfileState)
  })
)

/** A table with rows for one node at a time. */
interface LeasedTable<Row> {
  readonly db: Database["Service"]
  /** The word for one row. */
  readonly one: keyof typeof tables
  readonly table: Fragment
  readonly lease: Fragment
  /** The rows that are not damaged. */
  readonly rowsIn: (found: ReadonlyArray<typeof Stored.Type>) => ReadonlyArray<Row>
}

const leasedRows = <RowId extends string, RowState extends object>(
  db: Database["Service"],
  one: keyof typeof tables,
  leaseTime: Duration.Duration,
  isState: (state: Partial<RowState> | undefined) => boolean
) => {
  const rows: LeasedTable<LeasedRow<RowId, RowState>> = {
    db,
    one,
    table: sql`gleaner.${name(tables[one])}`,
    lease: fromNow(Duration.toSeconds(leaseTime)),
    rowsIn: (found) =>
      found.flatMap(({ id, place: _place, state: json, ...row }) => {
        const state = wholeJson<RowState>(json, isState)
        return state === undefined ? [] : [{ ...row, id: id as RowId, state }] // written by us
      })
  }
  return { ...ownRows(rows), ...dueRows(rows), ...changes(rows) } satisfies LeasedRows<LeasedRow<RowId, RowState>>
}

/** The rows that their owners see. */
const ownRows = <Row extends LeasedRow<string, object>>({ db, rowsIn, table }: LeasedTable<Row>) => {
  /** Selects by a condition, in its order. */
  const where = (condition: Fragment) =>
    Effect.map(db.rows(Stored)`SELECT ${columns} FROM ${table} WHERE ${condition}`, rowsIn)

  return {
    where,
    get: (owner: string, id: Row["id"]) =>
      Effect.map(
        where(sql`id = ${id} AND owner = ${owner} AND NOT is_deleted`),
        ([row]) => Option.fromNullishOr(row)
      ),
    list: Effect.fnUntraced(function*(owner: string, { after = 0, limit }: JobRange) {
      const ofOwner = sql`owner = ${owner} AND NOT is_deleted`
      const rows = yield* db.rows(Stored)`SELECT ${columns} FROM ${table}
        WHERE ${ofOwner} AND place > ${after} ORDER BY place LIMIT ${limit + 1}`
      const { count: total } = yield* db.one(Count)`SELECT count(*)::int AS count FROM ${table} WHERE ${ofOwner}`
      const shown = rows.slice(0, limit)
      return { items: rowsIn(shown), next: shown.at(-1)?.place ?? after, more: rows.length > limit, total }
    })
  }
}

/** The rows that nodes lease when they are due. */
const dueRows = <Row extends LeasedRow<string, object>>({ db, lease, one, rowsIn, table }: LeasedTable<Row>) => {
  /** Returns also the rows that an earlier statement took with this claim. */
  const take = (claim: number, limit: number, now: number) =>
    db.rows(Stored)`WITH mine AS MATERIALIZED (
        SELECT id FROM ${table} WHERE claim = ${claim}
      ), due AS MATERIALIZED (
        SELECT id FROM ${table}
        WHERE due_at <= ${now}::float8 AND leased_until <= (SELECT clock_timestamp())
        ORDER BY due_at LIMIT greatest(0, ${limit} - (SELECT count(*) FROM mine)) FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} SET leased_until = ${lease}, claim = ${claim}
      WHERE id IN (SELECT id FROM mine UNION ALL SELECT id FROM due)
      RETURNING ${columns}`

  /** Damaged rows would be due for ever. Their owners do not see them. */
  const setAside = (ids: ReadonlyArray<string>) =>
    Effect.forEach(ids, (id) =>
      Effect.andThen(
        db.run`UPDATE ${table} SET due_at = NULL, leased_until = '-infinity', claim = 0 WHERE id = ${id}`,
        log(`a ${one} in Postgres cannot be read, and is left out`, { [`${one}.id`]: id }, "Error")
      ), { discard: true })

  return {
    take: (limit: number, now: number) =>
      Effect.flatMap(Effect.suspend(() => take(newClaim(), limit, now)), (found) => {
        const rows = rowsIn(found)
        const known = new Set<string>(rows.map(({ id }) => id))
        return Effect.as(setAside(found.filter(({ id }) => !known.has(id)).map(({ id }) => id)), rows)
      }),
    renew: ({ id, version }: Row) =>
      Effect.map(
        db.rows(Id)`UPDATE ${table} SET leased_until = ${lease} WHERE id = ${id} AND version = ${version}
          AND NOT is_deleted RETURNING id`,
        (rows) => rows.length > 0
      )
  }
}

const changes = <Row extends LeasedRow<string, object>>({ db, one, table }: LeasedTable<Row>) => {
  /** Counts and inserts in turn with other requests. A transaction that runs again finds its own row. */
  const createInTurn = Effect.fnUntraced(
    function*({ dueAt, id, isDeleted, owner, state, version }: Row, max: number) {
      yield* advisoryLock(db, tables[one])
      const json = JSON.stringify(state)
      yield* db.run`INSERT INTO ${table} (id, owner, version, is_deleted, due_at, state)
      SELECT ${id}, ${owner}, ${version}, ${isDeleted}, ${dueAt}::float8, ${json}
      WHERE (SELECT count(*) FROM ${table} WHERE owner = ${owner} AND NOT is_deleted) < ${max}
      ON CONFLICT (id) DO NOTHING`
      const stored = yield* db.first(State)`SELECT state FROM ${table} WHERE id = ${id}`
      if (stored === undefined) return "full"
      return stored.state === json ? "created" : "taken"
    }
  )

  return {
    create: (row: Row, max: number) => db.transaction(createInTurn(row, max)),
    save: ({ dueAt, id, isDeleted, state, version }: Row) => {
      const json = JSON.stringify(state)
      // A statement that runs again finds what it has written. A deletion leaves the state as it was.
      return Effect.map(
        db.rows(Id)`UPDATE ${table} SET version = ${version + 1}, is_deleted = ${isDeleted},
            due_at = ${dueAt}::float8, state = ${json}, leased_until = '-infinity', claim = 0
          WHERE id = ${id} AND (version = ${version} OR version = ${version + 1} AND state = ${json}
            AND is_deleted = ${isDeleted} AND due_at IS NOT DISTINCT FROM ${dueAt}::float8)
          RETURNING id`,
        (rows) => rows.length > 0
      )
    },
    forget: (id: string) => db.run`DELETE FROM ${table} WHERE id = ${id}`
  }
}

const tables = { schedule: "schedules", wrapper: "wrappers", profile: "profiles" } as const

const columns = sql`id, owner, version, is_deleted AS "isDeleted", due_at AS "dueAt", state, place::float8 AS place`

const Count = Schema.Struct({ count: Schema.Finite })
const Id = Schema.Struct({ id: Schema.String })
const State = Schema.Struct({ state: Schema.String })
const Stored = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  version: Schema.Finite,
  isDeleted: Schema.Boolean,
  dueAt: Schema.NullOr(Schema.Finite),
  state: Schema.String,
  place: Schema.Finite
})
