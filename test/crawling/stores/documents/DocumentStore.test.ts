import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll } from "vitest"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import type { DocumentStore } from "../../../../src/crawling/jobs/DocumentStore.ts"
import { fileDocuments } from "../../../../src/crawling/stores/documents/FileDocuments.ts"
import { s3Environment } from "../../../../src/crawling/stores/documents/s3-sender.ts"
import { type S3Bucket, s3Bucket } from "../../../../src/crawling/stores/documents/S3Bucket.ts"
import { s3Documents } from "../../../../src/crawling/stores/documents/S3Documents.ts"
import { s3Bounds } from "../../../../src/crawling/stores/documents/S3Segment.ts"
import { isS3Installed, s3Server } from "../../../support/stores/s3-server.ts"

type Documents = DocumentStore["Service"]

const newJob = () => JobId.make(randomBytes(16).toString("hex"))

/** Bytes that are the same in every run. */
const bytesOf = (seed: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 17 + (at >> 8)) & 255)

const some = (count: number) => Array.from({ length: count }, (_, at) => bytesOf(at, 500 + 97 * at % 3000))

const putAll = (store: Documents, job: JobId, documents: ReadonlyArray<Uint8Array>) =>
  Effect.forEach(documents, (bytes) => store.put(job, bytes), { concurrency: "unbounded" })

const getAll = (store: Documents, refs: ReadonlyArray<string>) => Effect.forEach(refs, store.get)

/** Compared as one number, because a diff of bytes is unreadable. */
const assertSame = (found: ReadonlyArray<Uint8Array>, expected: ReadonlyArray<Uint8Array>) => {
  const different = expected.findIndex((bytes, at) => Buffer.compare(bytes, found[at] ?? new Uint8Array()) !== 0)
  assert.deepStrictEqual({ count: found.length, different }, { count: expected.length, different: -1 })
}

/** The contract of every store of documents. `open` is a process that uses it. */
const contract = (open: () => Effect.Effect<Documents, never, Scope.Scope>) => {
  it.live("gives back what was put, byte for byte, whatever waited with it", () =>
    Effect.scoped(Effect.gen(function*() {
      const store = yield* open()
      const documents = [new Uint8Array(0), ...some(25), bytesOf(7, 300_000)]
      const refs = yield* putAll(store, newJob(), documents)
      assertSame(yield* getAll(store, refs), documents)
      assertSame(yield* getAll(store, refs.toReversed()), documents.toReversed())
    })))

  it.live("another process reads what one has put, while it runs and after it has ended", () =>
    Effect.scoped(Effect.gen(function*() {
      const first = yield* Scope.make()
      const [job, documents] = [newJob(), some(20)]
      const writer = yield* Scope.provide(open(), first)
      const reader = yield* open()
      const refs = yield* putAll(writer, job, documents)
      assertSame(yield* getAll(reader, refs), documents)
      const more = yield* putAll(writer, job, some(5))
      assertSame(yield* getAll(reader, more), some(5))
      yield* Scope.close(first, Exit.void)
      assertSame(yield* getAll(reader, [...refs, ...more]), [...documents, ...some(5)])
      assertSame(yield* getAll(yield* open(), refs), documents)
    })))

  it.live("segments that are full give way to others, and lose nothing", () =>
    Effect.scoped(Effect.gen(function*() {
      const store = yield* open()
      const [job, documents] = [newJob(), some(60)]
      const refs: Array<string> = []
      for (let at = 0; at < documents.length; at += 6) {
        refs.push(...(yield* putAll(store, job, documents.slice(at, at + 6))))
      }
      assertSame(yield* getAll(store, refs), documents)
    })))

  it.live("a dropped job is gone for every process, and no other job with it", () =>
    Effect.scoped(Effect.gen(function*() {
      const [store, other] = [yield* open(), yield* open()]
      const [gone, kept] = [newJob(), newJob()]
      const dropped = [...(yield* putAll(store, gone, some(4))), ...(yield* putAll(other, gone, some(4)))]
      const refs = yield* putAll(store, kept, some(4))
      yield* store.drop(gone)
      for (const ref of dropped) assert.strictEqual((yield* Effect.flip(store.get(ref)))._tag, "DocumentLost")
      assertSame(yield* getAll(other, refs), some(4))
      yield* store.drop(gone)
      yield* store.drop(newJob())
    })))

  it.live("a document that has changed is refused, and so is a reference of another kind of store", () =>
    Effect.scoped(Effect.gen(function*() {
      const store = yield* open()
      const [ref = ""] = yield* putAll(store, newJob(), [bytesOf(1, 100)])
      const damaged = ref.replace(/\d+$/, (checksum) => String(Number(checksum) + 1))
      assert.match((yield* Effect.flip(store.get(damaged))).message, /damaged/)
      for (const strange of ["tape:a/b/0/1/2", "file:../b/0/1/2", "s3:a/../c/0/1/2", ""]) {
        assert.strictEqual((yield* Effect.flip(store.get(strange)))._tag, "DocumentLost")
      }
    })))
}

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-documents-"))

describe("documents in a folder", () => {
  const folder = newFolder()
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  const bounds = { segmentBytes: 20_000, batchBytes: 50_000 }
  contract(() => fileDocuments(folder, bounds))

  it.live("has a few files a job, which only this user can read, and none when the job is dropped", () =>
    Effect.scoped(Effect.gen(function*() {
      const store = yield* fileDocuments(folder)
      const job = newJob()
      yield* putAll(store, job, some(100))
      const of = path.join(folder, job.slice(0, 2), job)
      const files = fs.readdirSync(of)
      assert.strictEqual(files.length, 1)
      assert.strictEqual(fs.statSync(of).mode & 0o777, 0o700)
      assert.strictEqual(fs.statSync(path.join(of, files[0] ?? "")).mode & 0o777, 0o600)
      yield* store.drop(job)
      assert.isFalse(fs.existsSync(of))
    })))

  it.live("writes nothing behind a torn end, and reads what was acknowledged before it", () =>
    Effect.scoped(Effect.gen(function*() {
      const job = newJob()
      const refs = yield* putAll(yield* fileDocuments(folder), job, some(3))
      const of = path.join(folder, job.slice(0, 2), job)
      const [segment = ""] = fs.readdirSync(of)
      fs.appendFileSync(path.join(of, segment), bytesOf(3, 1000)) // as a crash in mid-write leaves it
      const next = yield* fileDocuments(folder)
      const more = yield* putAll(next, job, some(3))
      assertSame(yield* getAll(next, [...refs, ...more]), [...some(3), ...some(3)])
    })))

  it.live("a folder that has become a file is a store that is away, and comes back", () =>
    Effect.scoped(Effect.gen(function*() {
      const own = newFolder()
      const store = yield* fileDocuments(path.join(own, "documents"))
      fs.writeFileSync(path.join(own, "documents"), "")
      assert.strictEqual((yield* Effect.flip(store.put(newJob(), bytesOf(1, 10))))._tag, "StoreUnavailable")
      fs.rmSync(path.join(own, "documents"))
      const ref = yield* store.put(newJob(), bytesOf(1, 10))
      assertSame([yield* store.get(ref)], [bytesOf(1, 10)])
      fs.rmSync(own, { recursive: true })
    })))
})

describe.skipIf(!(await isS3Installed()))("documents in a bucket", () => {
  let server: Awaited<ReturnType<typeof s3Server>>
  beforeAll(async () => {
    server = await s3Server("pages")
  })
  afterAll(() => server.stop())

  const bucketAs = (changes: Record<string, string> = {}) =>
    Effect.gen(function*() {
      const environment = yield* s3Environment.pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ...server.environment, ...changes })))
      )
      return yield* s3Bucket(environment, "pages", "a/b", 1)
    }).pipe(Effect.provide(FetchHttpClient.layer), Effect.orDie)

  const bounds = { segmentBytes: 20_000, parts: 4, bufferBytes: 100_000, linger: "5 millis" } as const
  const calm = { ...s3Bounds, linger: "1 millis" } as const
  const keysOf = (bucket: S3Bucket, job: JobId) => bucket.list(`a/b/${job}/`)
  contract(() => Effect.flatMap(bucketAs(), (bucket) => s3Documents(bucket, "a/b", bounds)))

  it.live("many small objects become one, under a reader that goes through them", () =>
    Effect.scoped(Effect.gen(function*() {
      const bucket = yield* bucketAs()
      const job = newJob()
      const writer = yield* Scope.make()
      const store = yield* Scope.provide(s3Documents(bucket, "a/b", calm), writer)
      const reader = yield* s3Documents(bucket, "a/b", calm)
      const refs: Array<string> = []
      for (const document of some(3)) refs.push(yield* store.put(job, document))
      assert.lengthOf(yield* keysOf(bucket, job), 3)
      assertSame([yield* reader.get(refs[0] ?? "")], some(1))
      yield* Scope.close(writer, Exit.void)
      assert.lengthOf(yield* keysOf(bucket, job), 1)
      assertSame(yield* getAll(reader, refs), some(3))
    })))

  it.live("a job that another node has dropped is not written again when its segment is sealed", () =>
    Effect.scoped(Effect.gen(function*() {
      const bucket = yield* bucketAs()
      const job = newJob()
      const writer = yield* Scope.make()
      const store = yield* Scope.provide(s3Documents(bucket, "a/b", calm), writer)
      for (const document of some(3)) yield* store.put(job, document)
      yield* (yield* s3Documents(bucket, "a/b", calm)).drop(job)
      yield* Scope.close(writer, Exit.void)
      assert.lengthOf(yield* keysOf(bucket, job), 0)
    })))

  it.live("a wrong secret is refused at once, and a server that is away is a store that is away", () =>
    Effect.scoped(Effect.gen(function*() {
      const refused = yield* Effect.flip((yield* bucketAs({ AWS_SECRET_ACCESS_KEY: "wrong" })).check)
      assert.strictEqual(refused._tag === "S3Refused" && refused.code, "SignatureDoesNotMatch")
      yield* (yield* bucketAs()).check
      const away = yield* bucketAs({ AWS_ENDPOINT_URL: "http://127.0.0.1:9" })
      assert.strictEqual((yield* Effect.flip(away.list("")))._tag, "StoreUnavailable")
    })))
})
