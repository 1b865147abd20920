import { Clock, Context, Duration, Effect, FiberSet, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job } from "../../core/domain/job/Job.ts"
import type { WebhookEvent } from "../../core/domain/options/Webhook.ts"
import { Shares } from "../../core/kernel/fair/Shares.ts"
import { log } from "../../core/observability/log-lines.ts"
import { repeatedly } from "../../core/observability/repeatedly.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { Extractor } from "../../extract/Extractor.ts"
import { type RunChanges, runChanges } from "../jobs/changes/run-changes.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Mailer } from "../notify/Mailer.ts"
import { noticeOf } from "../notify/Notice.ts"
import {
  afterClockStep,
  type EventCursors,
  eventsOf,
  namesIn,
  noticeName,
  noticesOf,
  withCursor,
  withoutEvents
} from "./event-cursors.ts"
import { nextMessage } from "./next-message.ts"
import { sendNotice } from "./send-notice.ts"
import { send, type Target, targetOf } from "./send.ts"
import { takeWebhooks } from "./take-webhooks.ts"
import { WebhookClient } from "./WebhookClient.ts"
import { missingKeyPause, WebhookSecrets } from "./WebhookSecrets.ts"
import { type TakenWebhook, WebhookStore } from "./WebhookStore.ts"

/**
 * Delivers the events of jobs to receivers, per Standard Webhooks. Messages are made from the ledgers of jobs and apart
 * from crawls, so a slow receiver delays only its own messages. Delivery is at least once, as long as the job is
 * stored: a receiver may get a message twice, with the same `webhook-id`.
 */
export class Webhooks extends Context.Service<Webhooks, {
  /** Number of webhooks that this node is serving. */
  readonly busy: Effect.Effect<number>
}>()("gleaner/crawling/webhooks/Webhooks") {
  static readonly layerNoDeps = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const store = yield* WebhookStore
      const jobs = yield* JobStore
      const extractor = yield* Extractor
      const client = yield* WebhookClient
      const secrets = yield* WebhookSecrets
      const { jobRetention, webhookPause, webhookWaits } = yield* Settings
      const mailer = yield* Mailer
      const sending = { client, mailer, waits: webhookWaits }
      const busy = yield* FiberSet.make<void, never>()
      const sockets = new Shares({ units: maxBusy, reserve: maxBusy })

      /** Sends the next message of one event. `lost`: another node has the lease of the webhook. */
      const sendNext = Effect.fnUntraced(function*(hook: Hook, target: Target, job: Job, event: WebhookEvent) {
        const now = yield* Clock.currentTimeMillis
        if ((hook.cursors[event]?.dueAt ?? now) > now) return "idle"
        const next = yield* nextMessage({ store: jobs, extractor }, hook.taken.owner, job, event, hook.cursors, now)
        if (next._tag === "Nothing") return "idle"
        const cursor = next._tag === "Over" ? undefined : next.cursor
        hook.cursors = withCursor(hook.cursors, event, cursor)
        if (next._tag !== "Message") return "advanced"
        // After a crash, the same rows are sent again under the same id.
        if (!(yield* store.save(hook.taken, hook.cursors))) return "lost"
        const after = yield* send(sending, target, event, next.cursor, next.message)
        hook.cursors = after === "gone" ? withoutEvents(hook.cursors) : withCursor(hook.cursors, event, after)
        return "advanced"
      })

      /** Sends the message about a run to the receiver with this place. Without changes that count, there is none. */
      const sendNextNotice = Effect.fnUntraced(function*(hook: Hook, job: Job, place: number) {
        const name = noticeName(place)
        const cursor = hook.cursors[name]
        if (cursor === undefined || cursor.dueAt > (yield* Clock.currentTimeMillis) || !isFinal(job.status)) {
          return "idle"
        }
        const { notify } = job.options
        const receiver = notify?.to[place]
        hook.changes ??= yield* Effect.map(
          runChanges({ store: jobs, extractor, owner: hook.taken.owner, priority: "crawl" }, job),
          Option.fromUndefinedOr
        )
        const changes = Option.getOrUndefined(hook.changes)
        const notice = changes === undefined || notify === undefined ? undefined : noticeOf(job, changes, notify)
        if (receiver === undefined || notice === undefined) {
          hook.cursors = withCursor(hook.cursors, name)
          return "advanced"
        }
        if (!(yield* store.save(hook.taken, hook.cursors))) return "lost"
        const after = yield* sendNotice(sending, job, place, receiver, notice, cursor)
        hook.cursors = withCursor(hook.cursors, name, after)
        return "advanced"
      })

      /** Sends the messages of all events of a job until none is due. */
      const pass = Effect.fnUntraced(function*(hook: Hook): Effect.fn.Return<void, StoreUnavailable> {
        const { taken } = hook
        hook.cursors = afterClockStep(hook.cursors, yield* Clock.currentTimeMillis)
        for (let round = 0; round < maxRounds; round++) {
          const found = Option.getOrUndefined(yield* jobs.get(taken.owner, taken.id))
          const { notify, webhook } = found?.job.options ?? {}
          if (found === undefined || (webhook ?? notify) === undefined) return yield* store.close(taken)
          const secret = secrets.of(taken.owner)
          if (secret === undefined) return void (yield* store.save(taken, hook.cursors, missingKeyPause))
          const target = webhook === undefined ? undefined : targetOf(found.job.id, webhook.url, secret)
          let isIdle = true
          for (const event of eventsOf(hook.cursors)) {
            const outcome = target === undefined ? "idle" : yield* sendNext(hook, target, found.job, event)
            if (outcome === "lost") return
            if (outcome === "advanced") isIdle = false
          }
          for (const place of noticesOf(hook.cursors)) {
            const outcome = yield* sendNextNotice(hook, found.job, place)
            if (outcome === "lost") return
            if (outcome === "advanced") isIdle = false
          }
          // A running job keeps its webhook, because a node that takes the job over opens it if it is missing.
          if (namesIn(hook.cursors).length === 0 && isFinal(found.job.status)) return yield* store.close(taken)
          if (isIdle) break
        }
        // Poll at least once in the retention of the job, to notice its deletion.
        const wait = Duration.min(waitOf(hook.cursors, yield* Clock.currentTimeMillis), jobRetention)
        yield* store.save(taken, hook.cursors, Duration.max(webhookPause, wait))
      })

      /** Releases the lease of an unfinished webhook, also after a defect and when this process ends. */
      const serve = (taken: TakenWebhook): Effect.Effect<void> => {
        const hook: Hook = { taken, cursors: taken.cursors }
        const release = (wait: Duration.Duration) => Effect.ignore(store.save(taken, hook.cursors, wait))
        return pass(hook).pipe(
          Effect.catch(() => release(storePause)),
          Effect.catchDefect((defect) =>
            Effect.andThen(
              log("a webhook cannot be served", { "job.id": taken.id, "error.type": String(defect) }, "Error"),
              release(defectPause)
            )
          ),
          Effect.onInterrupt(() => release(Duration.zero))
        )
      }

      yield* repeatedly("taking webhooks", takeWebhooks(store, sockets, busy, serve), webhookPause)

      return Webhooks.of({ busy: FiberSet.size(busy) })
    })
  )
}

/** A webhook that this node is serving, with its progress. */
interface Hook {
  readonly taken: TakenWebhook
  cursors: EventCursors
  /** Of a job that has ended. Read once for all receivers. */
  changes?: Option.Option<RunChanges>
}

/** Until the first cursor is due; without cursors, until the next check of the job. */
const waitOf = (cursors: EventCursors, now: number): Duration.Duration => {
  const waits = namesIn(cursors).map((event) => (cursors[event]?.dueAt ?? now) - now)
  return waits.length === 0 ? idlePause : Duration.millis(Math.max(0, Math.min(...waits)))
}

/**
 * Webhooks of one owner that a node serves concurrently, and as many more for other owners: the receivers of one key
 * may never answer, and must not block the others.
 */
const maxBusy = 64
/** Of the events of a job, before it is rescheduled. */
const maxRounds = 16
const idlePause = Duration.seconds(30)
const storePause = Duration.seconds(5)
const defectPause = Duration.minutes(1)
