import { Clock, Duration, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { ScheduleId } from "../../core/domain/schedule/Schedule.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { ScheduleStore, type StoredSchedule } from "./ScheduleStore.ts"

/** Storage of rows that outlives the process. */
export interface ScheduleRows {
  save(row: StoredSchedule): Effect.Effect<void, StoreUnavailable>
  remove(id: ScheduleId): Effect.Effect<void, StoreUnavailable>
}

interface Entry {
  readonly row: StoredSchedule
  /** By a monotonic clock. */
  readonly leasedUntil: number
}

/** The schedules of a store with a single process. `stored`: oldest first. */
export const localSchedules = (
  clock: Clock.Clock,
  lease: Duration.Duration,
  stored: ReadonlyArray<StoredSchedule>,
  rows: ScheduleRows
): ScheduleStore["Service"] => {
  const entries = new Map<string, Entry>(stored.map((row) => [row.id, { row, leasedUntil: 0 }]))
  const ofOwner = (owner: string) =>
    [...entries.values()].map(({ row }) => row).filter((row) => row.owner === owner && !row.isDeleted)
  /** A failed write leaves the entry as it was. */
  const write = (row: StoredSchedule, before: Entry | undefined) =>
    Effect.suspend(() => {
      entries.set(row.id, { row, leasedUntil: 0 })
      const undo = Effect.sync(() => void (before === undefined ? entries.delete(row.id) : entries.set(row.id, before)))
      return Effect.as(Effect.onError(rows.save(row), () => undo), true)
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
        const items = all.slice(after, after + limit)
        const next = Math.min(after, all.length) + items.length
        return { items, next, more: next < all.length, total: all.length }
      }),
    take: (limit, now) =>
      Effect.sync(() => {
        const time = monotonicNow(clock)
        const due = [...entries.values()].flatMap(({ leasedUntil, row }) =>
          row.dueAt !== null && row.dueAt <= now && leasedUntil <= time ? [{ at: row.dueAt, row }] : []
        )
        const first = due.toSorted((a, b) => a.at - b.at).slice(0, limit).map(({ row }) => row)
        for (const row of first) entries.set(row.id, { row, leasedUntil: time + Duration.toMillis(lease) })
        return first
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
