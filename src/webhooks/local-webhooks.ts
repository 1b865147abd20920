import { type Clock, Duration, Effect } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../domain/job/Job.ts"
import { monotonicNow } from "../kernel/RequestContext.ts"
import type { Lanes } from "./event-cursors.ts"
import type { WebhookStore } from "./WebhookStore.ts"

/** A webhook as a file keeps it. */
export interface WebhookRow {
  readonly id: JobId
  readonly owner: string
  readonly lanes: Lanes
}

/** Where rows outlive the process. */
export interface WebhookRows {
  save(row: WebhookRow): Effect.Effect<void, StoreUnavailable>
  remove(id: JobId): Effect.Effect<void, StoreUnavailable>
}

interface Entry extends WebhookRow {
  readonly dueAt: number
  readonly isTaken: boolean
  /** Whether the file has these lanes. */
  readonly isSaved: boolean
}

/** The webhooks of a store that one process has for itself. A lease needs no end: it goes with the process. */
export const localWebhooks = (
  clock: Clock.Clock,
  left: ReadonlyArray<WebhookRow>,
  rows: WebhookRows
): WebhookStore["Service"] => {
  // A clock that steps back delays nothing.
  const now = () => monotonicNow(clock)
  const entries = new Map<JobId, Entry>(
    left.map((row) => [row.id, { ...row, dueAt: 0, isTaken: false, isSaved: true }])
  )

  return {
    open: (id, owner, lanes) =>
      Effect.suspend(() => {
        if (entries.has(id)) return Effect.void
        const row = { id, owner, lanes }
        entries.set(id, { ...row, dueAt: now(), isTaken: false, isSaved: true })
        return Effect.onError(rows.save(row), () => Effect.sync(() => entries.delete(id)))
      }),
    take: (limit, butOf = []) =>
      Effect.sync(() => {
        const isDue = ({ dueAt, isTaken, owner }: Entry) => !isTaken && dueAt <= now() && !butOf.includes(owner)
        const due = [...entries.values()].filter(isDue)
        return due.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, limit).map((entry) => {
          entries.set(entry.id, { ...entry, isTaken: true })
          return { id: entry.id, owner: entry.owner, lanes: entry.lanes, claim: 0 }
        })
      }),
    keep: ({ id, owner }, lanes, wait) =>
      Effect.suspend(() => {
        const known = entries.get(id)
        // Most looks find nothing to tell, and cost no write.
        const isSaved = known?.isSaved === true && JSON.stringify(known.lanes) === JSON.stringify(lanes)
        const dueAt = now() + Duration.toMillis(wait ?? Duration.zero)
        const entry: Entry = { id, owner, lanes, dueAt, isTaken: wait === undefined, isSaved }
        entries.set(id, entry)
        if (isSaved) return Effect.succeed(true)
        return Effect.map(rows.save({ id, owner, lanes }), () => {
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
