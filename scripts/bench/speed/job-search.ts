import { Duration, Effect, Redacted } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import type { StorePlace } from "../../../src/core/settings/store-kinds.ts"
import { Database } from "../../../src/crawling/stores/postgres/Database.ts"
import { searchJob } from "../../../src/crawling/stores/postgres/jobs/search.ts"
import { migrate } from "../../../src/crawling/stores/postgres/migrations/migrate.ts"
import { ints, tableOf, texts } from "../../../src/crawling/stores/postgres/statement.ts"
import { Statements } from "../../../src/crawling/stores/shared/Statements.ts"
import { Fts5Index, indexedPages } from "../../../src/crawling/stores/shared/terms/Fts5Index.ts"
import { countTerms, pageTerms, queryTerms } from "../../../src/extract/works/page-terms.ts"
import { noPostgres, startPostgres } from "../../../test/support/stores/postgres.ts"
import { postgresCpuSeconds } from "../support/processes/postgres-cpu.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, quantile, report, type Row } from "../support/report.ts"
import { storeSearchJob } from "../support/stored-search-job.ts"

/**
 * The index of a job with very many pages: its size, the CPU time that a page costs (of Postgres, that of its server),
 * and the time of a search, in the store and over HTTP: `npm run bench -- job-search [pages, 100000] [searches, 200]`.
 * The pages are put together from paragraphs of the packages' own documentation.
 */
const [count = 100_000, searches = 200] = numbersFrom(100_000, 200)

const modules = path.join(import.meta.dirname, "../../../node_modules")
const paragraphs = fs.readdirSync(modules, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md")).slice(0, 3000)
  .flatMap((name) => fs.readFileSync(path.join(modules, name), "utf8").split(/\n{2,}/))
  .filter((text) => text.length > 80 && text.length < 1500)

const randomFrom = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % limit
  }
}
type Random = ReturnType<typeof randomFrom>
const paragraph = (random: Random) => paragraphs[random(paragraphs.length)] ?? ""

/** The same for each number. */
const page = (n: number) => {
  const random = randomFrom(n * 7919)
  const parts = Array.from({ length: 4 + random(8) }, () => paragraph(random))
  const markdown = [`# Page ${n} about item${random(count)}`, ...parts].join("\n\n")
  return { url: `https://bench.test/${n}`, title: `Page ${n}`, markdown }
}

/** A few words that one paragraph has, as a person remembers them. */
const asking = randomFrom(7)
const questions = Array.from({ length: searches }, () => {
  const words = paragraph(asking).match(/[a-z]{4,}/gi) ?? ["page"]
  const from = asking(Math.max(1, words.length - 5))
  return words.slice(from, from + 3 + asking(3)).join(" ")
}).filter((question) => queryTerms(question).length > 0)

const bytes = { text: 0 }
const cpu = () => process.cpuUsage().user / 1000
const timed = async (search: (question: string) => Promise<unknown> | unknown) => {
  const times: Array<number> = []
  for (const question of questions) {
    const from = performance.now()
    await search(question)
    times.push(performance.now() - from)
  }
  return { p50_ms: median(times), p95_ms: quantile(times, 0.95), max_ms: Math.max(...times) }
}

/** Searches of a stored job through the service. */
const overHttp = async (engine: string, store: StorePlace, setting: string): Promise<Row> => {
  const id = await storeSearchJob(store, count, page)
  const service = await serviceProcess({ GLEANER_STORE: setting, GLEANER_STORE_BYTES: "1 TiB" })
  const job = async () => (await (await service.call(`/v1/jobs/${id}`)).json()) as { readonly status: string } // ours
  // The service goes on with the job, which has no page left.
  while ((await job()).status !== "done") await new Promise((resolve) => setTimeout(resolve, 200))
  let passages = 0
  const figures = await timed(async (question) => {
    const answer = await service.call(`/v1/jobs/${id}/search?q=${encodeURIComponent(question)}`)
    passages += ((await answer.json()) as { readonly passages: ReadonlyArray<unknown> }).passages.length
  })
  await service.stop()
  return { engine: `${engine} over HTTP`, pages: count, passages: passages / questions.length, ...figures }
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-search-"))
const file = path.join(folder, "index.db")
const db = new DatabaseSync(file)
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
const sql = new Statements(db)
sql.once(indexedPages)
const index = new Fts5Index(sql, 10_000)
const terms: Array<string> = []
const rows: Array<Row> = []
let making = 0
let writing = 0
const batchSize = 16
for (let start = 0; start < count; start += batchSize) {
  sql.transaction(() => {
    for (let n = start; n < Math.min(count, start + batchSize); n++) {
      const made = page(n)
      bytes.text += Buffer.byteLength(made.markdown)
      let from = cpu()
      const own = pageTerms(made)
      making += cpu() - from
      terms.push(own)
      from = cpu()
      index.add(1, n, own)
      writing += cpu() - from
    }
  })
}
db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
rows.push({
  engine: "SQLite, memory",
  pages: count,
  text_mb: bytes.text / 1e6,
  index_percent: 100 * fs.statSync(file).size / bytes.text,
  terms_ms_a_page: making / count,
  write_ms_a_page: writing / count,
  ...await timed((asked) => index.search(1, queryTerms(asked), 12))
})
db.close()
const jobsFile = path.join(folder, "jobs.db")
rows.push(await overHttp("SQLite", { _tag: "Sqlite", path: jobsFile }, `sqlite:${jobsFile}`))
fs.rmSync(folder, { recursive: true })

if (noPostgres === undefined) {
  const server = await startPostgres({ shared_buffers: "512MB" })
  const url = server.database()
  const id = JobId.make("1".repeat(32))
  const postgres = Effect.gen(function*() {
    const database = yield* Database
    yield* migrate(database)
    yield* database.raw(`INSERT INTO gleaner.jobs (job, id, owner, place, url, options, max_pages, hash_key, bytes)
      OVERRIDING SYSTEM VALUE VALUES (1, '${id}', 'a', 1, 'https://bench.test/', '{}', 1, 1, 1)`)
    const from = postgresCpuSeconds(url)
    let length = 0
    for (let n = 0; n < count; n += 16) {
      const some = terms.slice(n, n + 16).map((own, at) => {
        const pageLength = countTerms(own)
        length += pageLength
        return { place: n + at + 1, n: n + at, length: pageLength, terms: own }
      })
      yield* database.run`INSERT INTO gleaner.page_terms (job, place, n, length, terms)
        SELECT 1, place, n, length, terms FROM ${
        tableOf("x", some, { place: ints, n: ints, length: ints, terms: texts })
      }`
    }
    const cpuSeconds = postgresCpuSeconds(url) - from
    yield* database.raw(`UPDATE gleaner.jobs SET indexed = ${count}, indexed_terms = ${length}`)
    yield* database.raw("VACUUM ANALYZE gleaner.page_terms")
    const context = yield* Effect.context<never>()
    const figures = yield* Effect.promise(() =>
      timed((asked) => Effect.runPromiseWith(context)(searchJob(database, id, queryTerms(asked), 12)))
    )
    return { cpuSeconds, figures }
  }).pipe(
    Effect.provide(Database.layer(Redacted.make(url), { connections: 2, timeout: Duration.minutes(1) })),
    Effect.provide(Settings.layerWith({})),
    Effect.scoped
  )
  const { cpuSeconds, figures } = await Effect.runPromise(
    postgres as Effect.Effect<{
      readonly cpuSeconds: number
      readonly figures: Awaited<ReturnType<typeof timed>>
    }>
  )
  const [size = "0|0"] = server.sql(
    url,
    "SELECT pg_table_size('gleaner.page_terms'), pg_indexes_size('gleaner.page_terms')"
  )
  const [table = 0, indexes = 0] = size.split("|").map(Number)
  rows.push({
    engine: "Postgres",
    pages: count,
    text_mb: bytes.text / 1e6,
    index_percent: 100 * (table + indexes) / bytes.text,
    write_ms_a_page: 1000 * cpuSeconds / count,
    ...figures
  })
  const jobs = server.database()
  rows.push(await overHttp("Postgres", { _tag: "Postgres", url: Redacted.make(jobs) }, jobs))
  await server.remove()
}

report(rows)
