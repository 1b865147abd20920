import { Context, type Duration, type Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { EventCursors } from "./event-cursors.ts"

/** The webhook of a job, leased by this node. */
export interface TakenWebhook {
  readonly id: JobId
  readonly owner: string
  readonly cursors: EventCursors
  /** Fencing token of the lease. */
  readonly claim: number
}

/** The progress of each webhook, a few hundred bytes for a job. It is stored as long as the jobs of the same store. */
export class WebhookStore extends Context.Service<WebhookStore, {
  /** Stores the webhook of a job, unless it is there already. */
  open(id: JobId, owner: string, cursors: EventCursors): Effect.Effect<void, StoreUnavailable>
  /** Leases at most `limit` webhooks that are due, except of these owners, for `webhookLease`. */
  take(limit: number, exceptOf?: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<TakenWebhook>, StoreUnavailable>
  /**
   * Writes its cursors. With `wait`, the lease is released and the webhook is due after that time; without, the lease
   * is renewed. False if the lease was lost.
   */
  save(taken: TakenWebhook, cursors: EventCursors, wait?: Duration.Duration): Effect.Effect<boolean, StoreUnavailable>
  /** Deletes it after its last event. Does nothing if the lease was lost. */
  close(taken: TakenWebhook): Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/webhooks/WebhookStore") {}
