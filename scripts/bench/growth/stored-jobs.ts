import { Duration, Effect, Layer, Logger, Redacted, type Scope } from "effect"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Frontier } from "../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { quantile, report, type Row } from "../support/report.ts"

/**
 * Whether costs in Postgres grow with stored jobs, with domains that rest, or with the ledger: `npm run bench --
 * stored-jobs`. Milliseconds, of the fastest tenth of many. All sizes take turns, so that what else the machine does meets all.
 */
const server = await startPostgres()
const options = { ...crawlDefaults, max_pages: 1_000_000, max_depth: 5, scope: "any" } as const
const seed = "https://example.com/"
const document = new TextEncoder().encode("A page. ".repeat(500))

/** A store of one size, and what is measured of it, in this order. */
interface Measured {
  readonly size: Row
  readonly actions: Readonly<Record<string, Effect.Effect<unknown, unknown>>>
}

const settings = Settings.layerWith({
  ledgerPages: 1_000_000,
  storeBytes: 2 ** 40,
  nodeBeat: Duration.minutes(5),
  nodeSilence: Duration.hours(1)
})

const storesOver = (url: string) =>
  Layer.build(
    Layer.fresh(postgresStores(Redacted.make(url))).pipe(Layer.provide(settings), Layer.provide(Logger.layer([])))
  )

/** A running crawl of any domain, after its seed, which links to these. */
const crawlOver = Effect.fnUntraced(function*(url: string, links: ReadonlyArray<string>) {
  const context = yield* storesOver(url)
  const { frontiers, store } = yield* Effect.provideContext(
    Effect.all({ frontiers: Frontier, store: JobStore }),
    context
  )
  const id = JobId.make((yield* store.create("bench", seed, options)).id)
  yield* store.promote(1000)
  const frontier = yield* frontiers.open({ id, seed: new URL(seed), options })
  const visit = Effect.fnUntraced(function*(links: ReadonlyArray<string>) {
    const [lease] = yield* frontier.lease(1)
    if (lease === undefined) return yield* Effect.die(new Error("no URL waits"))
    const { depth, foundOn, seq, url } = lease
    const page = { _tag: "Page" as const, status: 200, finalUrl: url, canonicalUrl: "", textHash: url, signals: {} }
    const outcome = { ...page, links, document }
    yield* frontier.end(lease, { seq, url, depth, foundOn, chain: [], elapsed: 1, outcome })
  })
  yield* visit(links)
  yield* frontier.settle
  return { store, id, frontier, visit }
})

const sqlEach = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.sync(() => {
    server.sql(url, ...statements)
  })

const withStored = Effect.fnUntraced(function*(count: number) {
  const url = server.database()
  yield* Effect.scoped(storesOver(url))
  yield* sqlEach(
    url,
    "INSERT INTO gleaner.owners (owner, made) SELECT 'owner ' || n, 1000000 FROM generate_series(0, 9) n",
    `INSERT INTO gleaner.jobs (id, owner, place, url, options, status, max_pages, hash_key, bytes, is_swept)
     SELECT md5(n::text), 'owner ' || n % 10, n, '${seed}', '{}', 'done', 10, 1, 1000, true
     FROM generate_series(1, ${count}) n`,
    "UPDATE gleaner.jobs SET finished_at = clock_timestamp()",
    // One transaction has left as many dead rows as jobs.
    "VACUUM FULL ANALYZE"
  )
  const links = Array.from({ length: 300 }, (_, at) => `https://site-${at}.example/`)
  const { frontier, store, visit } = yield* crawlOver(url, links)
  let pages = 0
  const measured: Measured = {
    size: { "stored jobs": count },
    actions: {
      "lease, end": Effect.suspend(() => visit([`https://new-${pages++}.example/`])),
      "settle": frontier.settle,
      "idle poll": store.promote(4),
      "usage": Effect.andThen(store.stored, store.activeOf("owner 1")),
      "metrics": Effect.andThen(store.stored, store.counts),
      "list": store.list("owner 1", { limit: 10 }),
      "create, cancel": Effect.flatMap(
        store.create("owner 1", seed, options),
        ({ id }) => store.cancel("owner 1", JobId.make(id))
      )
    }
  }
  return measured
})

const withResting = Effect.fnUntraced(function*(count: number) {
  const url = server.database()
  const { frontier, id } = yield* crawlOver(url, [])
  const domains = `gleaner.jobs, generate_series(1, ${count + 500}) n,
    LATERAL (SELECT CASE WHEN n > ${count} THEN 'ready-' ELSE 'resting-' END || n AS d) x WHERE id = '${id}'`
  yield* sqlEach(
    url,
    `INSERT INTO gleaner.domain_leases (domain, next_at, delay_ms)
     SELECT 'resting-' || n, clock_timestamp() + interval '1 hour', 1000 FROM generate_series(1, ${count}) n`,
    `INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
     SELECT job, n, d, 'https://' || d, 1, '' FROM ${domains}`,
    `INSERT INTO gleaner.domain_queues (job, domain, first) SELECT job, d, n FROM ${domains}`,
    `UPDATE gleaner.jobs SET admitted = ${count + 501}`,
    "VACUUM ANALYZE"
  )
  // The first leases find out which domains rest.
  for (let rested = 0; rested <= count; rested += 1000) {
    yield* Effect.forEach(yield* frontier.lease(1), frontier.giveBack)
  }
  yield* sqlEach(url, "VACUUM gleaner.domain_queues")
  const measured: Measured = { size: { "resting domains": count }, actions: { lease: frontier.lease(1) } }
  return measured
})

const withLedger = Effect.fnUntraced(function*(rows: number) {
  const url = server.database()
  const { id, store } = yield* crawlOver(url, [])
  const [table] = server.sql(url, "SELECT coalesce(to_regclass('gleaner.ledger'), to_regclass('gleaner.pages'))::text")
  yield* sqlEach(
    url,
    `INSERT INTO ${table} (job, n, url, outcome, code, status, depth, found_on, elapsed_ms)
     SELECT job, n, 'https://example.com/' || n, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'stored' END, '', 200, 1, '', 5
     FROM gleaner.jobs, generate_series(1, ${rows - 1}) n WHERE id = '${id}'`,
    `UPDATE gleaner.jobs SET listed = ${rows}`,
    "VACUUM ANALYZE"
  )
  const at = (after: number) => store.ledger(id, { after, limit: 100 })
  const measured: Measured = {
    size: { "rows of the ledger": rows },
    actions: {
      "first 100": at(0),
      "middle": at(rows / 2),
      "last": at(rows - 100),
      "first failed": store.ledger(id, { after: 0, limit: 100, outcome: "failed" })
    }
  }
  return measured
})

const measure = (
  prepare: (size: number) => Effect.Effect<Measured, unknown, Scope.Scope>,
  sizes: ReadonlyArray<number>
) =>
  Effect.scoped(Effect.gen(function*() {
    const all = yield* Effect.forEach(sizes, prepare)
    const times = all.map(({ actions }) =>
      new Map(Object.keys(actions).map((name): [string, Array<number>] => [name, []]))
    )
    for (let round = 0; round < 60; round++) {
      for (const [at, { actions }] of all.entries()) {
        for (const [name, action] of Object.entries(actions)) {
          const from = performance.now()
          yield* action
          times[at]?.get(name)?.push(performance.now() - from)
        }
      }
    }
    report(all.map(({ size }, at) => ({
      ...size,
      ...Object.fromEntries(Array.from(times[at] ?? [], ([name, values]) => [name, quantile(values, 0.1)]))
    })))
    console.log()
  }))

await Effect.runPromise(Effect.gen(function*() {
  yield* measure(withStored, [1, 10_000, 100_000])
  yield* measure(withResting, [2000, 20_000, 100_000])
  yield* measure(withLedger, [1000, 100_000])
}))
await server.remove()
