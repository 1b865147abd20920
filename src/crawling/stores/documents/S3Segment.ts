import { type Duration, Effect, type Scope, Semaphore } from "effect"
import { randomBytes } from "node:crypto"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { DocumentRef } from "../../jobs/DocumentStore.ts"
import type { StoreFull } from "../../jobs/StoreFull.ts"
import { groupCommit } from "../shared/group-commit.ts"
import { refOf } from "./document-ref.ts"
import type { S3Bucket } from "./S3Bucket.ts"

export interface S3Bounds {
  /** Merge the parts of a segment at this size. */
  readonly segmentBytes: number
  /** Merge after this many parts. */
  readonly parts: number
  /** Merge when all segments together buffer this many bytes of parts. */
  readonly bufferBytes: number
  /** Documents within this time share a request, because each request is billed. */
  readonly linger: Duration.Input
}

export const s3Bounds: S3Bounds = {
  segmentBytes: 8 * 1024 * 1024,
  parts: 500,
  bufferBytes: 64 * 1024 * 1024,
  linger: "250 millis"
}

/** Bytes [start, end) of a segment in one object. */
export interface Extent {
  readonly start: number
  readonly end: number
}

/** A segment that this process writes. */
export interface S3Segment {
  put(bytes: Uint8Array): Effect.Effect<DocumentRef, StoreFull | StoreUnavailable>
  /** Bytes that are still in memory. */
  buffered(from: number, to: number): Uint8Array | undefined
  readonly name: string
  /** Stops writing, because the job is deleted. */
  readonly abandon: Effect.Effect<void>
}

/** The keys of a segment's extents sort by their offsets. */
export const keyOf = (folder: string, { end, start }: Extent): string => `${folder}${padded(start)}-${padded(end)}`

const padded = (offset: number): string => String(offset).padStart(12, "0")

export const extentOf = (key: string): Extent | undefined => {
  const [, start, end] = /(\d{12,})-(\d{12,})$/.exec(key) ?? []
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) }
}

/**
 * A segment is a stream of bytes. Each batch of documents is written as a small object before it is acknowledged.
 * Later, many small objects are merged into one, which is written before they are deleted, so any node can read
 * every acknowledged byte at any time. A crash only leaves small objects.
 */
export const s3Segment = Effect.fnUntraced(function*(
  bucket: S3Bucket,
  job: JobId,
  folderOf: (segment: string) => string,
  bounds: S3Bounds,
  memory: { buffered: number }
): Effect.fn.Return<S3Segment, never, Scope.Scope> {
  const name = randomBytes(8).toString("hex")
  const folder = folderOf(name)
  const scope = yield* Effect.scope
  const sealing = yield* Semaphore.make(1)
  let parts: Array<UploadPart> = []
  let end = 0

  const taken = (): ReadonlyArray<UploadPart> => {
    const all = parts
    parts = []
    memory.buffered -= bytesOf(all)
    return all
  }

  /** Merges objects, unless another node has deleted them with their job. */
  const seal = Effect.fnUntraced(
    function*(all: ReadonlyArray<UploadPart>) {
      const [first] = all
      const last = all.at(-1)
      if (first === undefined || last === undefined || all.length === 1) return
      if (!(yield* bucket.list(folder)).includes(keyOf(folder, first))) return
      yield* bucket.put(
        keyOf(folder, { start: first.start, end: last.end }),
        Buffer.concat(all.map(({ bytes }) => bytes))
      )
      yield* Effect.forEach(all, (part) => bucket.delete(keyOf(folder, part)), { concurrency: 8, discard: true })
    },
    sealing.withPermit,
    Effect.catch((error) => Effect.logDebug("documents stay in small objects", error))
  )

  yield* Effect.addFinalizer(() => Effect.suspend(() => Effect.timeoutOption(seal(taken()), sealTimeout)))

  const put = yield* groupCommit(
    bounds.segmentBytes,
    Effect.fnUntraced(function*(batch: ReadonlyArray<Uint8Array>) {
      const bytes = Buffer.concat(batch)
      const part = { start: end, end: end + bytes.length, bytes }
      // A put that failed may have been stored all the same. Its offset is never used again.
      end = part.end
      yield* bucket.put(keyOf(folder, part), bytes)
      parts.push(part)
      memory.buffered += bytes.length
      if (
        bytesOf(parts) >= bounds.segmentBytes || parts.length >= bounds.parts || memory.buffered > bounds.bufferBytes
      ) {
        yield* Effect.forkIn(seal(taken()), scope)
      }
      let offset = part.start
      return batch.map((document) => {
        const ref = refOf("s3", job, name, offset, document)
        offset += document.length
        return ref
      })
    }, Effect.uninterruptible),
    bounds.linger
  )

  return {
    put,
    name,
    buffered: (from, to) => {
      const part = parts.find((one) => one.start <= from && to <= one.end)
      return part?.bytes.subarray(from - part.start, to - part.start)
    },
    abandon: sealing.withPermit(Effect.sync(() => void taken()))
  }
})

interface UploadPart extends Extent {
  readonly bytes: Uint8Array
}

const bytesOf = (parts: ReadonlyArray<UploadPart>): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** At the end of the process. */
const sealTimeout = "2 seconds"
