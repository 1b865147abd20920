import { Clock, Duration, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { ScheduleId } from "../../../core/domain/schedule/Schedule.ts"
import { monotonicNow } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { type PlacedSchedule, ScheduleStore, type StoredSchedule } from "../../schedules/ScheduleStore.ts"

/** Storage of rows that outlives the process. */
export interface ScheduleRows {
  save(row: StoredSchedule, place: number): Effect.Effect<void, StoreUnavailable>
  remove(id: ScheduleId): Effect.Effect<void, StoreUnavailable>
}

interface ScheduleEntry extends PlacedSchedule {
  /** Whether it is due whatever its time, see `take`. */
  readonly isUnchecked: boolean
  /** Monotonic milliseconds; 0 without a lease. */
  readonly leasedUntil: number
}

/** The schedules of a store with a single process. `stored`: oldest first. */
export const localSchedules = (
  clock: Clock.Clock,
  lease: Duration.Duration,
  stored: ReadonlyArray<PlacedSchedule>,
  rows: ScheduleRows
): ScheduleStore["Service"] => {
  const entries = new Map<string, ScheduleEntry>(
    stored.map((placed) => [placed.row.id, { ...placed, isUnchecked: true, leasedUntil: 0 }])
  )
  let made = stored.at(-1)?.place ?? 0
  let lastTake = -Infinity
  const ofOwner = (owner: string) => [...entries.values()].filter(({ row }) => row.owner === owner && !row.isDeleted)
  /** A failed write leaves the entry as it was. */
  const write = (row: StoredSchedule, before: ScheduleEntry | undefined) =>
    Effect.suspend(() => {
      const place = before?.place ?? ++made
      entries.set(row.id, { place, row, isUnchecked: false, leasedUntil: 0 })
      const undo = Effect.sync(() => void (before === undefined ? entries.delete(row.id) : entries.set(row.id, before)))
      return Effect.as(Effect.onError(rows.save(row, place), () => undo), true)
    })

  return {
    create: (row, max) =>
      Effect.suspend(() => ofOwner(row.owner).length >= max ? Effect.succeed(false) : write(row, entries.get(row.id))),
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
    save: (row) =>
      Effect.suspend(() => {
        const before = entries.get(row.id)
        if (before === undefined || before.row.version !== row.version) return Effect.succeed(false)
        return write({ ...row, version: row.version + 1 }, before)
      }),
    forget: (id) => Effect.suspend(() => Effect.andThen(rows.remove(id), Effect.sync(() => void entries.delete(id))))
  }
}

/** In this process; lost when it ends. */
export const memorySchedules = Layer.effect(
  ScheduleStore,
  Effect.gen(function*() {
    const { scheduleLease } = yield* Settings
    const rows = { save: () => Effect.void, remove: () => Effect.void }
    return localSchedules(yield* Clock.Clock, scheduleLease, [], rows)
  })
)
