import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../domain/job/Job.ts"
import { DocumentLost } from "../../jobs/DocumentLost.ts"
import { type DocumentRef, DocumentStore } from "../../jobs/DocumentStore.ts"
import { compress, decompress } from "./compress.ts"

/** A document as the job's row keeps it: its compressed bytes, or where the document store has them. */
export type KeptDocument = Uint8Array | DocumentRef

/** The way of documents into a job store and out of it. */
export interface KeptDocuments {
  /** The job's rows have only their places. */
  readonly areElsewhere: boolean
  /** `none`: the document store has no room for it. */
  readonly keep: (id: JobId, json: Uint8Array) => Effect.Effect<Option.Option<KeptDocument>, StoreUnavailable>
  readonly read: (id: JobId, kept: KeptDocument) => Effect.Effect<Uint8Array, DocumentLost | StoreUnavailable>
  /** Comes before the rows of the job go, so that none of its documents is left over. */
  readonly drop: (id: JobId) => Effect.Effect<void, StoreUnavailable>
}

/** With the document store, if one is configured. Otherwise bytes are kept in the job's row. */
export const keptDocuments: Effect.Effect<KeptDocuments> = Effect.map(
  Effect.serviceOption(DocumentStore),
  Option.match({
    onNone: (): KeptDocuments => ({
      areElsewhere: false,
      keep: (_, json) => Effect.asSome(compress(json)),
      read: (id, kept) => typeof kept === "string" ? Effect.fail(elsewhere(id)) : decompress(kept),
      drop: () => Effect.void
    }),
    onSome: (documents): KeptDocuments => ({
      areElsewhere: true,
      keep: (id, json) =>
        Effect.flatMap(compress(json), (bytes) => documents.put(id, bytes)).pipe(
          Effect.asSome,
          Effect.catchTag("StoreFull", ({ reason }) =>
            Effect.as(Effect.logWarning(`a document was not kept: ${reason}`), Option.none()))
        ),
      read: (_, kept) =>
        Effect.flatMap(typeof kept === "string" ? documents.get(kept) : Effect.succeed(kept), decompress),
      drop: documents.drop
    })
  })
)

const elsewhere = (id: JobId) =>
  new DocumentLost({ id, reason: "it is in files or in a bucket, and GLEANER_DOCUMENTS names neither now" })
