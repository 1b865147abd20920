import { type Duration, Effect, type Scope, Semaphore } from "effect"
import { randomBytes } from "node:crypto"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../domain/job/Job.ts"
import type { DocumentRef } from "../../jobs/DocumentStore.ts"
import type { StoreFull } from "../../jobs/StoreFull.ts"
import { refOf } from "./document-ref.ts"
import { groupCommit } from "./group-commit.ts"
import type { S3Bucket } from "./S3Bucket.ts"

export interface S3Bounds {
  /** Parts with so many bytes together become one object. */
  readonly segmentBytes: number
  /** So do so many parts. */
  readonly parts: number
  /** Bytes of parts that all segments keep in memory. */
  readonly heldBytes: number
  /** Requests are paid for one by one. Documents that come within this time share one. */
  readonly linger: Duration.Input
}

export const s3Bounds: S3Bounds = {
  segmentBytes: 8 * 1024 * 1024,
  parts: 500,
  heldBytes: 64 * 1024 * 1024,
  linger: "250 millis"
}

/** Bytes [start, end) of a segment, which are an object of their own. */
export interface Extent {
  readonly start: number
  readonly end: number
}

/** A segment that this process writes. */
export interface S3Segment {
  put(bytes: Uint8Array): Effect.Effect<DocumentRef, StoreFull | StoreUnavailable>
  /** Bytes that are in memory still. */
  held(from: number, to: number): Uint8Array | undefined
  readonly name: string
  /** The job is deleted: nothing of it is written any more. */
  readonly abandon: Effect.Effect<void>
}

/** The extents of one segment have names that sort by their place. */
export const keyOf = (folder: string, { end, start }: Extent): string => `${folder}${padded(start)}-${padded(end)}`

const padded = (offset: number): string => String(offset).padStart(12, "0")

export const extentOf = (key: string): Extent | undefined => {
  const [, start, end] = /(\d{12,})-(\d{12,})$/.exec(key) ?? []
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) }
}

/**
 * A segment is a stream of bytes. Every byte that was acknowledged can be read. Each batch of documents becomes a small
 * object before it is acknowledged. Later, many small objects become one. It is written before they are deleted, so
 * that any node can read every byte at every moment. A crash leaves small objects behind, and does no other harm.
 */
export const s3Segment = Effect.fnUntraced(function*(
  bucket: S3Bucket,
  job: JobId,
  folderOf: (segment: string) => string,
  bounds: S3Bounds,
  memory: { held: number }
): Effect.fn.Return<S3Segment, never, Scope.Scope> {
  const name = randomBytes(8).toString("hex")
  const folder = folderOf(name)
  const scope = yield* Effect.scope
  const sealing = yield* Semaphore.make(1)
  let parts: Array<Part> = []
  let end = 0

  const taken = (): ReadonlyArray<Part> => {
    const all = parts
    parts = []
    memory.held -= bytesOf(all)
    return all
  }

  /** Makes one object of many. A job that was dropped on another node meanwhile has none of them any more. */
  const seal = Effect.fnUntraced(
    function*(all: ReadonlyArray<Part>) {
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

  yield* Effect.addFinalizer(() => Effect.suspend(() => Effect.timeoutOption(seal(taken()), timeout)))

  const put = yield* groupCommit(
    bounds.segmentBytes,
    Effect.fnUntraced(function*(batch: ReadonlyArray<Uint8Array>) {
      const bytes = Buffer.concat(batch)
      const part = { start: end, end: end + bytes.length, bytes }
      // A put that failed may have come through all the same. Its place is never used again.
      end = part.end
      yield* bucket.put(keyOf(folder, part), bytes)
      parts.push(part)
      memory.held += bytes.length
      if (bytesOf(parts) >= bounds.segmentBytes || parts.length >= bounds.parts || memory.held > bounds.heldBytes) {
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
    held: (from, to) => {
      const part = parts.find(({ end, start }) => start <= from && to <= end)
      return part?.bytes.subarray(from - part.start, to - part.start)
    },
    abandon: sealing.withPermit(Effect.sync(() => void taken()))
  }
})

interface Part extends Extent {
  readonly bytes: Uint8Array
}

const bytesOf = (parts: ReadonlyArray<Part>): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** A stopping service does not wait longer than this for a tidy bucket. */
const timeout = "2 seconds"
