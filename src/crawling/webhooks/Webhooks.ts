import { Context, Duration, Effect, FiberSet, Layer } from "effect"
import { Shares } from "../../core/kernel/fair/Shares.ts"
import { log } from "../../core/observability/log-lines.ts"
import { repeatedly } from "../../core/observability/repeatedly.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { delivery, type Hook } from "./delivery.ts"
import { takeWebhooks } from "./take-webhooks.ts"
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
      const deliver = yield* delivery
      const { webhookPause } = yield* Settings
      const busy = yield* FiberSet.make<void, never>()
      const sockets = new Shares({ units: maxBusy, reserve: maxBusy })

      /** Releases the lease of an unfinished webhook, also after a defect and when this process ends. */
      const serve = (taken: TakenWebhook): Effect.Effect<void> => {
        const hook: Hook = { taken, cursors: taken.cursors }
        const release = (wait: Duration.Duration) => Effect.ignore(store.save(taken, hook.cursors, wait))
        return deliver(hook).pipe(
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

/**
 * Webhooks of one owner that a node serves concurrently, and as many more for other owners: the receivers of one key
 * may never answer, and must not block the others.
 */
const maxBusy = 64
const storePause = Duration.seconds(5)
const defectPause = Duration.minutes(1)
