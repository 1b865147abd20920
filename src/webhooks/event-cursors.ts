import type { WebhookEvent } from "../domain/job/Webhook.ts"

/**
 * How far one event of a job has been told. Messages are not queued: the ledger of the job has their rows, and a lane
 * is a place in it. Times are milliseconds since the epoch.
 */
export interface Lane {
  /** The first row that is not told. */
  readonly from: number
  /** Where the message under way ends; `from` while there is none. A repeated message has the same rows. */
  readonly to: number
  /** When the message under way was made. */
  readonly madeAt: number
  /** How often the message under way has failed. */
  readonly failures: number
  /** Nothing is sent before. */
  readonly dueAt: number
  /** When `dueAt` was set by a failure. */
  readonly failedAt?: number
}

/** The lanes of one job. An event that has been told to its end, or was given up, has none. */
export type Lanes = { readonly [E in WebhookEvent]?: Lane }

/** In the order in which a receiver should hear of them. */
const order: ReadonlyArray<WebhookEvent> = ["job.started", "page.stored", "page.failed", "job.finished"]

export const openLanes = (events: ReadonlyArray<WebhookEvent>, now: number): Lanes => {
  const lane: Lane = { from: 0, to: 0, madeAt: 0, failures: 0, dueAt: now }
  return Object.fromEntries(order.filter((event) => events.includes(event)).map((event) => [event, lane]))
}

export const eventsOf = (lanes: Lanes): ReadonlyArray<WebhookEvent> =>
  order.filter((event) => lanes[event] !== undefined)

export const withLane = (lanes: Lanes, event: WebhookEvent, lane: Lane | undefined): Lanes => {
  const { [event]: _, ...others } = lanes
  return lane === undefined ? others : { ...others, [event]: lane }
}

/** The message has arrived. */
export const told = (lane: Lane): Lane => ({ ...lane, from: lane.to, failures: 0 })

/** Each wait is up to a fifth shorter or longer, so that receivers do not get all repeated messages at once. */
const spread = 0.2

/**
 * The message has not arrived: it is tried again, or given up after the last wait. `waits` has the seconds before each
 * new try, `random` is from 0 to 1, `asked` the milliseconds that the receiver asks us to wait.
 */
export const failed = (
  lane: Lane,
  waits: ReadonlyArray<number>,
  now: number,
  random: number,
  asked = 0
): Lane | undefined => {
  const seconds = waits[lane.failures]
  if (seconds === undefined) return undefined
  const wait = seconds * 1000 * (1 - spread + 2 * spread * random)
  const longest = (waits.at(-1) ?? 0) * 1000
  return { ...lane, failures: lane.failures + 1, dueAt: now + Math.max(wait, Math.min(asked, longest)), failedAt: now }
}

/** After a clock that has stepped back behind a failure, the wait after it starts again. */
export const afterClockStep = (lanes: Lanes, now: number): Lanes =>
  eventsOf(lanes).reduce((all, event) => {
    const lane = all[event]
    if (lane?.failedAt === undefined || lane.failedAt <= now) return all
    return withLane(all, event, { ...lane, dueAt: now + lane.dueAt - lane.failedAt, failedAt: now })
  }, lanes)
