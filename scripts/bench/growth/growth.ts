import { Duration, Effect, Layer, Logger, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { rowsPerJob } from "../../../src/crawling/stores/sqlite/thread/migrations.ts"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, quantile, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Costs that must not grow with the jobs of a store: `npm run bench -- growth [ended jobs, 6000] [rows of a ledger,
 * 1000000] [streams, 2000] [seconds, 20]`. Ended jobs that one node sweeps in a second; filters of a long ledger; the
 * lines that hosts repeat in as many documents, and in a tenth of them; a GET beside event streams, on Postgres.
 */
const [ended = 6000, rows = 1_000_000, streams = 2000, seconds = 20] = numbersFrom(6000, 1_000_000, 2000, 20)
const server = await startPostgres()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-growth-"))
const settings = Settings.layerWith({ nodeBeat: Duration.minutes(5), nodeSilence: Duration.hours(1) })
const quiet = Layer.provide(Logger.layer([]))
const overPostgres = (url: string) =>
  Layer.fresh(postgresStores(Redacted.make(url))).pipe(Layer.provide(settings), quiet)

const jobRow = (id: string, number: string) =>
  `INSERT INTO gleaner.jobs (id, owner, place, url, options, max_pages, hash_key, status, finished_at, listed)
    SELECT ${id}, 'bench', n, 'https://a.test/', '{}', 1, 1, 'done', clock_timestamp(), ${number}`

/** Jobs a second of the sweep that a node begins with. Each has 20 rows of its crawl. */
const swept = async (): Promise<number> => {
  const url = server.database()
  await Effect.runPromise(Effect.scoped(Layer.build(overPostgres(url))))
  server.sql(url, `${jobRow("md5(n::text)", "0")} FROM generate_series(1, ${ended}) n`)
  server.sql(url, "INSERT INTO gleaner.seen SELECT job, h FROM gleaner.jobs, generate_series(1, 20) h")
  const from = performance.now()
  await Effect.runPromise(Effect.scoped(Effect.andThen(
    Layer.build(overPostgres(url)),
    Effect.sync(() => server.sql(url, "SELECT count(*) FROM gleaner.jobs WHERE NOT is_swept")[0]).pipe(
      Effect.repeat({ until: (left) => left === "0" })
    )
  )))
  return ended / ((performance.now() - from) / 1000)
}

const changes = ["new", "changed", "removed", "same"] as const

/** Milliseconds of each filter. A row in a thousand is new, one changed, one removed. */
const filters = (id: JobId) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const timed = (range: object) =>
      Effect.gen(function*() {
        const times: Array<number> = []
        for (let n = 0; n < 9; n++) {
          const from = performance.now()
          yield* store.ledger(id, { after: 0, limit: 100, ...range })
          times.push(performance.now() - from)
        }
        return median(times)
      })
    const found: Record<string, number> = {}
    for (const change of changes) found[change] = yield* timed({ change })
    found["stored"] = yield* timed({ outcome: "stored" })
    found["failed"] = yield* timed({ outcome: "failed" })
    return found
  })

const id = JobId.make("0".repeat(32))
const change = "CASE n % 1000 WHEN 1 THEN 'new' WHEN 2 THEN 'changed' WHEN 3 THEN 'removed' ELSE 'same' END"

const filtersOfPostgres = async () => {
  const url = server.database()
  await Effect.runPromise(Effect.scoped(Layer.build(overPostgres(url))))
  server.sql(url, `${jobRow(`'${id}'`, String(rows))} FROM generate_series(1, 1) n`)
  server.sql(
    url,
    `INSERT INTO gleaner.ledger (job, n, url, outcome, code, status, depth, found_on, more, elapsed_ms)
      SELECT 1, n, 'https://a.test/' || n, CASE n % 1000 WHEN 3 THEN 'failed' ELSE 'stored' END, '', 200, 0, '',
        '{"seen":{"text":"' || md5(n::text) || '"},"change":"' || ${change} || '"}', 1
      FROM generate_series(0, ${rows - 1}) n`
  )
  server.sql(url, "VACUUM ANALYZE gleaner.ledger")
  return Effect.runPromise(Effect.scoped(Effect.provide(filters(id), overPostgres(url))))
}

const filtersOfSqlite = async () => {
  const file = path.join(folder, "gleaner.db")
  const stores = Layer.fresh(sqliteStores(file)).pipe(Layer.provide(settings), quiet)
  await Effect.runPromise(Effect.scoped(Layer.build(stores)))
  const db = new DatabaseSync(file)
  db.prepare(
    `INSERT INTO jobs (id, owner, url, options, status, created_at, finished_at, bytes, ledger_rows)
      VALUES (?, 'bench', 'https://a.test/', '{}', 'done', unixepoch(), unixepoch(), 0, ?)`
  ).run(id, rows)
  db.exec(
    `INSERT INTO ledger SELECT ${rowsPerJob} + n, CASE n % 1000 WHEN 3 THEN 'failed' ELSE 'stored' END, NULL,
        '{"url":"https://a.test/' || n || '","outcome":"stored","change":"' || ${change} || '"}'
      FROM (WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${rows - 1}) SELECT n FROM s)`
  )
  db.close()
  return Effect.runPromise(Effect.scoped(Effect.provide(filters(id), stores)))
}

/** A key has at most as many streams. */
const perKey = 32

/** Times of a GET beside this number of streams, of a running job of each key, in milliseconds. */
const beside = async (count: number) => {
  const site = await startGeneratedSite(100_000, 10, "small")
  const keys = Array.from(
    { length: Math.max(1, Math.ceil(count / perKey)) },
    (_, n) => `bench-key-of-24-characters-${n}`
  )
  const service = await serviceProcess({
    GLEANER_STORE: server.database(),
    GLEANER_WORKERS: "1",
    GLEANER_MAX_PAGES: "100000",
    GLEANER_MAX_CRAWLS: String(2 * keys.length),
    GLEANER_API_KEYS: keys.map((key, n) => `bench${n}:${key}`).join(","),
    GLEANER_DOMAIN_DELAY: "200 millis"
  })
  const call = (key: string, path: string, json?: object) =>
    fetch(service.url + path, {
      method: json === undefined ? "GET" : "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
  const jobs = await Promise.all(keys.map(async (key) => {
    const made = await call(key, "/v1/crawl", { url: site.seed, max_pages: 100_000, max_depth: 20, scope: "any" })
    return { key, id: (await made.json() as { readonly id: string }).id }
  }))
  let events = 0
  const read = async (body: ReadableStream<Uint8Array>) => {
    for await (const _ of body) events++
  }
  await Promise.all(Array.from({ length: count }, async (_, n) => {
    const { id = "", key = "" } = jobs[n % jobs.length] ?? {}
    const { body, status } = await call(key, `/v1/jobs/${id}/events`)
    if (status !== 200 || body === null) throw new Error(`a stream has the status ${status}`)
    // Ends with the service.
    read(body).catch(() => {})
  }))
  const { id = "", key = "" } = jobs[0] ?? {}
  const times: Array<number> = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const asked = performance.now()
    await (await call(key, `/v1/jobs/${id}`)).text()
    times.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await service.kill()
  site.stop()
  return { p50: median(times), p99: quantile(times, 0.99), "chunks/s": events / seconds }
}

report([{ "ended jobs swept a second": await swept() }])
const [postgres, sqlite] = [await filtersOfPostgres(), await filtersOfSqlite()]
report([{ store: "Postgres", ...postgres }, { store: "SQLite", ...sqlite }])
for (const documents of [rows / 10, rows]) {
  const main = path.join(import.meta.dirname, "../main.ts")
  execFileSync(process.execPath, [main, "repeated-lines", String(documents), "1000"], { stdio: "inherit" })
}
for (const count of [0, 100, streams]) report([{ streams: count, ...await beside(count) }])
await server.stop()
fs.rmSync(folder, { recursive: true })
