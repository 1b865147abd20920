import { Clock, Duration, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job } from "../../core/domain/job/Job.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { Extractor } from "../../extract/Extractor.ts"
import { type RunChanges, runChanges } from "../jobs/changes/run-changes.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Mailer } from "../notify/Mailer.ts"
import { noticeOf } from "../notify/Notice.ts"
import {
  afterClockStep,
  type EventCursor,
  type EventCursors,
  eventsOf,
  namesIn,
  noticeName,
  noticesOf,
  withCursor,
  withoutEvents
} from "./event-cursors.ts"
import { type MessageSource, nextMessage } from "./next-message.ts"
import { sendNotice } from "./send-notice.ts"
import { send, type Sending, type Target, targetOf } from "./send.ts"
import { WebhookClient } from "./WebhookClient.ts"
import { missingKeyPause, WebhookSecrets } from "./WebhookSecrets.ts"
import { type TakenWebhook, WebhookStore } from "./WebhookStore.ts"

/** A webhook that this node is serving, with its progress. */
export interface Hook {
  readonly taken: TakenWebhook
  cursors: EventCursors
  /** Of a job that has ended. Read once for all receivers. */
  changes?: Option.Option<RunChanges>
}

/** Sends the messages of all events of a job until none is due, then releases or closes its webhook. */
export const delivery = Effect.gen(function*() {
  const store = yield* WebhookStore
  const jobs = yield* JobStore
  const source: MessageSource = { store: jobs, extractor: yield* Extractor }
  const secrets = yield* WebhookSecrets
  const { jobRetention, webhookPause, webhookWaits } = yield* Settings
  const sending: Sending = { client: yield* WebhookClient, mailer: yield* Mailer, waits: webhookWaits }

  /** Takes the next step of an event or a notice. `lost`: another node has the lease of the webhook. */
  const advance = Effect.fnUntraced(function*(hook: Hook, name: keyof EventCursors, next: NamedStep[1]) {
    const now = yield* Clock.currentTimeMillis
    if ((hook.cursors[name]?.dueAt ?? now) > now) return "idle"
    const step = yield* next
    if (step === undefined) return "idle"
    hook.cursors = withCursor(hook.cursors, name, step.cursor)
    if (step.attempt === undefined) return "advanced"
    // After a crash, the same rows are sent again under the same id.
    if (!(yield* store.save(hook.taken, hook.cursors))) return "lost"
    const after = yield* step.attempt
    hook.cursors = after === "gone" ? withoutEvents(hook.cursors) : withCursor(hook.cursors, name, after)
    return "advanced"
  })

  /** Takes the next step of each event and each notice. */
  const advanceAll = Effect.fnUntraced(function*(hook: Hook, job: Job, target: Target | undefined) {
    let result: "idle" | "advanced" = "idle"
    const steps = [
      ...(target === undefined ? [] : eventSteps(source, sending, target, hook, job)),
      ...noticeSteps(source, sending, hook, job)
    ]
    for (const [name, next] of steps) {
      const outcome = yield* advance(hook, name, next)
      if (outcome === "lost") return outcome
      if (outcome === "advanced") result = outcome
    }
    return result
  })

  return Effect.fnUntraced(function*(hook: Hook): Effect.fn.Return<void, StoreUnavailable> {
    const { taken } = hook
    hook.cursors = afterClockStep(hook.cursors, yield* Clock.currentTimeMillis)
    for (let rounds = 0; rounds < maxRounds; rounds++) {
      const found = Option.getOrUndefined(yield* jobs.get(taken.owner, taken.id))
      const { notify, webhook } = found?.job.options ?? {}
      if (found === undefined || (webhook ?? notify) === undefined) return yield* store.close(taken)
      const secret = secrets.of(taken.owner)
      if (secret === undefined) return void (yield* store.save(taken, hook.cursors, missingKeyPause))
      const target = webhook === undefined ? undefined : targetOf(found.job.id, webhook.url, secret)
      const outcome = yield* advanceAll(hook, found.job, target)
      if (outcome === "lost") return
      // A running job keeps its webhook, because a node that takes the job over opens it if it is missing.
      if (namesIn(hook.cursors).length === 0 && isFinal(found.job.status)) return yield* store.close(taken)
      if (outcome === "idle") break
    }
    // Poll at least once in the retention of the job, to notice its deletion.
    const wait = Duration.min(waitOf(hook.cursors, yield* Clock.currentTimeMillis), jobRetention)
    yield* store.save(taken, hook.cursors, Duration.max(webhookPause, wait))
  })
})

/** The next step of an event or a notice. */
interface Step {
  /** The progress to store before the attempt. Undefined if nothing is left to send. */
  readonly cursor: EventCursor | undefined
  /** Sends the message once. Without it, the step has none. */
  readonly attempt?: Effect.Effect<EventCursor | undefined | "gone">
}

/** The next step under a name; undefined as long as there is none. */
type NamedStep = readonly [name: keyof EventCursors, next: Effect.Effect<Step | undefined, StoreUnavailable>]

const eventSteps = (
  source: MessageSource,
  sending: Sending,
  target: Target,
  hook: Hook,
  job: Job
): ReadonlyArray<NamedStep> =>
  eventsOf(hook.cursors).map((event) => [
    event,
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const next = yield* nextMessage(source, hook.taken.owner, job, event, hook.cursors, now)
      if (next._tag === "Nothing") return undefined
      if (next._tag === "Over") return { cursor: undefined }
      if (next._tag === "Passed") return { cursor: next.cursor }
      return { cursor: next.cursor, attempt: send(sending, target, event, next.cursor, next.message) }
    })
  ])

/** One for each receiver that has a message to come. Without changes that count, there is no message. */
const noticeSteps = (source: MessageSource, sending: Sending, hook: Hook, job: Job): ReadonlyArray<NamedStep> =>
  noticesOf(hook.cursors).map((place) => [
    noticeName(place),
    Effect.gen(function*() {
      const cursor = hook.cursors[noticeName(place)]
      if (cursor === undefined || !isFinal(job.status)) return undefined
      const { notify } = job.options
      const receiver = notify?.to[place]
      hook.changes ??= yield* Effect.map(
        runChanges({ ...source, owner: hook.taken.owner, priority: "crawl" }, job),
        Option.fromUndefinedOr
      )
      const changes = Option.getOrUndefined(hook.changes)
      const notice = changes === undefined || notify === undefined ? undefined : noticeOf(job, changes, notify)
      return receiver === undefined || notice === undefined
        ? { cursor: undefined }
        : { cursor, attempt: sendNotice(sending, job, place, receiver, notice, cursor) }
    })
  ])

/** Until the first cursor is due; without cursors, until the next check of the job. */
const waitOf = (cursors: EventCursors, now: number): Duration.Duration => {
  const waits = namesIn(cursors).map((event) => (cursors[event]?.dueAt ?? now) - now)
  return waits.length === 0 ? idlePause : Duration.millis(Math.max(0, Math.min(...waits)))
}

/** Of the events of a job, before it is rescheduled. */
const maxRounds = 16
const idlePause = Duration.seconds(30)
