import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Option } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { crawlDefaults } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlJournal } from "../../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { ScheduleStore } from "../../../../src/crawling/schedules/ScheduleStore.ts"
import { openFile } from "../../../../src/crawling/stores/sqlite/open-file.ts"
import { sqliteStores } from "../../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { migrations } from "../../../../src/crawling/stores/sqlite/thread/migrations.ts"
import { crawling, keyed, ledgerOf, read } from "../contract/crawling.ts"
import type { Overrides } from "../contract/engine.ts"
import { scheduleOf } from "../contract/schedules.ts"
import { folder } from "./folder.ts"

const stores = (file: string, settings: Overrides = {}) =>
  Layer.fresh(sqliteStores(file)).pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings })))

/** The file, opened by another process. */
const taken = (file: string) =>
  Effect.acquireRelease(Effect.sync(() => openFile(file)), (db) => Effect.sync(() => db.close()))

/** A copy with garbage in the first page of a table. */
const damage = (file: string, table: string, copy: string): void => {
  const db = new DatabaseSync(file)
  const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.["rootpage"])
  const size = Number(db.prepare("PRAGMA page_size").get()?.["page_size"])
  db.close()
  const bytes = fs.readFileSync(file)
  bytes.fill(0xA5, (root - 1) * size, root * size)
  fs.writeFileSync(copy, bytes)
}

describe("a SQLite file", () => {
  it.live("that cannot be used stops the start with one line that says why", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const at = (name: string) => path.join(made, name)
      fs.writeFileSync(at("text"), "This is a text and no database. ".repeat(200))
      fs.mkdirSync(at("folder"))
      const other = new DatabaseSync(at("other"))
      other.exec("CREATE TABLE things (name TEXT)")
      other.close()
      yield* taken(at("taken"))
      const faults: Readonly<Record<string, RegExp>> = {
        text: /text is not a SQLite database; name another file$/,
        folder: /folder is a folder; name a file$|folder cannot be opened/,
        other: /other is the database of another program; name another file$/,
        taken: /taken is in use by another process; one file serves one process$/,
        // The folder exists, and no file can be created in it. Only root gets this far.
        ...(fs.existsSync("/proc/self") && process.getuid?.() === 0
          ? { "/proc/gleaner.db": /no file can be made in the folder \/proc; name another file$/ }
          : {}),
        "none/gleaner.db": /the folder \S+none does not exist; make it, or name another file$/
      }
      for (const [name, fault] of Object.entries(faults)) assert.throws(() => openFile(path.resolve(made, name)), fault)
      const error = yield* Effect.flip(Effect.scoped(Layer.build(stores(at("other")))))
      assert.match(error.message, /^GLEANER_STORE: [^\n]+ is the database of another program; name another file$/)
    }).pipe(Effect.scoped))

  it.live("that was cut stops the start, and one that was emptied says that it is new", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const file = path.join(made, "gleaner.db")
      yield* Effect.provide(
        Effect.flatMap(JobStore, (store) => store.create("a", "https://a.test/", crawlDefaults)),
        stores(file)
      )
      fs.truncateSync(file, fs.statSync(file).size - 100)
      const error = yield* Effect.flip(Effect.scoped(Layer.build(stores(file))))
      assert.match(error.message, /gleaner\.db is cut: 100 bytes are missing at its end; put a copy in its place/)
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const opened = (name: string) => Effect.provide(JobStore, stores(path.join(made, name)).pipe(Layer.provide(log)))
      yield* opened("new.db")
      assert.deepStrictEqual(lines, [])
      fs.truncateSync(file)
      yield* opened("gleaner.db")
      assert.lengthOf(lines.filter((line) => /gleaner\.db was empty, so a new store is in it/.test(line)), 1)
    }).pipe(Effect.scoped))

  it.live("with a schedule that cannot be read leaves it out, says which, and serves the others", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      for (const n of [1, 2, 3]) {
        yield* Effect.provide(Effect.flatMap(ScheduleStore, (store) => store.create(scheduleOf(n), 9)), stores(file))
      }
      const db = new DatabaseSync(file)
      db.prepare("UPDATE schedules SET schedule = ? WHERE id = ?").run("{\"state\":{}}", scheduleOf(1).id)
      db.prepare("UPDATE schedules SET schedule = ? WHERE id = ?").run("{\"id\":", scheduleOf(2).id)
      db.close()
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const { items } = yield* Effect.provide(
        Effect.flatMap(ScheduleStore, (store) => store.list("a", { limit: 9 })),
        stores(file).pipe(Layer.provide(log))
      )
      assert.deepStrictEqual(items, [scheduleOf(3)])
      for (const n of [1, 2]) assert.lengthOf(lines.filter((line) => line.includes(`schedule ${scheduleOf(n).id}`)), 1)
    }).pipe(Effect.scoped))

  it.live("that a newer Gleaner wrote is refused, and stays as it is", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      const db = openFile(file)
      db.exec("PRAGMA user_version = 99")
      db.close()
      const before = fs.readFileSync(file)
      const error = yield* Effect.flip(Effect.scoped(Layer.build(stores(file))))
      assert.include(
        error.message,
        `was written by a newer Gleaner (its schema is 99, this one knows ${migrations.length}); use that one`
      )
      assert.deepStrictEqual(fs.readFileSync(file), before)
    }).pipe(Effect.scoped))

  it.live("that is damaged in its list of jobs stops the start; damaged elsewhere, it costs the jobs that lie there", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const file = path.join(made, "gleaner.db")
      const crawled = crawling().pipe(
        Effect.tap((crawl) => Effect.andThen(crawl.page(read("one")), crawl.store.finish(crawl.id, "done")))
      )
      const { id } = yield* Effect.scoped(Effect.provide(crawled, stores(file)))
      damage(file, "ledger", path.join(made, "ledger.db"))
      damage(file, "jobs", path.join(made, "jobs.db"))
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        const lost = yield* Effect.flip(store.ledger(id, { after: 0, limit: 9 }))
        assert.match(lost.reason, /ledger\.db is damaged; put a copy in its place/)
        assert.isTrue(lost.isDamaged)
        // An operator must see the fault, while reads are served.
        assert.isTrue((yield* Effect.flip(store.ready)).isDamaged)
        assert.strictEqual((yield* store.list("a", { limit: 9 })).total, 1)
        assert.strictEqual((yield* store.create("a", "https://b.test/", crawlDefaults)).status, "queued")
      }).pipe(Effect.scoped, Effect.provide(stores(path.join(made, "ledger.db"))))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(stores(path.join(made, "jobs.db")))))
      assert.match(error.message, /^GLEANER_STORE: [^\n]+jobs\.db is damaged; put a copy in its place[^\n]+$/)
    }).pipe(Effect.scoped))

  it.live("can be read only by its owner", () =>
    Effect.gen(function*() {
      const made = yield* folder
      yield* Layer.build(stores(path.join(made, "gleaner.db")))
      for (const name of fs.readdirSync(made)) {
        assert.strictEqual(fs.statSync(path.join(made, name)).mode & 0o777, 0o600, name)
      }
    }).pipe(Effect.scoped))

  it.live("keeps jobs of all kinds over a restart, with their rows, documents and idempotency keys", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      const ids = yield* Effect.gen(function*() {
        const store = yield* JobStore
        const done = yield* crawling({ owner: "a" })
        for (const text of ["one", "two", "three"]) yield* done.page(read(text))
        yield* store.finish(done.id, "done")
        const running = yield* crawling({ owner: "b" })
        yield* running.page(read("seed"))
        const queued = yield* store.create("c", "https://c.test/", crawlDefaults, keyed("key"))
        return { done: done.id, running: running.id, queued: queued.id }
      }).pipe(Effect.scoped, Effect.provide(stores(file)))
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        const { items } = yield* store.listAll({ limit: 9 })
        assert.deepStrictEqual(items.map(({ job, owner }) => [owner, job.status, job.document_count]), [
          ["c", "queued", 0],
          ["b", "running", 1],
          ["a", "done", 3]
        ])
        assert.strictEqual((yield* ledgerOf({ id: ids.done, store })).length, 3)
        assert.strictEqual((yield* store.create("c", "https://c.test/", crawlDefaults, keyed("key"))).id, ids.queued)
        assert.deepStrictEqual((yield* store.promote(1)).map(({ id }) => id), [ids.running])
        assert.deepStrictEqual((yield* store.promote(2)).map(({ id }) => id), [ids.running, ids.queued])
        const { revision } = Option.getOrThrow(yield* store.get("a", ids.done))
        assert.isAbove(revision, 3)
      }).pipe(Effect.scoped, Effect.provide(stores(file)))
    }).pipe(Effect.scoped))

  it.live("keeps jobs for days, and forgets what is over then", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      const days = { jobRetention: Duration.days(7) }
      yield* Effect.gen(function*() {
        const crawl = yield* crawling()
        for (const text of ["one", "two", "three"]) yield* crawl.page(read(text))
        yield* crawl.store.finish(crawl.id, "done")
      }).pipe(Effect.scoped, Effect.provide(stores(file, days)))
      const sixDays = openFile(file)
      sixDays.exec("UPDATE jobs SET finished_at = finished_at - 6 * 86400")
      sixDays.close()
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* (yield* JobStore).list("a", { limit: 9 })).total, 1)
      }).pipe(Effect.provide(stores(file, days)))
      const eightDays = openFile(file)
      eightDays.exec("UPDATE jobs SET finished_at = finished_at - 2 * 86400")
      eightDays.close()
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        assert.strictEqual((yield* store.list("a", { limit: 9 })).total, 0)
        assert.strictEqual((yield* store.stored).bytes, 0)
        // Its rows are deleted in batches.
        yield* Effect.sleep("200 millis")
      }).pipe(Effect.provide(stores(file, days)))
      const after = openFile(file)
      for (const table of ["jobs", "documents", "ledger", "steps", "errors", "pending_deletes"]) {
        assert.strictEqual(after.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"], 0, table)
      }
      after.close()
    }).pipe(Effect.scoped))

  it.live("that cannot take a page fails the write, shows nothing of it, and takes the next one", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        const journal = yield* CrawlJournal
        const crawl = yield* crawling({ pages: 3 })
        yield* crawl.page(read("one"))
        const before = yield* crawl.job
        const end = {
          // A page that cannot be written.
          row: {
            url: "x",
            outcome: "stored",
            code: "",
            status: 200,
            depth: 0,
            found_on: "",
            elapsed_ms: 1n as unknown as number
          },
          change: { crawled: 1, stored: 1 },
          pending: 0,
          errors: [],
          linksToFailed: []
        } as const
        const step = {
          seq: 1,
          url: "x",
          isFailed: false,
          isLost: false,
          spends: true,
          marks: [],
          text: "",
          base: undefined,
          joined: [],
          linked: []
        }
        const failed = yield* Effect.flip(journal.write(crawl.id, [{ end, step }]))
        assert.strictEqual(failed._tag, "StoreUnavailable")
        assert.deepStrictEqual(yield* crawl.job, before)
        assert.strictEqual((yield* ledgerOf(crawl)).length, 1)
        assert.strictEqual((yield* Effect.flip(store.ready))._tag, "StoreUnavailable")
        // The next page succeeds, and the service is ready.
        yield* crawl.page(read("two"))
        yield* store.ready
        assert.strictEqual((yield* crawl.job).document_count, 2)
      }).pipe(Effect.scoped, Effect.provide(stores(file)))
    }).pipe(Effect.scoped))

  it.live("that was copied without its log says at the start that its newest jobs are missing", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const at = (name: string) => path.join(made, name)
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const warnings = Effect.fnUntraced(function*(file: string) {
        lines.length = 0
        yield* Effect.provide(JobStore, stores(file).pipe(Layer.provide(log)))
        return lines.filter((line) => line.includes("without its -wal"))
      })
      yield* Effect.gen(function*() {
        yield* (yield* JobStore).create("a", "https://example.com/", crawlDefaults)
        for (const name of ["alone", "whole"]) fs.copyFileSync(at("gleaner.db"), at(name))
        fs.copyFileSync(at("gleaner.db-wal"), at("whole-wal"))
      }).pipe(Effect.provide(stores(at("gleaner.db"))))
      assert.lengthOf(yield* warnings(at("alone")), 1)
      assert.lengthOf(yield* warnings(at("alone")), 0, "it was closed in order since")
      assert.lengthOf(yield* warnings(at("whole")), 0)
      assert.lengthOf(yield* warnings(at("gleaner.db")), 0)
      assert.lengthOf(yield* warnings(at("new.db")), 0)
    }).pipe(Effect.scoped))
})
