import { Clock, Duration, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { monotonicNow } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { LeasedRow, LeasedRows, PlacedRow } from "../../jobs/LeasedRows.ts"
import { ProfileStore, type StoredProfile } from "../../profiles/ProfileStore.ts"
import { ScheduleStore, type StoredSchedule } from "../../schedules/ScheduleStore.ts"
import { readyIn, type StoredWrapper, WrapperStore } from "../../wrappers/WrapperStore.ts"

/** Storage of rows that outlives the process. */
export interface RowFile<Row> {
  save(row: Row, place: number): Effect.Effect<void, StoreUnavailable>
  remove(id: string): Effect.Effect<void, StoreUnavailable>
}

/** Rows with their store outside of this process, and those that it has already, oldest first. */
export interface RowSource<Row> {
  readonly stored: ReadonlyArray<PlacedRow<Row>>
  readonly file: RowFile<Row>
}

interface Entry<Row> extends PlacedRow<Row> {
  /** Whether it is due whatever its time, see `take`. */
  readonly isUnchecked: boolean
  /** Monotonic milliseconds; 0 without a lease. */
  readonly leasedUntil: number
}

/** The rows of a store with a single process. `of`: all rows of an owner, oldest first. */
const localRows = <Row extends LeasedRow<string, unknown>>(
  clock: Clock.Clock,
  lease: Duration.Duration,
  { file, stored }: RowSource<Row>
): LeasedRows<Row> & { readonly of: (owner: string) => ReadonlyArray<Row> } => {
  const entries = new Map<string, Entry<Row>>(
    stored.map((placed) => [placed.row.id, { ...placed, isUnchecked: true, leasedUntil: 0 }])
  )
  let made = stored.at(-1)?.place ?? 0
  let lastTake = -Infinity
  const ofOwner = (owner: string) => [...entries.values()].filter(({ row }) => row.owner === owner && !row.isDeleted)
  /** A failed write leaves the entry as it was. */
  const write = (row: Row, before: Entry<Row> | undefined) =>
    Effect.suspend(() => {
      const place = before?.place ?? ++made
      entries.set(row.id, { place, row, isUnchecked: false, leasedUntil: 0 })
      const undo = Effect.sync(() => void (before === undefined ? entries.delete(row.id) : entries.set(row.id, before)))
      return Effect.as(Effect.onError(file.save(row, place), () => undo), true)
    })

  return {
    of: (owner) => ofOwner(owner).map(({ row }) => row),
    create: (row, max) =>
      Effect.suspend(() => {
        if (entries.has(row.id)) return Effect.succeed("taken")
        return ofOwner(row.owner).length >= max ? Effect.succeed("full") : Effect.as(write(row, undefined), "created")
      }),
    get: (owner, id) =>
      Effect.sync(() => {
        const row = entries.get(id)?.row
        return row === undefined || row.owner !== owner || row.isDeleted ? Option.none() : Option.some(row)
      }),
    list: (owner, { after = 0, limit }) =>
      Effect.sync(() => {
        const all = ofOwner(owner)
        const left = all.filter(({ place }) => place > after)
        const items = left.slice(0, limit)
        return {
          items: items.map(({ row }) => row),
          next: items.at(-1)?.place ?? after,
          more: left.length > limit,
          total: all.length
        }
      }),
    take: (limit, now) =>
      Effect.sync(() => {
        const time = monotonicNow(clock)
        if (now < lastTake) { for (const [id, entry] of entries) entries.set(id, { ...entry, isUnchecked: true }) }
        lastTake = now
        const due = [...entries.values()].flatMap((entry) => {
          const { isUnchecked, leasedUntil, row } = entry
          const isDue = row.dueAt !== null && (row.dueAt <= now || isUnchecked) && leasedUntil <= time
          return isDue ? [{ at: row.dueAt, entry }] : []
        })
        const first = due.toSorted((a, b) => a.at - b.at).slice(0, limit).map(({ entry }) => entry)
        for (const entry of first) {
          const leasedUntil = time + Duration.toMillis(lease)
          entries.set(entry.row.id, { ...entry, isUnchecked: false, leasedUntil })
        }
        return first.map(({ row }) => row)
      }),
    renew: (row) =>
      Effect.sync(() => {
        const entry = entries.get(row.id)
        if (entry === undefined || entry.row.version !== row.version) return false
        entries.set(row.id, { ...entry, leasedUntil: monotonicNow(clock) + Duration.toMillis(lease) })
        return true
      }),
    save: (row) =>
      Effect.suspend(() => {
        const before = entries.get(row.id)
        if (before === undefined || before.row.version !== row.version) return Effect.succeed(false)
        return write({ ...row, version: row.version + 1 }, before)
      }),
    forget: (id) => Effect.suspend(() => Effect.andThen(file.remove(id), Effect.sync(() => void entries.delete(id))))
  }
}

/** Schedules in this process, each change written to a file. */
export const localSchedules = Effect.fnUntraced(function*(source: RowSource<StoredSchedule>) {
  return localRows(yield* Clock.Clock, (yield* Settings).rowLease, source)
})

/** The same for wrappers. */
export const localWrappers = Effect.fnUntraced(function*(source: RowSource<StoredWrapper>) {
  const rows = localRows(yield* Clock.Clock, (yield* Settings).rowLease, source)
  return WrapperStore.of({ ...rows, ready: (owner, digest) => Effect.sync(() => readyIn(rows.of(owner), digest)) })
})

/** The same for profiles. */
export const localProfiles = Effect.fnUntraced(function*(source: RowSource<StoredProfile>) {
  return localRows(yield* Clock.Clock, (yield* Settings).rowLease, source)
})

const lost = { stored: [], file: { save: () => Effect.void, remove: () => Effect.void } }

/** In this process; lost when it ends. */
export const memoryRows = Layer.mergeAll(
  Layer.effect(ProfileStore, localProfiles(lost)),
  Layer.effect(ScheduleStore, localSchedules(lost)),
  Layer.effect(WrapperStore, localWrappers(lost))
)
