import type { WebhookEvent } from "../../core/domain/options/Webhook.ts"

/**
 * The progress of one event of a job. Messages are not queued: a cursor points to their rows in the job's ledger. Times
 * are milliseconds since the epoch.
 */
export interface EventCursor {
  /** The first row that is not delivered. */
  readonly from: number
  /** End of the message in flight; `from` if there is none. A repeated message has the same rows. */
  readonly to: number
  /** When the message in flight was made. */
  readonly madeAt: number
  /** How often the message in flight has failed. */
  readonly failures: number
  /** Nothing is sent before. */
  readonly dueAt: number
  /** When `dueAt` was set by a failure. */
  readonly failedAt?: number
}

/** Messages for people about a run, to the receiver with this place in the list. */
export type NoticeName = `notify.${number}`

/** The cursors of one job. An event that was delivered to its end, or given up, has none. */
export type EventCursors = { readonly [E in WebhookEvent | NoticeName]?: EventCursor }

/** The order of delivery. */
const order: ReadonlyArray<WebhookEvent> = [
  "job.started",
  "page.stored",
  "page.failed",
  "schedule.changed",
  "wrapper.drifted",
  "job.finished"
]

/** `receivers`: number of receivers of messages for people. */
export const openCursors = (events: ReadonlyArray<WebhookEvent>, now: number, receivers = 0): EventCursors => {
  const cursor: EventCursor = { from: 0, to: 0, madeAt: 0, failures: 0, dueAt: now }
  const names = [
    ...order.filter((event) => events.includes(event)),
    ...Array.from({ length: receivers }, (_, place) => noticeName(place))
  ]
  return Object.fromEntries(names.map((name) => [name, cursor]))
}

export const eventsOf = (cursors: EventCursors): ReadonlyArray<WebhookEvent> =>
  order.filter((event) => cursors[event] !== undefined)

/** The places of the receivers that have a message to come. */
export const noticesOf = (cursors: EventCursors): ReadonlyArray<number> =>
  Object.keys(cursors).flatMap((name) => name.startsWith(noticePrefix) ? Number(name.slice(noticePrefix.length)) : [])

export const noticeName = (place: number): NoticeName => `${noticePrefix}${place}`
const noticePrefix = "notify."

/** All names that have a cursor. */
export const namesIn = (cursors: EventCursors): ReadonlyArray<WebhookEvent | NoticeName> => [
  ...eventsOf(cursors),
  ...noticesOf(cursors).map(noticeName)
]

/** Without those of the webhook. */
export const withoutEvents = (cursors: EventCursors): EventCursors =>
  eventsOf(cursors).reduce((left, event) => withCursor(left, event), cursors)

export const withCursor = (
  cursors: EventCursors,
  event: WebhookEvent | NoticeName,
  cursor?: EventCursor
): EventCursors => {
  const { [event]: _, ...others } = cursors
  return cursor === undefined ? others : { ...others, [event]: cursor }
}

export const afterDelivery = (cursor: EventCursor): EventCursor => ({ ...cursor, from: cursor.to, failures: 0 })

/** Jitter: each wait is up to a fifth shorter or longer. */
const jitter = 0.2

/**
 * The cursor with the time of the next attempt; undefined after the last one. `waits` has the seconds before each
 * retry, `random` is from 0 to 1, `requested` the milliseconds of the receiver's Retry-After.
 */
export const afterFailure = (
  cursor: EventCursor,
  waits: ReadonlyArray<number>,
  now: number,
  random: number,
  requested = 0
): EventCursor | undefined => {
  const seconds = waits[cursor.failures]
  if (seconds === undefined) return undefined
  const wait = seconds * 1000 * (1 - jitter + 2 * jitter * random)
  const max = (waits.at(-1) ?? 0) * 1000
  const dueAt = now + Math.max(wait, Math.min(requested, max))
  return { ...cursor, failures: cursor.failures + 1, dueAt, failedAt: now }
}

/** Restarts the wait after a failure that is in the future, because the clock has stepped back. */
export const afterClockStep = (cursors: EventCursors, now: number): EventCursors =>
  namesIn(cursors).reduce((all, event) => {
    const cursor = all[event]
    if (cursor?.failedAt === undefined || cursor.failedAt <= now) return all
    return withCursor(all, event, { ...cursor, dueAt: now + cursor.dueAt - cursor.failedAt, failedAt: now })
  }, cursors)
