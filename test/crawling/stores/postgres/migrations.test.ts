import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { Frontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { migrations } from "../../../../src/crawling/stores/postgres/migrations/migrate.ts"
import { compress } from "../../../../src/crawling/stores/shared/compress.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { endNext, options, read, seed, settleAll } from "../contract/crawling.ts"
import { nodeOver, on } from "./nodes-over.ts"

const finished = JobId.make("f".repeat(32))
const running = JobId.make("a".repeat(32))
const text = new TextEncoder().encode("a stored page")

/** A finished job with two rows and a document, and one that runs: its seed is settled, and a URL waits. */
const data = (body: Uint8Array): ReadonlyArray<string> => {
  const job = (id: string, place: number, status: string, more: string, values: string) =>
    `INSERT INTO gleaner.jobs (id, owner, place, url, options, status, max_pages, hash_key, ${more})
     VALUES ('${id}', 'a', ${place}, '${seed}', '${JSON.stringify(options)}', '${status}', 1000, 7, ${values})`
  const counters =
    "admitted, settled, head, known, listed, crawled, stored, failed, documents, errors, bytes, characters"
  return [
    "INSERT INTO gleaner.owners (owner, made) VALUES ('a', 2)",
    job(finished, 0, "done", `finished_at, ${counters}`, "clock_timestamp(), 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 900, 0"),
    job(running, 1, "running", counters, "2, 1, 1, 2, 1, 1, 1, 0, 0, 0, 300, 30"),
    `INSERT INTO gleaner.pages (job, n, url, outcome, code, status, depth, found_on, referrers, elapsed_ms) VALUES
       (1, 0, '${seed}', 'stored', '', 200, 0, '', NULL, 5),
       (1, 1, '${seed}b', 'failed', 'fetch_failed', 0, 1, '${seed}', ARRAY['${seed}'], 5),
       (2, 0, '${seed}', 'skipped', 'noindex', 200, 0, '', NULL, 5)`,
    `INSERT INTO gleaner.documents (job, seq, n, bytes, body)
     VALUES (1, 0, 0, ${body.length}, decode('${Buffer.from(body).toString("hex")}', 'hex'))`,
    `INSERT INTO gleaner.errors (job, n, url, code, message) VALUES (1, 0, '${seed}b', 'fetch_failed', 'no answer')`,
    "INSERT INTO gleaner.lines (job, domain, first) VALUES (2, 'example.com', 1)",
    `INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
     VALUES (2, 1, 'example.com', '${seed}next', 1, '${seed}')`,
    "INSERT INTO gleaner.seen (job, hash, at) VALUES (2, 1, NULL), (2, 2, 1)"
  ]
}

/** Statements with which nodes of schema 14 write domains. */
const ofSchema14 = [
  `INSERT INTO gleaner.gates AS g (domain, rest_until, back_off_ms, slowed_at)
   SELECT d, clock_timestamp(), 500, clock_timestamp() FROM unnest(ARRAY['new.test', 'new.test']) AS x(d) LIMIT 1
   ON CONFLICT (domain) DO UPDATE SET back_off_ms = greatest(g.back_off_ms, EXCLUDED.back_off_ms)`,
  `INSERT INTO gleaner.gates AS g (domain, back_off_ms) VALUES ('new.test', 700)
   ON CONFLICT (domain) DO UPDATE SET back_off_ms = greatest(g.back_off_ms, EXCLUDED.back_off_ms)`,
  "UPDATE gleaner.gates g SET delay_ms = 30 WHERE domain = 'new.test' AND g.node IS NULL RETURNING domain",
  `INSERT INTO gleaner.lines AS l (job, domain, first) VALUES (2, 'example.com', 0), (2, 'new.test', 7)
   ON CONFLICT (job, domain) DO UPDATE SET first = least(l.first, EXCLUDED.first)`,
  "UPDATE gleaner.lines l SET due = NULL FROM gleaner.gates g WHERE l.job = 2 AND l.domain = g.domain"
]

/** Finished jobs of all owners and their bytes. */
const sums = `SELECT sum(jobs) AS jobs, sum(bytes) AS bytes FROM (
    SELECT finished_jobs AS jobs, finished_bytes AS bytes FROM gleaner.owners
    UNION ALL SELECT jobs, bytes FROM gleaner.count_changes
  ) c`

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "tables of an earlier version", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  /** A database as a service with this schema has left it. */
  const databaseAt = Effect.fnUntraced(function*(schema: number) {
    const url = server.database()
    const statements = [
      "CREATE SCHEMA gleaner",
      "CREATE TABLE gleaner.migrations (id int PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp())",
      ...migrations.slice(0, Math.min(schema, 5)).flat(),
      `INSERT INTO gleaner.migrations (id) SELECT generate_series(1, ${schema})`,
      ...data(yield* compress(text)),
      ...(schema < 5 ? [] : ["UPDATE gleaner.jobs SET slot_at = clock_timestamp() WHERE status = 'running'"]),
      // Rows are of schema 5, which later ones convert. Nothing else uses the tables.
      ...migrations.slice(5, schema).flat().filter((statement) => !statement.startsWith("LOCK"))
    ]
    server.sql(url, ...statements)
    return url
  })

  const earlier = migrations.map((_, at) => at + 1).slice(0, -1)

  for (const schema of earlier) {
    it.live(
      `of schema ${schema} keep their jobs, and the crawl that runs goes on`,
      () =>
        Effect.gen(function*() {
          const url = yield* databaseAt(schema)
          const node = yield* nodeOver(url)
          const store = yield* on(node, JobStore)
          const { items, total } = yield* store.list("a", { limit: 5 })
          assert.deepStrictEqual([items.map(({ id }) => id), total], [[running, finished], 2])
          assert.deepStrictEqual(yield* store.stored, { jobs: 2, bytes: 1200 })
          const { job } = Option.getOrThrow(yield* store.get("a", finished))
          assert.deepInclude(job.stats, { crawled: 2, stored: 1, failed: 1 })
          assert.deepStrictEqual(job.errors.map(({ code }) => code), ["fetch_failed"])
          const rows = (yield* store.ledger(finished, { after: 0, limit: 9 })).items
          assert.deepStrictEqual(rows.map(({ outcome, referrers }) => [outcome, referrers]), [
            ["stored", undefined],
            ["failed", [seed]]
          ])
          assert.deepStrictEqual(yield* Stream.runCollect(store.documents(finished)), [text])
          const [task] = yield* store.promote(4)
          assert.deepInclude(task, { id: running, hasSlot: true })
          const frontier = yield* on(
            node,
            Effect.flatMap(Frontier, (frontier) => frontier.open({ id: running, seed: new URL(seed), options }))
          )
          assert.strictEqual((yield* endNext(frontier, read("next"))).url, `${seed}next`)
          assert.strictEqual(yield* settleAll(frontier), 1)
          yield* store.finish(running, "done")
          assert.deepStrictEqual(
            (yield* store.ledger(running, { after: 0, limit: 9 })).items.map(({ outcome }) => outcome),
            [
              "skipped",
              "stored"
            ]
          )
          const [bytes] = server.sql(url, "SELECT sum(bytes) FROM gleaner.jobs")
          assert.deepStrictEqual(server.sql(url, sums), [`2|${bytes}`])
        }).pipe(Effect.scoped),
      { tags: schema === 1 || schema === earlier.length ? [] : "long" }
    )
  }

  it.live("are still written by nodes of schema 14, by the earlier names of tables", () =>
    Effect.gen(function*() {
      const url = yield* databaseAt(14)
      yield* nodeOver(url)
      server.sql(url, ...ofSchema14)
      assert.deepStrictEqual(
        [
          ...server.sql(
            url,
            "SELECT domain, back_off_ms, delay_ms FROM gleaner.domain_leases WHERE domain = 'new.test'"
          ),
          ...server.sql(url, "SELECT domain, first FROM gleaner.domain_queues WHERE job = 2 ORDER BY domain")
        ],
        ["new.test|700|30", "example.com|0", "new.test|7"]
      )
    }).pipe(Effect.scoped))
})
