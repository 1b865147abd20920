import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Option, Redacted } from "effect"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { lockJob } from "../../../../src/crawling/stores/postgres/statements/frontier/lock-job.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { read, settleAll, visitOf } from "../contract/crawling.ts"
import { nodeOver, nodesOver, on, open, runningJob, seedEnds, sites } from "./nodes-over.ts"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "statements of nodes over one Postgres", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  /** A database whose statements are logged, and what it has logged since. */
  const logged = () => {
    const url = server.database()
    server.sql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET log_statement = 'all'`)
    const before = server.log().length
    return { url, count: (words: RegExp) => server.log().slice(before).match(words)?.length ?? 0 }
  }

  /** Starts both while somebody else has the job, so that one waits for the other's end. */
  const together = Effect.fnUntraced(
    function*<A, E>(id: string, both: readonly [Effect.Effect<A, E>, Effect.Effect<A, E>]) {
      const database = yield* Database
      const { raw, transaction } = database
      const begun = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(transaction(Effect.gen(function*() {
        yield* lockJob(database, id)
        yield* Deferred.succeed(begun, undefined)
        for (let waiting = 0; waiting < 2;) {
          yield* Effect.sleep(5)
          const [row] = yield* raw<{ readonly waiting: number }>(
            "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
          )
          waiting = row?.waiting ?? 0
        }
      })))
      yield* Deferred.await(begun)
      const results = yield* Effect.all(both, { concurrency: "unbounded" })
      yield* Fiber.join(holder)
      return results
    }
  )

  it.live("who has waited for a job reads what the other one has changed, when it leases and when it settles", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const [one, two] = yield* nodesOver(2, url)
      if (one === undefined || two === undefined) return assert.fail()
      const id = yield* on(one, runningJob())
      const [ours, theirs] = [yield* open(one, id), yield* open(two, id)]
      yield* seedEnds(ours, sites(8))
      yield* Effect.gen(function*() {
        const leases = yield* together(id, [ours.lease(5), theirs.lease(5)])
        assert.deepStrictEqual(leases.map(({ length }) => length).toSorted(), [3, 5])
        assert.deepStrictEqual(new Set(leases.flat().map(({ url }) => url)), new Set(sites(8)))
        for (const [at, frontier] of [ours, theirs].entries()) {
          for (const lease of leases[at] ?? []) yield* frontier.end(lease, visitOf(lease, read(lease.url, sites(20))))
        }
        const settled = yield* together(id, [settleAll(ours), settleAll(theirs)])
        assert.strictEqual(settled[0] + settled[1], 8)
      }).pipe(
        Effect.provide(Database.layer(Redacted.make(url), { connections: 2, timeout: Duration.seconds(20) }))
      )
      const job = yield* on(one, Effect.flatMap(JobStore, (store) => store.get("a", id)))
      assert.deepInclude(Option.getOrThrow(job).job.stats, { crawled: 9, pending: 12 })
    }).pipe(Effect.scoped))

  it.live("a job notifies of its beginning and its end, and of none of its pages", () =>
    Effect.gen(function*() {
      const { count, url } = logged()
      const node = yield* nodeOver(url)
      const id = yield* on(node, runningJob())
      const frontier = yield* open(node, id)
      yield* seedEnds(frontier, sites(12))
      for (let left = 12; left > 0;) {
        const leases = yield* frontier.lease(4)
        for (const lease of leases) yield* frontier.end(lease, visitOf(lease, read(lease.url)))
        left -= yield* settleAll(frontier)
      }
      yield* on(node, Effect.flatMap(JobStore, (store) => store.finish(id, "done")))
      assert.strictEqual(count(/notify/gi), 2)
    }).pipe(Effect.scoped))

  it.live("a cancel settles what has ended without a look at its links, however many there are", () =>
    Effect.gen(function*() {
      const { count, url } = logged()
      const node = yield* nodeOver(url, { nodeSilence: Duration.seconds(60) })
      const id = yield* on(node, runningJob())
      const frontier = yield* open(node, id)
      yield* seedEnds(frontier, sites(60))
      const links = Array.from({ length: 1000 }, (_, at) => `https://link-${at}.test/`)
      for (const lease of yield* frontier.lease(60)) {
        yield* frontier.end(lease, visitOf(lease, read(lease.url, links)))
      }
      const job = Option.getOrThrow(yield* on(node, Effect.flatMap(JobStore, (store) => store.cancel("a", id))))
      assert.deepInclude(job.stats, { crawled: 61, stored: 61, pending: 0 })
      // The seed in one step, and all others in another one.
      assert.strictEqual(count(/INSERT INTO gleaner\.ledger/g), 2)
    }).pipe(Effect.scoped))

  it.live("a node sleeps until the first domain is due, and looks no more often than that", () =>
    Effect.gen(function*() {
      const { count, url } = logged()
      const node = yield* nodeOver(url, { jobPoll: Duration.seconds(30) })
      const id = yield* on(node, runningJob())
      const frontier = yield* open(node, id)
      yield* seedEnds(frontier, sites(1))
      yield* Effect.uninterruptible(
        Effect.flatten(
          on(node, Effect.flatMap(DomainLease, (gate) => gate.acquire("site-0.test", Duration.millis(1200), false)))
        )
      )
      const from = performance.now()
      // Earlier events wake it once.
      let looks = 0
      for (let leases = yield* frontier.lease(1); leases.length === 0; leases = yield* frontier.lease(1)) {
        looks++
        assert.strictEqual(yield* frontier.next, "ready")
      }
      const waited = performance.now() - from
      // A node that did not know when would look after one second, and after another one.
      assert.isTrue(waited > 1100 && waited < 1900, String(waited))
      assert.isAtMost(looks, 3)
      assert.isAtMost(count(/\bAS due\b/g), 3)
    }).pipe(Effect.scoped))
})
