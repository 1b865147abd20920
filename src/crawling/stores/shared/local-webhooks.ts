import { Clock, Duration, Effect, Layer } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { monotonicNow } from "../../../core/kernel/RequestContext.ts"
import type { EventCursors } from "../../webhooks/event-cursors.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"

/** A webhook in a file. */
export interface WebhookRow {
  readonly id: JobId
  readonly owner: string
  readonly cursors: EventCursors
}

/** Storage of rows that outlives the process. */
export interface WebhookRows {
  save(row: WebhookRow): Effect.Effect<void, StoreUnavailable>
  remove(id: JobId): Effect.Effect<void, StoreUnavailable>
}

interface WebhookEntry extends WebhookRow {
  readonly dueAt: number
  readonly isTaken: boolean
  /** Whether these cursors are in the file. */
  readonly isSaved: boolean
}

/** The webhooks of a store with a single process. Leases never expire: they end with the process. */
export const localWebhooks = (
  clock: Clock.Clock,
  stored: ReadonlyArray<WebhookRow>,
  rows: WebhookRows
): WebhookStore["Service"] => {
  // A clock that steps back delays nothing.
  const now = () => monotonicNow(clock)
  const fresh = (row: WebhookRow, dueAt: number): WebhookEntry => ({ ...row, dueAt, isTaken: false, isSaved: true })
  const entries = new Map(stored.map((row) => [row.id, fresh(row, 0)]))

  return {
    open: (id, owner, cursors) =>
      Effect.suspend(() => {
        if (entries.has(id)) return Effect.void
        const row = { id, owner, cursors }
        entries.set(id, fresh(row, now()))
        return Effect.onError(rows.save(row), () => Effect.sync(() => entries.delete(id)))
      }),
    take: (limit, exceptOf = []) =>
      Effect.sync(() => {
        const isDue = ({ dueAt, isTaken, owner }: WebhookEntry) =>
          !isTaken && dueAt <= now() && !exceptOf.includes(owner)
        const due = [...entries.values()].filter(isDue)
        return due.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, limit).map((entry) => {
          entries.set(entry.id, { ...entry, isTaken: true })
          return { id: entry.id, owner: entry.owner, cursors: entry.cursors, claim: 0 }
        })
      }),
    save: ({ id, owner }, cursors, wait) =>
      Effect.suspend(() => {
        const known = entries.get(id)
        // Skip the write if nothing was delivered, as is usual.
        const isSaved = known?.isSaved === true && JSON.stringify(known.cursors) === JSON.stringify(cursors)
        const dueAt = now() + Duration.toMillis(wait ?? Duration.zero)
        const entry: WebhookEntry = { id, owner, cursors, dueAt, isTaken: wait === undefined, isSaved }
        entries.set(id, entry)
        if (isSaved) return Effect.succeed(true)
        return Effect.map(rows.save({ id, owner, cursors }), () => {
          if (entries.get(id) === entry) entries.set(id, { ...entry, isSaved: true })
          return true
        })
      }),
    close: ({ id }) =>
      Effect.suspend(() => {
        entries.delete(id)
        return rows.remove(id)
      })
  }
}

/** In this process; lost when it ends. */
export const memoryWebhooks = Layer.effect(
  WebhookStore,
  Effect.map(Clock.Clock, (clock) => localWebhooks(clock, [], { save: () => Effect.void, remove: () => Effect.void }))
)
