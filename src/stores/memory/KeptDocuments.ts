import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../domain/job/Job.ts"
import { DocumentLost } from "../../jobs/DocumentLost.ts"
import { type DocumentRef, DocumentStore } from "../../jobs/DocumentStore.ts"
import { compress, decompress } from "./compress.ts"

/** The document in a job's row: its compressed bytes, or a reference to the document store. */
export type KeptDocument = Uint8Array | DocumentRef

/** Writes and reads the documents of a job store. */
export interface KeptDocuments {
  /** Whether the job's rows have only references. */
  readonly areElsewhere: boolean
  /** `none`: the document store is full. */
  readonly store: (id: JobId, json: Uint8Array) => Effect.Effect<Option.Option<KeptDocument>, StoreUnavailable>
  readonly read: (id: JobId, stored: KeptDocument) => Effect.Effect<Uint8Array, DocumentLost | StoreUnavailable>
  /** Call it before the rows of the job are deleted, so that a crash in between leaves a row for a retry. */
  readonly drop: (id: JobId) => Effect.Effect<void, StoreUnavailable>
}

/** Uses the document store, if one is configured, else the job's rows. */
export const keptDocuments: Effect.Effect<KeptDocuments> = Effect.map(
  Effect.serviceOption(DocumentStore),
  Option.match({
    onNone: (): KeptDocuments => ({
      areElsewhere: false,
      store: (_, json) => Effect.asSome(compress(json)),
      read: (id, stored) => typeof stored === "string" ? Effect.fail(elsewhere(id)) : decompress(stored),
      drop: () => Effect.void
    }),
    onSome: (documents): KeptDocuments => ({
      areElsewhere: true,
      store: (id, json) =>
        Effect.flatMap(compress(json), (bytes) => documents.put(id, bytes)).pipe(
          Effect.asSome,
          Effect.catchTag("StoreFull", ({ reason }) =>
            Effect.as(Effect.logWarning(`a document was not stored: ${reason}`), Option.none()))
        ),
      read: (_, stored) =>
        Effect.flatMap(typeof stored === "string" ? documents.get(stored) : Effect.succeed(stored), decompress),
      drop: documents.drop
    })
  })
)

const elsewhere = (id: JobId) =>
  new DocumentLost({ id, reason: "it is in files or in a bucket, and GLEANER_DOCUMENTS names neither now" })
