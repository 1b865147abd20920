import { Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Frontier } from "../../../src/crawl/frontier/Frontier.ts"
import { crawlDefaults, JobId } from "../../../src/domain/job/Job.ts"
import { JobStore } from "../../../src/jobs/JobStore.ts"
import { Settings } from "../../../src/Settings.ts"
import { postgresStores } from "../../../src/stores/postgres/postgres-stores.ts"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { median, report } from "../support/report.ts"

/**
 * Whether costs in Postgres grow with what is stored or what rests: `npm run bench -- stored-jobs`. Milliseconds, the
 * median of many. First with stored jobs, then with domains of a crawl that rest, then at places of a ledger.
 */
const server = await startPostgres()
const options = { ...crawlDefaults, max_pages: 1_000_000, max_depth: 5, scope: "any" } as const
const seed = "https://example.com/"
const text = new TextEncoder().encode("A page. ".repeat(500))

const settings = Settings.layerWith({
  ledgerPages: 1_000_000,
  storeBytes: 2 ** 40,
  nodeBeat: Duration.minutes(5),
  nodeSilence: Duration.hours(1)
})

const over = <A, E>(url: string, effect: Effect.Effect<A, E, JobStore | Frontier>): Promise<A> =>
  Effect.runPromise(Effect.provide(
    effect,
    postgresStores(Redacted.make(url)).pipe(Layer.provide(settings), Layer.provide(Logger.layer([])))
  ))

const timed = Effect.fnUntraced(function*<E, R>(count: number, effect: Effect.Effect<unknown, E, R>) {
  const times = []
  for (let n = 0; n < count; n++) {
    const from = performance.now()
    yield* effect
    times.push(performance.now() - from)
  }
  return median(times)
})

const pageOf = (url: string) => ({
  _tag: "Page" as const,
  status: 200,
  finalUrl: url,
  canonicalUrl: "",
  textHash: url,
  signals: {},
  document: text
})

/** A running crawl of any domain, after its seed, which links to these. */
const crawlOf = Effect.fnUntraced(function*(links: ReadonlyArray<string>) {
  const store = yield* JobStore
  const id = JobId.make((yield* store.create("bench", seed, options)).id)
  yield* store.promote(1000)
  const frontier = yield* (yield* Frontier).open({ id, seed: new URL(seed), options })
  const page = Effect.fnUntraced(function*(links: ReadonlyArray<string>) {
    const [lease] = yield* frontier.lease(1)
    if (lease === undefined) return yield* Effect.die(new Error("no URL waits"))
    const { depth, foundOn, seq, url } = lease
    yield* frontier.end(lease, {
      seq,
      url,
      depth,
      foundOn,
      chain: [],
      elapsed: 1,
      outcome: { ...pageOf(url), links }
    })
  })
  yield* page(links)
  yield* frontier.settle
  return { store, id, frontier, page }
})

const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://site-${at}.example/`)

const withStored = (count: number) => {
  const url = server.database()
  return over(url, Effect.void).then(() => {
    server.sql(
      url,
      "INSERT INTO gleaner.owners (owner, made) SELECT 'owner ' || n, 1000000 FROM generate_series(0, 9) n"
    )
    server.sql(
      url,
      `INSERT INTO gleaner.jobs (id, owner, place, url, options, status, max_pages, hash_key, bytes, is_swept)
       SELECT md5(n::text), 'owner ' || n % 10, n, '${seed}', '{}', 'done', 10, 1, 1000, true
       FROM generate_series(1, ${count}) n`
    )
    server.sql(url, "UPDATE gleaner.jobs SET finished_at = clock_timestamp()")
    server.sql(url, "VACUUM ANALYZE")
    return over(
      url,
      Effect.scoped(Effect.gen(function*() {
        const { frontier, page, store } = yield* crawlOf(urls(300))
        const settle: Array<number> = []
        const pages: Array<number> = []
        for (let n = 0; n < 200; n++) {
          const from = performance.now()
          yield* page([`https://new-${n}.example/`])
          const ended = performance.now()
          yield* frontier.settle
          settle.push(performance.now() - ended)
          pages.push(performance.now() - from)
        }
        return {
          "stored jobs": count,
          "a page": median(pages),
          "settle": median(settle),
          "idle poll": yield* timed(50, store.promote(4)),
          "usage": yield* timed(50, Effect.andThen(store.kept, store.activeOf("owner 1"))),
          "metrics": yield* timed(50, Effect.andThen(store.kept, store.counts)),
          "list": yield* timed(50, store.list("owner 1", { limit: 10 })),
          "create, cancel": yield* timed(
            20,
            Effect.flatMap(store.create("owner 1", seed, options), ({ id }) => store.cancel("owner 1", JobId.make(id)))
          )
        }
      }))
    )
  })
}

const withResting = (count: number) => {
  const url = server.database()
  return over(
    url,
    Effect.scoped(Effect.gen(function*() {
      const { frontier, id } = yield* crawlOf([])
      server.sql(
        url,
        `INSERT INTO gleaner.gates (domain, next_at, delay_ms)
       SELECT 'resting-' || n, clock_timestamp() + interval '1 hour', 1000 FROM generate_series(1, ${count}) n`
      )
      for (const table of ["frontier (job, seq, domain, url, depth, found_on)", "lines (job, domain, first)"]) {
        server.sql(
          url,
          `INSERT INTO gleaner.${table} SELECT job, ${table.startsWith("f") ? "n, d, 'https://' || d, 1, ''" : "d, n"}
         FROM gleaner.jobs, generate_series(1, ${count + 500}) n,
           LATERAL (SELECT CASE WHEN n > ${count} THEN 'ready-' ELSE 'resting-' END || n AS d) x WHERE id = '${id}'`
        )
      }
      server.sql(url, `UPDATE gleaner.jobs SET admitted = ${count + 501}`)
      server.sql(url, "VACUUM ANALYZE")
      // The first leases find out which domains rest.
      const first = yield* timed(1, frontier.lease(1))
      yield* timed(Math.ceil(count / 1000), frontier.lease(1))
      return { "resting domains": count, "lease": yield* timed(100, frontier.lease(1)), "the first lease": first }
    }))
  )
}

const withLedger = (rows: number) => {
  const url = server.database()
  return over(
    url,
    Effect.scoped(Effect.gen(function*() {
      const { id, store } = yield* crawlOf([])
      const [table] = server.sql(
        url,
        "SELECT coalesce(to_regclass('gleaner.ledger'), to_regclass('gleaner.pages'))::text"
      )
      server.sql(
        url,
        `INSERT INTO ${table} (job, n, url, outcome, code, status, depth, found_on, elapsed_ms)
       SELECT job, n, 'https://example.com/' || n, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'stored' END, '', 200, 1, '', 5
       FROM gleaner.jobs, generate_series(1, ${rows - 1}) n WHERE id = '${id}'`
      )
      server.sql(url, `UPDATE gleaner.jobs SET listed = ${rows}`)
      server.sql(url, "VACUUM ANALYZE")
      const at = (after: number) => timed(30, store.pages(id, { after, limit: 100 }))
      return {
        "rows of the ledger": rows,
        "first 100": yield* at(0),
        "middle": yield* at(rows / 2),
        "last": yield* at(rows - 100),
        "first failed": yield* timed(30, store.pages(id, { after: 0, limit: 100, outcome: "failed" }))
      }
    }))
  )
}

const each = async <A>(counts: ReadonlyArray<number>, measure: (count: number) => Promise<A>) => {
  const rows: Array<A> = []
  for (const count of counts) {
    const row = await measure(count)
    console.error(row)
    rows.push(row)
  }
  return rows
}
report(await each([1, 10_000, 100_000], withStored))
console.log()
report(await each([2000, 20_000, 100_000], withResting))
console.log()
report(await each([1000, 100_000], withLedger))
await server.remove()
