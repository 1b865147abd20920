import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { archiveIn } from "../../archive/page-archive.ts"
import type { PackedRecord } from "../../archive/WaczFile.ts"
import { DocumentLost } from "../../jobs/DocumentLost.ts"
import { type DocumentRef, DocumentStore } from "../../jobs/DocumentStore.ts"
import { factsIn, partsOf, type PictureFacts, type StoredPicture, withPictureFacts } from "../../jobs/stored-picture.ts"
import { compress, decompress } from "./compress.ts"

/**
 * The document in a job's row: its compressed bytes with those of its picture, or references of both to the document
 * store.
 */
export type KeptDocument = Uint8Array | DocumentRef

/** Writes and reads the documents of a job store. */
export interface KeptDocuments {
  /** Whether the job's rows have only references. */
  readonly areElsewhere: boolean
  /** `none`: the document store is full. */
  readonly store: (id: JobId, json: Uint8Array) => Effect.Effect<Option.Option<KeptDocument>, StoreUnavailable>
  /** The JSON of the document with this index. */
  readonly read: (
    id: JobId,
    stored: KeptDocument,
    index: number
  ) => Effect.Effect<Uint8Array, DocumentLost | StoreUnavailable>
  /** None if the document has no picture. */
  readonly picture: (
    id: JobId,
    stored: KeptDocument
  ) => Effect.Effect<Option.Option<StoredPicture>, DocumentLost | StoreUnavailable>
  /** None if the document has no records of its page. */
  readonly archive: (
    id: JobId,
    stored: KeptDocument
  ) => Effect.Effect<Option.Option<ReadonlyArray<PackedRecord>>, DocumentLost | StoreUnavailable>
  /** Call it before the rows of the job are deleted, so that a crash in between leaves a row for a retry. */
  readonly drop: (id: JobId) => Effect.Effect<void, StoreUnavailable>
}

/** Uses the document store, if one is configured, else the job's rows. */
export const keptDocuments: Effect.Effect<KeptDocuments> = Effect.map(
  Effect.serviceOption(DocumentStore),
  (found): KeptDocuments => {
    const elsewhere = Option.getOrUndefined(found)
    const bytesOf = (id: JobId, ref: DocumentRef) =>
      elsewhere === undefined ? Effect.fail(notHere(id)) : elsewhere.get(ref)
    return {
      areElsewhere: elsewhere !== undefined,
      store: (id, json) =>
        Effect.flatMap(
          compress(json),
          (bytes) => elsewhere === undefined ? Effect.succeedSome(bytes) : put(elsewhere, id, bytes)
        ),
      read: Effect.fnUntraced(function*(id, stored, index) {
        const parts = typeof stored === "string" ? refsIn(stored) : partsOf(stored)
        const { document, facts } = parts
        const bytes = typeof document === "string" ? yield* bytesOf(id, document) : document
        const json = yield* decompress(archiveIn(bytes).document)
        return facts === undefined ? json : withPictureFacts(json, facts, `/v1/jobs/${id}/pictures/${index}`)
      }),
      picture: Effect.fnUntraced(function*(id, stored) {
        const { facts, picture } = typeof stored === "string" ? refsIn(stored) : partsOf(stored)
        if (facts === undefined || "failure" in facts.picture || picture === undefined) return Option.none()
        const bytes = typeof picture === "string" ? yield* bytesOf(id, picture) : picture
        return Option.some({ bytes, media_type: facts.picture.media_type })
      }),
      archive: Effect.fnUntraced(function*(id, stored) {
        const { document } = typeof stored === "string" ? refsIn(stored) : partsOf(stored)
        const bytes = typeof document === "string" ? yield* bytesOf(id, document) : document
        return Option.fromUndefinedOr(archiveIn(bytes).records)
      }),
      drop: (id) => elsewhere === undefined ? Effect.void : elsewhere.drop(id)
    }
  }
)

/** Puts a document, and its picture apart from it: lists of documents do not read pictures. */
const put = (documents: DocumentStore["Service"], id: JobId, stored: Uint8Array) => {
  const { document, facts, picture = none } = partsOf(stored)
  const putPicture = picture.length === 0
    ? Effect.succeed("-")
    : Effect.catchTag(
      documents.put(id, picture),
      "StoreFull",
      ({ reason }) => Effect.as(refused("picture", reason), "")
    )
  return Effect.all([documents.put(id, document), putPicture], { concurrency: 2 }).pipe(
    Effect.map(([ref, pictureRef]) =>
      Option.some(
        facts === undefined ? ref : refsOf(ref, pictureRef, pictureRef === "" ? { ...facts, picture: noSpace } : facts)
      )
    ),
    Effect.catchTag("StoreFull", ({ reason }) => Effect.as(refused("document", reason), Option.none<KeptDocument>()))
  )
}

const none = new Uint8Array()
const noSpace = { failure: "The picture of the page was not stored: there is no space for it." }

const refused = (part: string, reason: string) => Effect.logWarning(`a ${part} was not stored: ${reason}`)

/** References have no space. */
const refsOf = (ref: DocumentRef, picture: DocumentRef, facts: PictureFacts): DocumentRef =>
  `${ref} ${picture} ${JSON.stringify(facts)}`

const refsIn = (stored: DocumentRef) => {
  const [document = "", picture = "", ...facts] = stored.split(" ")
  return facts.length === 0 ? { document } : { document, picture, facts: factsIn(facts.join(" ")) }
}

const notHere = (id: JobId) =>
  new DocumentLost({ id, reason: "it is in files or in a bucket, and GLEANER_DOCUMENTS names neither now" })
