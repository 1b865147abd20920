import { Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job, shownJob } from "../../core/domain/job/Job.ts"
import { driftsOf } from "../../core/domain/job/JobDrift.ts"
import { type LedgerRow, shownRow } from "../../core/domain/job/LedgerRow.ts"
import type { WebhookEvent } from "../../core/domain/options/Webhook.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import type { PageDetails } from "../jobs/changes/changed-pages.ts"
import { runChanges } from "../jobs/changes/run-changes.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { EventCursor, EventCursors } from "./event-cursors.ts"
import type { Message } from "./sign-message.ts"

export type Next =
  | { readonly _tag: "Message"; readonly cursor: EventCursor; readonly message: Message }
  /** Rows of other outcomes, which this event skips. */
  | { readonly _tag: "Passed"; readonly cursor: EventCursor }
  /** Something may come later. */
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Over" }

const nothing: Next = { _tag: "Nothing" }
const over: Next = { _tag: "Over" }

export interface MessageSource {
  readonly store: Pick<JobStore["Service"], "documents" | "ledger">
  readonly extractor: Pick<Extractor["Service"], "diff">
}

/** The message of an event that is in flight, or the next one. `now`: milliseconds since the epoch. */
export const nextMessage = (
  source: MessageSource,
  owner: string,
  job: Job,
  event: WebhookEvent,
  cursors: EventCursors,
  now: number
): Effect.Effect<Next, StoreUnavailable> => {
  const { store } = source
  const cursor = cursors[event]
  if (cursor === undefined) return Effect.succeed(over)
  switch (event) {
    case "job.started":
      if (cursor.from > 0 || neverRan(job)) return Effect.succeed(over)
      return Effect.succeed(job.status === "queued" ? nothing : aboutJob(job, event, cursor, now))
    case "job.finished":
      if (cursor.from > 0) return Effect.succeed(over)
      return Effect.succeed(isFinal(job.status) && !isAhead(cursors) ? aboutJob(job, event, cursor, now) : nothing)
    case "schedule.changed":
      if (cursor.from > 0) return Effect.succeed(over)
      return isFinal(job.status) ? aboutChanges(source, owner, job, cursor) : Effect.succeed(nothing)
    case "wrapper.drifted":
      return Effect.succeed(isFinal(job.status) ? aboutDrift(job, cursor) : nothing)
    case "page.stored":
      return aboutPages(store, job, event, cursor, "stored", now)
    case "page.failed":
      return aboutPages(store, job, event, cursor, "failed", now)
  }
}

/** Whether the job was cancelled while it was queued. */
const neverRan = ({ stats, status }: Job): boolean =>
  status === "cancelled" && stats.crawled + stats.failed + stats.skipped === 0

/** Whether pages are to be delivered before the end of the job. Pages that have failed do not delay the end. */
const isAhead = (cursors: EventCursors): boolean =>
  (["page.stored", "page.failed"] as const).some((event) => cursors[event]?.failures === 0)

const aboutJob = (job: Job, event: WebhookEvent, cursor: EventCursor, now: number): Next => {
  const madeAt = cursor.to > 0 ? cursor.madeAt : event === "job.finished" ? (job.finished_at ?? 0) * 1000 : now
  return messageOf(job, event, { ...cursor, to: 1, madeAt }, shownJob(job))
}

/** A message for each wrapper whose drift this job has found first. */
const aboutDrift = (job: Job, cursor: EventCursor): Next => {
  const drift = driftsOf(job).filter(({ isEvent }) => isEvent)[cursor.from]
  if (drift === undefined) return over
  const { fields, host, name, wrapper } = drift
  const madeAt = (job.finished_at ?? 0) * 1000
  return messageOf(job, "wrapper.drifted", { ...cursor, to: cursor.from + 1, madeAt }, {
    job_id: job.id,
    wrapper_id: wrapper,
    name,
    host,
    fields
  })
}

/** New, changed and removed pages of a run that is done, with what has changed. Without any, there is no message. */
const aboutChanges = Effect.fnUntraced(function*(
  { extractor, store }: MessageSource,
  owner: string,
  job: Job,
  cursor: EventCursor
): Effect.fn.Return<Next, StoreUnavailable> {
  const changes = yield* runChanges({ store, extractor, owner, priority: "crawl" }, job)
  if (changes === undefined) return over
  const { counts, pages, schedule, since, total } = changes
  const { schedule_name: name, schedule_run: run } = job.options
  const listed = withinBytes(pages.map(listedPage))
  return messageOf(job, "schedule.changed", { ...cursor, to: 1, madeAt: (job.finished_at ?? 0) * 1000 }, {
    schedule_id: schedule,
    ...compact({ name, run }),
    job_id: job.id,
    since,
    changes: counts,
    pages: listed,
    more: total > listed.length
  })
})

/** A page as receivers know it. */
const listedPage = <Page extends PageDetails>(page: Page): Omit<Page, "share"> => {
  const { share: _, ...listed } = page
  return listed
}

/** The rows of a message that is retried, else the rows since the last message. */
const aboutPages = Effect.fnUntraced(function*(
  store: Pick<JobStore["Service"], "ledger">,
  job: Job,
  event: WebhookEvent,
  cursor: EventCursor,
  outcome: "stored" | "failed",
  now: number
): Effect.fn.Return<Next, StoreUnavailable> {
  const isRepeated = cursor.to > cursor.from
  const limit = isRepeated ? cursor.to - cursor.from : maxRows
  const { items, more } = yield* store.ledger(job.id, { after: cursor.from, limit })
  if (items.length === 0) return isFinal(job.status) && !more ? over : nothing
  const rows = isRepeated ? items : withinBytes(items)
  const pages = rows.filter((row) => row.outcome === outcome).map(shownRow)
  const to = cursor.from + rows.length
  if (pages.length === 0) return { _tag: "Passed", cursor: { ...cursor, from: to, to } }
  const madeAt = isRepeated ? cursor.madeAt : now
  return messageOf(job, event, { ...cursor, to, madeAt }, { job_id: job.id, pages })
})

const maxRows = 100
const maxBytes = 256 * 1024

/** Returns at least one row. */
const withinBytes = <Row extends LedgerRow>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  let bytes = 0
  const end = rows.findIndex((row) => (bytes += JSON.stringify(row).length) > maxBytes)
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}

const messageOf = (job: Job, event: WebhookEvent, cursor: EventCursor, data: object): Next => ({
  _tag: "Message",
  cursor,
  message: {
    id: `msg_${job.id}_${event.replace(".", "_")}_${cursor.from}`,
    body: JSON.stringify({ type: event, timestamp: new Date(cursor.madeAt).toISOString(), data })
  }
})
