import { Effect, RcMap, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import * as path from "node:path"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { type DocumentRef, DocumentStore } from "../../jobs/DocumentStore.ts"
import type { StoreFull } from "../../jobs/StoreFull.ts"
import { groupCommit } from "../shared/group-commit.ts"
import { Disk, type OpenFile } from "./disk.ts"
import { lost, readRef, refOf, verified } from "./document-ref.ts"

export interface FileBounds {
  /** Maximum size of a segment. */
  readonly segmentBytes: number
  /** Maximum size of one write. */
  readonly batchBytes: number
}

const fileBounds: FileBounds = { segmentBytes: 256 * 1024 * 1024, batchBytes: 8 * 1024 * 1024 }

/** Open segments are closed after this time without a document. */
const writeIdle = "1 minute"
/** Files stay open between the sequential reads of a job's documents. */
const readIdle = "10 seconds"

/**
 * Documents in a folder: `ab/abcd.../SEGMENT` with `abcd...` the id of the job. Each process writes segments of its own
 * and never appends to a segment after a crash: a torn end has no reference, and is deleted with its job.
 */
export const fileDocuments = Effect.fnUntraced(function*(
  folder: string,
  bounds: FileBounds = fileBounds
): Effect.fn.Return<DocumentStore["Service"], never, Scope.Scope> {
  const folderOf = (job: JobId) => path.join(folder, job.slice(0, 2), job)

  const writers = yield* RcMap.make({
    lookup: (job: JobId) => segmentsOf(job, folderOf(job), bounds),
    idleTimeToLive: writeIdle
  })
  const readers = yield* RcMap.make({ lookup: Disk.open, idleTimeToLive: readIdle })

  return DocumentStore.of({
    put: (job, bytes) => Effect.scoped(Effect.flatMap(RcMap.get(writers, job), (write) => write(bytes))),
    get: Effect.fnUntraced(function*(ref) {
      const place = yield* readRef("file", ref)
      const file = path.join(folderOf(place.job), place.segment)
      const bytes = yield* Effect.scoped(
        Effect.flatMap(RcMap.get(readers, file), (open) => open.read(place.offset, place.length))
      ).pipe(
        Effect.tapError(() => RcMap.invalidate(readers, file)),
        Effect.catchTag("NoSuchFile", () => Effect.fail(lost(place)))
      )
      return yield* verified(place, bytes)
    }),
    drop: (job) => Effect.andThen(RcMap.invalidate(writers, job), Disk.removeFolder(folderOf(job)))
  })
})

/** Appends documents to the segment of a job. The first document, and the first after a fault, open a new segment. */
const segmentsOf = Effect.fnUntraced(
  function*(job: JobId, folder: string, { batchBytes, segmentBytes }: FileBounds): Effect.fn.Return<
    (bytes: Uint8Array) => Effect.Effect<DocumentRef, StoreFull | StoreUnavailable>,
    never,
    Scope.Scope
  > {
    let open: Segment | undefined
    const closed = Effect.suspend(() => {
      const last = open
      open = undefined
      return last === undefined ? Effect.void : last.file.close
    })
    yield* Effect.addFinalizer(() => closed)

    const segment = Effect.gen(function*() {
      if (open !== undefined && open.size < segmentBytes) return open
      yield* closed
      const name = randomBytes(8).toString("hex")
      return (open = { name, file: yield* Disk.create(folder, name), size: 0 })
    })

    return yield* groupCommit(
      batchBytes,
      Effect.fnUntraced(
        function*(batch: ReadonlyArray<Uint8Array>) {
          const current = yield* segment
          const { file, name } = current
          yield* file.append(current.size, batch)
          let offset = current.size
          const refs = batch.map((bytes) => {
            const ref = refOf("file", job, name, offset, bytes)
            offset += bytes.length
            return ref
          })
          current.size = offset
          return refs
        },
        // After a failed sync the contents of the disk are unknown. The segment keeps its acknowledged bytes.
        Effect.tapError(() => closed),
        Effect.uninterruptible
      )
    )
  }
)

interface Segment {
  readonly name: string
  readonly file: OpenFile
  /** Bytes that are durable. */
  size: number
}
