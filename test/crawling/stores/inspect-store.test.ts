import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll } from "vitest"
import { Settings, settings } from "../../../src/core/settings/Settings.ts"
import type { StorePlace } from "../../../src/core/settings/store-kinds.ts"
import { configuredStores } from "../../../src/crawling/stores/configured-stores.ts"
import { documentsLine, inspectStore, storeLine } from "../../../src/crawling/stores/inspect-store.ts"
import { migrations } from "../../../src/crawling/stores/postgres/migrations/migrate.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../support/stores/postgres.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-inspect-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const lineOf = (store: StorePlace) =>
  Effect.provide(storeLine(store, settings.store.show(store)), Settings.layerWith({ store }))

describe("what doctor tells of the store", () => {
  it.live("jobs in memory end with the process", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* lineOf({ _tag: "Memory" }), "memory: jobs end with the process")
    }))

  it.live("that the pooler of a Postgres has no effect on another store, at the start too", () =>
    Effect.gen(function*() {
      const ignored = "GLEANER_STORE_POOLER is ignored: GLEANER_STORE is not Postgres"
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      for (const storePooler of ["off", "on", Redacted.make("postgres://a:hidden@b/c")] as const) {
        const settings = Settings.layerWith({ storePooler })
        const line = yield* Effect.provide(storeLine({ _tag: "Memory" }, "memory"), settings)
        assert.strictEqual(line, `memory: jobs end with the process${storePooler === "off" ? "" : `; ${ignored}`}`)
        yield* Effect.scoped(Layer.build(configuredStores.pipe(Layer.provide([settings, log]))))
      }
      assert.deepStrictEqual(lines, [ignored, ignored])
    }))

  it.live("of a file: schema, size, and whether a service has it open; looking makes no file", () =>
    Effect.gen(function*() {
      const file = path.join(folder, "gleaner.db")
      const place = { _tag: "Sqlite", path: file } as const
      assert.match(yield* lineOf(place), /^sqlite:\S+: SQLite [\d.]+, no tables yet; the first start makes them$/)
      assert.isFalse(fs.existsSync(file))
      const database = new DatabaseSync(file)
      database.exec("CREATE TABLE jobs (id TEXT); PRAGMA user_version = 3")
      assert.match(yield* lineOf(place), /^sqlite:\S+: SQLite [\d.]+, schema 3, 8.0 KiB, no service has it open$/)
      database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
      assert.match(yield* lineOf(place), /^sqlite:\S+: SQLite [\d.]+, schema 3, 8.0 KiB, a service has it open$/)
      database.close()
      fs.writeFileSync(file, "no database ".repeat(100))
      assert.match(yield* lineOf(place), /cannot be used: file is not a database$/)
    }))

  it.live("of a folder of documents: the room on its disk", () =>
    Effect.gen(function*() {
      assert.match(yield* documentsLine({ _tag: "File", folder }, `file:${folder}`), /^file:\S+: [\d.]+ \w+ free$/)
      const missing = path.join(folder, "missing")
      assert.match(
        yield* documentsLine({ _tag: "File", folder: missing }, "file:x"),
        /not there yet; the first start makes it$/
      )
      assert.strictEqual(yield* documentsLine({ _tag: "Store" }, "store"), "with the jobs")
    }))
})

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "what doctor tells of Postgres", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  it.live("schema, size and nodes alive; an inspection makes no tables and does not count as a node", () =>
    Effect.gen(function*() {
      const url = server.database()
      const store = { _tag: "Postgres", url: Redacted.make(url) } as const
      assert.match(
        yield* lineOf(store),
        /^postgres:\/\/gleaner@\S+: Postgres [\d.]+, no tables yet; the first start makes them$/
      )
      const nodes = Layer.fresh(postgresStores(store.url)).pipe(Layer.provide(Settings.layerWith({ store })))
      yield* Effect.gen(function*() {
        const report = Option.getOrThrow(yield* Effect.provide(inspectStore, Settings.layerWith({ store })))
        assert.deepInclude(report, { schema: migrations.length, nodes: 1 })
        assert.isAbove(report.bytes, 10_000)
      }).pipe(Effect.provide(nodes))
      const line = yield* lineOf(store)
      assert.match(line, new RegExp(`, schema ${migrations.length}, [\\d.]+ KiB, 0 nodes alive$`))
      assert.notInclude(line, "secret")
    }))

  it.live("a Postgres that is away is told in the line", () =>
    Effect.gen(function*() {
      const line = yield* lineOf({ _tag: "Postgres", url: Redacted.make("postgres://u:hidden@127.0.0.1:9/db") })
      assert.match(line, /^postgres:\/\/u@127.0.0.1:9\/db: cannot be used: [^\n]+$/)
      assert.notInclude(line, "hidden")
    }))
})
