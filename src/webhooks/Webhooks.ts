import { Clock, Context, Duration, Effect, FiberSet, Layer, Option } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import { isFinal, type Job } from "../domain/job/Job.ts"
import type { WebhookEvent } from "../domain/job/Webhook.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Shares } from "../kernel/Shares.ts"
import { Settings } from "../Settings.ts"
import { afterClockStep, eventsOf, type Lanes, withLane } from "./event-cursors.ts"
import { nextMessage } from "./next-message.ts"
import { send, type Target, targetOf } from "./send.ts"
import { takeWebhooks } from "./take-webhooks.ts"
import { WebhookClient } from "./WebhookClient.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"
import { type TakenWebhook, WebhookStore } from "./WebhookStore.ts"

/**
 * Tells receivers what happens to jobs, as Standard Webhooks says. It reads the ledgers of jobs and is no part of a
 * crawl, so a slow receiver holds up only its own messages. A message is sent until it arrives, as long as its job is
 * kept: a receiver may get one twice, with the same `webhook-id`.
 */
export class Webhooks extends Context.Service<Webhooks, {
  /** How many webhooks this node is busy with. */
  readonly busy: Effect.Effect<number>
}>()("gleaner/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const store = yield* WebhookStore
      const jobs = yield* JobStore
      const client = yield* WebhookClient
      const secrets = yield* WebhookSecrets
      const { jobRetention, webhookPause, webhookWaits } = yield* Settings
      const sending = { client, waits: webhookWaits }
      const busy = yield* FiberSet.make<void, never>()
      const sockets = new Shares({ units: maxBusy, reserve: maxBusy })

      /** Tells what one event has to tell now. `lost`: another node has the webhook now. */
      const log = Effect.fnUntraced(function*(hook: Hook, target: Target, job: Job, event: WebhookEvent) {
        const now = yield* Clock.currentTimeMillis
        if ((hook.lanes[event]?.dueAt ?? now) > now) return "nothing"
        const next = yield* nextMessage(jobs, job, event, hook.lanes, now)
        if (next._tag === "Nothing") return "nothing"
        const lane = next._tag === "Over" ? undefined : next.lane
        hook.lanes = withLane(hook.lanes, event, lane)
        if (next._tag !== "Message") return "told"
        // A process that ends after this sends the same rows again, under the same id.
        if (!(yield* store.keep(hook.taken, hook.lanes))) return "lost"
        const after = yield* send(sending, target, event, next.lane, next.message)
        hook.lanes = after === "gone" ? {} : withLane(hook.lanes, event, after)
        return "told"
      })

      /** Goes through the events of a job until none has anything to tell. */
      const pass = Effect.fnUntraced(function*(hook: Hook): Effect.fn.Return<void, StoreUnavailable> {
        const { taken } = hook
        hook.lanes = afterClockStep(hook.lanes, yield* Clock.currentTimeMillis)
        for (let round = 0; round < maxRounds; round++) {
          const found = Option.getOrUndefined(yield* jobs.get(taken.owner, taken.id))
          const url = found?.job.options.webhook?.url
          if (found === undefined || url === undefined) return yield* store.close(taken)
          const secret = secrets.of(taken.owner)
          // The key is gone, or it is new and only other nodes know it yet.
          if (secret === undefined) return void (yield* store.keep(taken, hook.lanes, withoutKey))
          const target = targetOf(found.job.id, url, secret)
          let isIdle = true
          for (const event of eventsOf(hook.lanes)) {
            const outcome = yield* log(hook, target, found.job, event)
            if (outcome === "lost") return
            if (outcome === "told") isIdle = false
          }
          // A job that still runs keeps its webhook, so that nobody opens it anew.
          if (eventsOf(hook.lanes).length === 0 && isFinal(found.job.status)) return yield* store.close(taken)
          if (isIdle) break
        }
        // A job lives this long after its end. Looking again by then finds out that it is gone.
        const wait = Duration.min(waitOf(hook.lanes, yield* Clock.currentTimeMillis), jobRetention)
        yield* store.keep(taken, hook.lanes, Duration.max(webhookPause, wait))
      })

      /** A webhook that is not finished goes back to the store, also when this process ends. */
      const serve = (taken: TakenWebhook): Effect.Effect<void> => {
        const hook: Hook = { taken, lanes: taken.lanes }
        const giveBack = (wait: Duration.Duration) => Effect.ignore(store.keep(taken, hook.lanes, wait))
        return pass(hook).pipe(
          Effect.catch(() => giveBack(storePause)),
          Effect.onInterrupt(() => giveBack(Duration.zero))
        )
      }

      const look = takeWebhooks(store, sockets, busy, serve)
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.ignore(look), Effect.sleep(webhookPause))))

      return Webhooks.of({ busy: FiberSet.size(busy) })
    })
  )
}

/** A webhook that this node is busy with, and how far it is. */
interface Hook {
  readonly taken: TakenWebhook
  lanes: Lanes
}

/** Until the first lane is due. With no lane left, until the job may be over. */
const waitOf = (lanes: Lanes, now: number): Duration.Duration => {
  const waits = eventsOf(lanes).map((event) => (lanes[event]?.dueAt ?? now) - now)
  return waits.length === 0
    ? withoutLanes
    : Duration.millis(Math.max(0, Math.min(...waits)))
}

/**
 * Jobs of one owner whose receivers one node talks to at the same time. As many more are for other owners: with
 * receivers that never answer, one key would hold up the messages of all others.
 */
const maxBusy = 64
/** A job with more to tell takes its turn again. */
const maxRounds = 16
/** How long a webhook waits when it has nothing to tell. */
const withoutLanes = Duration.seconds(30)
/** How long a webhook waits for a key that this node does not know. */
const withoutKey = Duration.minutes(1)
const storePause = Duration.seconds(5)
