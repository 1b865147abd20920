import { type Config, Effect, Layer, RcMap, type Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { LRUCache } from "lru-cache"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { SettingError } from "../../../core/settings/Settings.ts"
import type { DocumentsPlace } from "../../../core/settings/store-kinds.ts"
import { DocumentStore } from "../../jobs/DocumentStore.ts"
import { measuredDocuments } from "../measured.ts"
import { lost, readRef, type SegmentRange, verified } from "./document-ref.ts"
import { s3Environment } from "./s3-sender.ts"
import { type S3Bucket, s3Bucket } from "./S3Bucket.ts"
import { type Extent, extentOf, keyOf, type S3Bounds, s3Bounds, s3Segment } from "./S3Segment.ts"

/** Segments are sealed after this time without a document. */
const writeIdle = "1 minute"
/** Bytes in one request: a job's documents are read sequentially. */
const readAhead = 256 * 1024
const readAheadBytes = 32 * 1024 * 1024
const knownSegments = 10_000
/** Of the list, for an object that is listed and not found. */
const maxPolls = 4
const pollInterval = "50 millis"

/**
 * Documents in a bucket: `PREFIX/JOB/SEGMENT/START-END`. Each process writes segments of its own. All acknowledged
 * bytes are in the bucket, where every node can read them.
 */
export const s3Documents = Effect.fnUntraced(function*(
  bucket: S3Bucket,
  prefix: string,
  bounds: S3Bounds = s3Bounds
): Effect.fn.Return<DocumentStore["Service"], never, Scope.Scope> {
  const folderOf = (job: JobId) => `${prefix === "" ? "" : `${prefix}/`}${job}/`
  const memory = { buffered: 0 }
  const writers = yield* RcMap.make({
    lookup: (job: JobId) => s3Segment(bucket, job, (segment) => `${folderOf(job)}${segment}/`, bounds, memory),
    idleTimeToLive: writeIdle
  })
  const ahead = new LRUCache<string, Extent & { readonly bytes: Uint8Array }>({
    maxSize: readAheadBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1
  })
  const extents = new LRUCache<string, ReadonlyArray<Extent>>({ max: knownSegments })

  const listed = Effect.fnUntraced(function*(folder: string) {
    const found = (yield* bucket.list(folder)).flatMap((key) => extentOf(key) ?? [])
    extents.set(folder, found)
    return found
  })

  const fetched = Effect.fnUntraced(function*(folder: string, from: number, to: number, known: ReadonlyArray<Extent>) {
    const extent = known.find((one) => one.start <= from && to <= one.end)
    if (extent === undefined) return undefined
    const end = Math.min(extent.end, Math.max(to, from + readAhead))
    const bytes = yield* bucket.get(keyOf(folder, extent), from - extent.start, end - extent.start)
    if (bytes !== undefined) ahead.set(folder, { start: from, end, bytes })
    return bytes?.subarray(0, to - from)
  })

  /** Bytes of a segment, from the first of these: the write buffer, the read-ahead cache, the object with them. */
  const read = Effect.fnUntraced(function*(place: SegmentRange) {
    const { job, length, offset: from, segment } = place
    if (length === 0) return new Uint8Array(0) // HTTP has no range without bytes
    const to = from + length
    const open = yield* RcMap.getOption(writers, job)
    const buffered = open._tag === "Some" && open.value.name === segment ? open.value.buffered(from, to) : undefined
    if (buffered !== undefined) return buffered
    const folder = `${folderOf(job)}${segment}/`
    const near = ahead.get(folder)
    if (near !== undefined && near.start <= from && to <= near.end) {
      return near.bytes.subarray(from - near.start, to - near.start)
    }
    const known = yield* fetched(folder, from, to, extents.get(folder) ?? [])
    if (known !== undefined) return known
    // Small objects may be merged between the list and the request. Poll before they count as lost.
    for (let poll = 0; poll < maxPolls; poll++) {
      const found = yield* listed(folder)
      if (!found.some(({ end, start }) => start <= from && to <= end)) break
      const bytes = yield* fetched(folder, from, to, found)
      if (bytes !== undefined) return bytes
      yield* Effect.sleep(pollInterval)
    }
    return yield* lost(place)
  }, Effect.scoped)

  return DocumentStore.of({
    put: (job, bytes) => Effect.scoped(Effect.flatMap(RcMap.get(writers, job), (segment) => segment.put(bytes))),
    get: Effect.fnUntraced(function*(ref) {
      const place = yield* readRef("s3", ref)
      return yield* verified(place, yield* read(place))
    }),
    drop: Effect.fnUntraced(function*(job) {
      const open = yield* Effect.scoped(RcMap.getOption(writers, job))
      if (open._tag === "Some") yield* open.value.abandon
      yield* RcMap.invalidate(writers, job)
      const keys = yield* bucket.list(folderOf(job))
      yield* Effect.forEach(keys, bucket.delete, { concurrency: 8, discard: true })
    })
  })
})

/** Credentials and endpoint come from the AWS_ variables. The start fails if the bucket cannot be used. */
export const s3Layer = (
  { bucket: name, prefix }: Extract<DocumentsPlace, { readonly _tag: "S3" }>
): Layer.Layer<DocumentStore, SettingError> =>
  Layer.effect(
    DocumentStore,
    Effect.gen(function*() {
      const environment = yield* Effect.mapError(s3Environment, missing)
      const bucket = yield* s3Bucket(environment, name, prefix)
      yield* Effect.mapError(
        bucket.check,
        (error) =>
          unusable(`the bucket ${name} cannot be used: ${error._tag === "S3Refused" ? error.message : error.reason}`)
      )
      return measuredDocuments(yield* s3Documents(bucket, prefix))
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))

const missing = (error: Config.ConfigError): SettingError =>
  unusable(
    `${
      /AWS_[A-Z_0-9]+/.exec(error.message)?.[0] ?? "an AWS_ variable"
    } is needed too; AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL say where the bucket is`
  )

const unusable = (fault: string): SettingError =>
  new SettingError({ variable: "GLEANER_DOCUMENTS", fault, example: "s3://my-bucket/gleaner" })
