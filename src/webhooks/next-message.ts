import { Effect } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import { isFinal, type Job, shownJob } from "../domain/job/Job.ts"
import type { LedgerRow, StoredPage } from "../domain/job/LedgerRow.ts"
import type { WebhookEvent } from "../domain/job/Webhook.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { Lane, Lanes } from "./event-cursors.ts"
import type { Message } from "./sign-message.ts"

/** What a lane has to tell now. */
export type Next =
  | { readonly _tag: "Message"; readonly lane: Lane; readonly message: Message }
  /** Rows of other outcomes, which this event does not tell. */
  | { readonly _tag: "Passed"; readonly lane: Lane }
  /** Something may come later. */
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Over" }

const nothing: Next = { _tag: "Nothing" }
const over: Next = { _tag: "Over" }

/** The message of an event that is under way, or the next one. `now`: milliseconds since the epoch. */
export const nextMessage = (
  store: Pick<JobStore["Service"], "pages">,
  job: Job,
  event: WebhookEvent,
  lanes: Lanes,
  now: number
): Effect.Effect<Next, StoreUnavailable> => {
  const lane = lanes[event]
  if (lane === undefined) return Effect.succeed(over)
  switch (event) {
    case "job.started":
      if (lane.from > 0 || neverRan(job)) return Effect.succeed(over)
      return Effect.succeed(job.status === "queued" ? nothing : aboutJob(job, event, lane, now))
    case "job.finished":
      if (lane.from > 0) return Effect.succeed(over)
      return Effect.succeed(isFinal(job.status) && !isAhead(lanes) ? aboutJob(job, event, lane, now) : nothing)
    case "page.stored":
      return aboutPages(store, job, event, lane, "stored", now)
    case "page.failed":
      return aboutPages(store, job, event, lane, "failed", now)
  }
}

/** It was cancelled while it was queued. */
const neverRan = ({ stats, status }: Job): boolean =>
  status === "cancelled" && stats.crawled + stats.failed + stats.skipped === 0

/**
 * Whether pages are still to be told before the end of the job. A receiver that refuses them does not hold up the end.
 */
const isAhead = (lanes: Lanes): boolean =>
  (["page.stored", "page.failed"] as const).some((event) => lanes[event]?.failures === 0)

const aboutJob = (job: Job, event: WebhookEvent, lane: Lane, now: number): Next => {
  const madeAt = lane.to > 0 ? lane.madeAt : event === "job.finished" ? (job.finished_at ?? 0) * 1000 : now
  return messageOf(job, event, { ...lane, to: 1, madeAt }, shownJob(job))
}

/** The rows of a message that is repeated, else those that have come since the last one. */
const aboutPages = Effect.fnUntraced(function*(
  store: Pick<JobStore["Service"], "pages">,
  job: Job,
  event: WebhookEvent,
  lane: Lane,
  outcome: "stored" | "failed",
  now: number
): Effect.fn.Return<Next, StoreUnavailable> {
  const isRepeated = lane.to > lane.from
  const limit = isRepeated ? lane.to - lane.from : maxRows
  const { items, more } = yield* store.pages(job.id, { after: lane.from, limit })
  if (items.length === 0) return isFinal(job.status) && !more ? over : nothing
  const rows = isRepeated ? items : withinBytes(items)
  const pages = rows.filter((row) => row.outcome === outcome).map(shownRow)
  const to = lane.from + rows.length
  if (pages.length === 0) return { _tag: "Passed", lane: { ...lane, from: to, to } }
  const madeAt = isRepeated ? lane.madeAt : now
  return messageOf(job, event, { ...lane, to, madeAt }, { job_id: job.id, pages })
})

/** What a receiver is sent at a time. */
const maxRows = 100
const maxBytes = 256 * 1024

/** At least one row. */
const withinBytes = (rows: ReadonlyArray<StoredPage>): ReadonlyArray<StoredPage> => {
  let bytes = 0
  const end = rows.findIndex((row) => (bytes += JSON.stringify(row).length) > maxBytes)
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}

/** What a crawl notes for a later one is left out. */
const shownRow = (row: StoredPage): LedgerRow => {
  const { seen: _, ...shown } = row
  return shown
}

const messageOf = (job: Job, event: WebhookEvent, lane: Lane, data: object): Next => ({
  _tag: "Message",
  lane,
  message: {
    id: `msg_${job.id}_${event.replace(".", "_")}_${lane.from}`,
    body: JSON.stringify({ type: event, timestamp: new Date(lane.madeAt).toISOString(), data })
  }
})
