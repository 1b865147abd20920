import { Context, type Effect, Layer, Option, Schema } from "effect"
import type { JobId } from "../domain/Job.ts"
import type { StoreUnavailable } from "../domain/StoreUnavailable.ts"
import type { JobEvicted } from "./JobEvicted.ts"

/** Where a document is. Only its own keeper can read it; the job store keeps it in the job's row. */
export const DocumentRef = Schema.String.pipe(Schema.brand("DocumentRef"))
export type DocumentRef = typeof DocumentRef.Type

/** There is no room for another document. */
export class DocumentsFull extends Schema.TaggedError<DocumentsFull>()("DocumentsFull", {}) {}

/** Keeps documents outside of the job store. The bytes come compressed, and go out as they came. */
export interface DocumentKeeper {
  /** Returns when the document is durable, so that a row of the ledger never names one that is not there. */
  put(job: JobId, compressed: Uint8Array): Effect.Effect<DocumentRef, DocumentsFull | StoreUnavailable>
  get(job: JobId, ref: DocumentRef): Effect.Effect<Uint8Array, JobEvicted | StoreUnavailable>
  /** The job is evicted or deleted: all of its documents go. */
  drop(job: JobId): Effect.Effect<void, StoreUnavailable>
}

/** Where documents go. Without a keeper, the job store keeps them itself, in the transaction of their page. */
export class DocumentStore extends Context.Service<DocumentStore, {
  readonly keeper: Option.Option<DocumentKeeper>
}>()("gleaner/jobs/DocumentStore") {
  /** The job store keeps them. */
  static readonly layerNone = Layer.succeed(DocumentStore, { keeper: Option.none() })
}
