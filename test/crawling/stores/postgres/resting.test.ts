import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { nodeOver, on, open, runningJob, seedEnds, sites } from "./nodes-over.ts"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "domains of a crawl that rest", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  /** A crawl over 30 domains, of which the first 20 rest for this time. */
  const resting = Effect.fnUntraced(function*(rest: Duration.Duration) {
    const url = yield* server.lent
    const node = yield* nodeOver(url)
    const { slowDown } = yield* on(node, DomainLease)
    for (const n of sites(20).keys()) yield* slowDown(`site-${n}.test`, rest, Duration.zero)
    const id = yield* on(node, runningJob())
    const frontier = yield* open(node, id)
    yield* seedEnds(frontier, sites(30))
    return { frontier, node, url, count: (where: string) => Number(server.sql(url, countOf(where))[0]) }
  })
  const countOf = (where: string) => `SELECT count(*) FROM gleaner.domain_queues WHERE ${where}`

  it.live("are passed over until they are due, and leased then in the order of the frontier", () =>
    Effect.gen(function*() {
      const from = performance.now()
      const { count, frontier } = yield* resting(Duration.seconds(3))
      const first = yield* frontier.lease(30)
      assert.deepStrictEqual(first.map(({ url }) => url), sites(30).slice(20))
      assert.strictEqual(count("due IS NOT NULL"), 20)
      const later: Array<string> = []
      while (later.length < 20) {
        later.push(...(yield* frontier.lease(30)).map(({ url }) => url))
        if (later.length < 20) assert.strictEqual(yield* frontier.next, "ready")
      }
      assert.deepStrictEqual(later, sites(20))
      // A URL is leased a moment before its turn.
      assert.isAbove(performance.now() - from, 2900)
      assert.strictEqual(count("due IS NOT NULL"), 0)
    }).pipe(Effect.scoped))

  it.live("are not held up by a clock of Postgres that has stepped back", () =>
    Effect.gen(function*() {
      const { count, frontier, url } = yield* resting(Duration.minutes(1))
      yield* frontier.lease(30)
      assert.strictEqual(count("due IS NOT NULL"), 20)
      // As if all had been written by a clock that was an hour ahead.
      server.sql(url, "UPDATE gleaner.domain_queues SET due = due + interval '1 hour'")
      yield* nodeOver(url)
      assert.strictEqual(count("due IS NOT NULL"), 0)
    }).pipe(Effect.scoped))

  it.live("are read once each, however many there are before the first one that is ready", () =>
    Effect.gen(function*() {
      const { count, frontier } = yield* resting(Duration.hours(1))
      assert.strictEqual((yield* frontier.lease(1)).length, 1)
      assert.strictEqual(count("due IS NOT NULL"), 20)
      assert.strictEqual((yield* frontier.lease(1)).length, 1)
      assert.strictEqual(count("due IS NULL AND first IS NOT NULL"), 8)
    }).pipe(Effect.scoped))
})
