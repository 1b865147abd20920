import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll } from "vitest"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { DocumentStore } from "../../../../src/crawling/jobs/DocumentStore.ts"
import { documentsIn } from "../../../../src/crawling/stores/documents/documents-layer.ts"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-place-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const started = (variables: Record<string, string>) =>
  Layer.fresh(
    Layer.unwrap(Effect.map(Settings, ({ documents, store }) => documentsIn(documents, store._tag !== "Memory")))
  ).pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables)))
  )

const faultOf = (variables: Record<string, string>) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(started(variables)))), ({ message }) => message)

const job = JobId.make("c".repeat(32))

describe("GLEANER_DOCUMENTS", () => {
  it.live("with store, there is no other store for documents", () =>
    Effect.gen(function*() {
      assert.isTrue(Option.isNone(yield* Effect.serviceOption(DocumentStore)))
    }).pipe(Effect.provide(started({}))))

  it.live("documents of a store that outlives the process are there when the next one starts", () =>
    Effect.gen(function*() {
      const variables = { GLEANER_STORE: "sqlite:./gleaner.db", GLEANER_DOCUMENTS: `file:${folder}/durable` }
      const put = Effect.flatMap(
        Effect.serviceOption(DocumentStore),
        (store) => Option.getOrThrow(store).put(job, new Uint8Array([1, 2, 3]))
      )
      const ref = yield* Effect.provide(put, started(variables), { local: true })
      const get = Effect.flatMap(Effect.serviceOption(DocumentStore), (store) => Option.getOrThrow(store).get(ref))
      assert.deepStrictEqual([...(yield* Effect.provide(get, started(variables), { local: true }))], [1, 2, 3])
    }))

  it.live("documents of jobs in memory end with the process, and another process may not share the folder", () =>
    Effect.gen(function*() {
      const variables = { GLEANER_DOCUMENTS: `file:${folder}/memory` }
      const put = Effect.gen(function*() {
        yield* Option.getOrThrow(yield* Effect.serviceOption(DocumentStore)).put(job, new Uint8Array(10))
        assert.match(
          yield* faultOf(variables),
          /^GLEANER_DOCUMENTS: the folder \S+ is used by another process; processes that keep .+; for example GLEANER_DOCUMENTS=file:/
        )
      })
      yield* Effect.provide(put, started(variables), { local: true })
      assert.deepStrictEqual(fs.readdirSync(`${folder}/memory/memory`), ["lock"])
      yield* Effect.provide(Effect.void, started(variables), { local: true })
    }))

  fs.writeFileSync(path.join(folder, "occupied"), "")
  const faults: ReadonlyArray<readonly [value: string, line: RegExp]> = [
    [
      "tape:/x",
      /"tape" is unknown; the kinds of store for documents are .+; for example .+=file:\/var\/lib\/gleaner$/
    ],
    ["files:/x", /the nearest is file; /],
    ["file:", /"file:" is not file: with the path of a folder/],
    ["file://host/x", /is not file: with the path/],
    ["store:x", /store has nothing after it/],
    ["s3:bucket", /"s3:bucket" is not s3:\/\/ with a bucket/],
    ["s3://Bucket", /is not s3:\/\/ with a bucket/],
    ["s3://bucket/a b", /is not s3:\/\/ with a bucket/],
    ["s3://bucket/../x", /is not s3:\/\/ with a bucket/],
    [`file:${folder}/occupied`, /the folder \S+ cannot be used: a part of its path is not a folder; for example/],
    ["s3://pages", /AWS_ACCESS_KEY_ID is needed too; .+; for example GLEANER_DOCUMENTS=s3:\/\/my-bucket\/gleaner$/]
  ]
  for (const [value, line] of faults) {
    it.live(`${value.replace(folder, "")} stops the start with one line`, () =>
      Effect.gen(function*() {
        const message = yield* faultOf({ GLEANER_STORE: "sqlite:./gleaner.db", GLEANER_DOCUMENTS: value })
        assert.match(message, /^GLEANER_DOCUMENTS: [^\n]+$/)
        assert.match(message, line)
      }))
  }

  it.live("a bucket needs jobs that outlive the process", () =>
    Effect.gen(function*() {
      const message = yield* faultOf({ GLEANER_DOCUMENTS: "s3://pages" })
      assert.match(message, /^GLEANER_DOCUMENTS: s3:\/\/ needs jobs that outlive the process: set GLEANER_STORE/)
    }))

  it.live("a bucket that cannot be used stops the start with one line", () =>
    Effect.gen(function*() {
      const message = yield* faultOf({
        GLEANER_STORE: "sqlite:./gleaner.db",
        GLEANER_DOCUMENTS: "s3://pages",
        AWS_ENDPOINT_URL: "http://127.0.0.1:9",
        AWS_ACCESS_KEY_ID: "a",
        AWS_SECRET_ACCESS_KEY: "very-secret"
      })
      assert.match(message, /^GLEANER_DOCUMENTS: the bucket pages cannot be used: [^\n]+$/)
      assert.notInclude(message, "very-secret")
    }))
})

describe("GLEANER_STORE", () => {
  const faults: ReadonlyArray<readonly [value: string, line: RegExp]> = [
    ["sqlite", /sqlite: needs the path of a file; for example GLEANER_STORE=sqlite:.\/gleaner.db$/],
    ["sqlit:/x", /"sqlit" is unknown, the nearest is sqlite/],
    ["mysql://root@db/x", /"mysql" is unknown/],
    ["postgres://user:hidden@host", /it is not a URL with a host and the name of a database/]
  ]
  for (const [value, line] of faults) {
    it.live(`${value} stops the start with one line`, () =>
      Effect.gen(function*() {
        const message = yield* faultOf({ GLEANER_STORE: value })
        assert.match(message, line)
        assert.notInclude(message, "hidden")
      }))
  }

  it.effect("shows no password", () =>
    Effect.gen(function*() {
      const { settings } = yield* Effect.promise(() => import("../../../../src/core/settings/Settings.ts"))
      const variables = { GLEANER_STORE: "postgres://user:hidden@host:5433/db?sslmode=require" }
      const { store } = yield* Effect.provide(
        Settings,
        Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables))))
      )
      assert.strictEqual(settings.store.show(store), "postgres://user@host:5433/db")
    }))
})

const ofService = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-service-"))
const live = serviceOverSite({ documents: { _tag: "File", folder: ofService } })
afterAll(() => fs.rmSync(ofService, { recursive: true, force: true }))

const filesIn = () =>
  fs.readdirSync(ofService, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("lock")).map(({ name }) => name)

const urlsOf = (documents: unknown) => (documents as ReadonlyArray<{ readonly url: string }>).map(({ url }) => url)

describe("a service with its documents in a folder", () => {
  it("answers them as ever, keeps them in one file a job, and deletes that with the job", async () => {
    const { id } = await live.crawled({ max_pages: 12 })
    const job = await live.ended(id)
    const urls = urlsOf((await live.get(`/v1/jobs/${String(id)}/documents?limit=100`))["documents"])
    assert.isAbove(urls.length, 5)
    assert.strictEqual(urls.length, job["document_count"])
    assert.lengthOf(filesIn(), 1)
    const lines = await (await live.service.call(`/v1/jobs/${String(id)}/documents`, {
      headers: { accept: "application/x-ndjson" }
    })).text()
    assert.deepStrictEqual(urlsOf(lines.trim().split("\n").map((line) => JSON.parse(line))), urls)
    await live.service.call(`/v1/jobs/${String(id)}?purge=true`, { method: "DELETE" })
    assert.deepStrictEqual(filesIn(), [])
    const metrics = await (await live.service.call("/v1/metrics")).text()
    assert.match(metrics, /gleaner_store_operation_duration_seconds_count\{operation="put document"[^}]*\} \d+/)
  })
})
