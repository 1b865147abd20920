import { Clock, Context, type Duration, Effect, Layer } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../domain/job/Job.ts"
import type { Lanes } from "./event-cursors.ts"
import { localWebhooks } from "./local-webhooks.ts"

/** The webhook of a job, as this node has taken it. */
export interface TakenWebhook {
  readonly id: JobId
  readonly owner: string
  readonly lanes: Lanes
  /** Another node that takes it gets another one. */
  readonly claim: number
}

/** How far each webhook has got, a few hundred bytes for a job. It lasts as long as the jobs of the same store. */
export class WebhookStore extends Context.Service<WebhookStore, {
  /** Remembers the webhook of a job. It does nothing if the job has one already. */
  open(id: JobId, owner: string, lanes: Lanes): Effect.Effect<void, StoreUnavailable>
  /** Those that are due, at most so many, and none of these owners. For `webhookLease` no other node gets them. */
  take(limit: number, butOf?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<TakenWebhook>, StoreUnavailable>
  /**
   * Writes its lanes. With `wait` it is given back, and is due after that time; without, it stays with this node for
   * another lease. False if another node has it now.
   */
  keep(taken: TakenWebhook, lanes: Lanes, wait?: Duration.Duration): Effect.Effect<boolean, StoreUnavailable>
  /** There is nothing left to tell. It does nothing if another node has it now. */
  close(taken: TakenWebhook): Effect.Effect<void, StoreUnavailable>
}>()("gleaner/webhooks/WebhookStore") {
  /** In this process, and gone with it. */
  static readonly layerMemory = Layer.effect(
    WebhookStore,
    Effect.map(
      Clock.Clock,
      (clock) => WebhookStore.of(localWebhooks(clock, [], { save: () => Effect.void, remove: () => Effect.void }))
    )
  )
}
