import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Option, Schedule } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { options, read, seed, settleAll, unread, visitOf } from "../contract/crawling.ts"
import { connectionOf, type Node, nodeOver, nodesOver, on, open, runningJob } from "./nodes-over.ts"

/** Stored jobs and bytes of each owner, by the sums that triggers keep, and by the jobs themselves. */
const kept = `SELECT owner, sum(jobs) AS jobs, sum(bytes) AS bytes FROM (
    SELECT owner, finished_jobs AS jobs, finished_bytes AS bytes FROM gleaner.owners
    UNION ALL SELECT owner, jobs, bytes FROM gleaner.count_changes
  ) c GROUP BY owner ORDER BY owner`
const counted = `SELECT o.owner, count(j.job), coalesce(sum(j.bytes), 0) FROM gleaner.owners o
  LEFT JOIN gleaner.jobs j ON j.owner = o.owner AND j.finished_at IS NOT NULL GROUP BY o.owner ORDER BY o.owner`
const all = "SELECT count(*)::int, sum(bytes)::float8 FROM gleaner.jobs"

const owners = ["a", "b", "c"]

/** Numbers from 0 to 1 that are the same at every run. */
const numbers = (start: number) => {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** One job from its creation to one of its ends, by chance. */
const live = Effect.fnUntraced(function*(node: Node, random: () => number) {
  const store = yield* on(node, JobStore)
  const owner = owners[Math.floor(random() * owners.length)] ?? ""
  const id = JobId.make((yield* store.create(owner, seed, { ...options, scope: "any" })).id)
  if (random() < 0.8) yield* store.promote(1000)
  const frontier = yield* open(node, id)
  for (let pages = Math.floor(random() * 4); pages > 0; pages--) {
    for (const lease of yield* frontier.lease(2)) {
      const outcome = random() < 0.3 ? unread() : read("x".repeat(random() * 5000), [`${lease.url}${pages}/`])
      yield* frontier.end(lease, visitOf(lease, outcome))
    }
    if (random() < 0.7) yield* settleAll(frontier)
  }
  if (random() < 0.3) yield* store.release(id, 1)
  const end = random()
  if (end < 0.3) yield* store.cancel(owner, id)
  else if (end < 0.6) yield* store.finish(id, "done")
  else if (end < 0.8) yield* store.finish(id, "failed", { url: seed, code: "fetch_failed", message: "no answer" })
  if (random() < 0.3) yield* store.release(id, 2)
  if (random() < 0.3) yield* store.drop(owner, id)
})

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "the sums of each owner in Postgres", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  for (const start of [1, 2, 3]) {
    it.live(
      `are those of its finished jobs after a random history on two nodes: ${start}`,
      () =>
        Effect.gen(function*() {
          const url = yield* server.lent
          const random = numbers(start)
          const [one, two] = yield* nodesOver(2, url)
          if (one === undefined || two === undefined) return assert.fail()
          const lives = Array.from({ length: 24 }, (_, n) => Effect.scoped(live(n % 2 === 0 ? one : two, random)))
          yield* Effect.all(lives, { concurrency: 6, discard: true })
          assert.deepStrictEqual(server.sql(url, kept), server.sql(url, counted))
          const store = yield* on(one, JobStore)
          const { bytes, jobs } = yield* store.stored
          assert.deepStrictEqual([`${jobs}|${bytes}`], server.sql(url, all))
          const listed = yield* Effect.forEach(owners, (owner) => store.list(owner, { limit: 50 }))
          for (const { items, total } of listed) assert.strictEqual(total, items.length)
          // Half of the jobs expire. They count no more, and the sweep of another node takes them out of the sums.
          const expire = "UPDATE gleaner.jobs SET finished_at = finished_at - interval '1 day' WHERE job % 2 = 0"
          server.sql(url, expire)
          const left = server.sql(url, `${all} WHERE finished_at IS NULL OR job % 2 = 1`)
          const after = yield* store.stored
          assert.deepStrictEqual([`${after.jobs}|${after.bytes}`], left)
          yield* nodeOver(url)
          const changes = "SELECT count(*) FROM gleaner.count_changes"
          yield* Effect.sync(() => server.sql(url, all)[0] === left[0] && server.sql(url, changes)[0] === "0").pipe(
            Effect.repeat({ until: (isSwept) => isSwept, schedule: Schedule.spaced("20 millis") }),
            Effect.timeout(Duration.seconds(30))
          )
          assert.deepStrictEqual(server.sql(url, kept), server.sql(url, counted))
        }).pipe(Effect.scoped),
      { tags: start === 1 ? [] : "long" }
    )
  }

  it.live("let two jobs of an owner end at the same time", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const node = yield* nodeOver(url)
      const [first, second] = [yield* on(node, runningJob()), yield* on(node, runningJob())]
      const database = yield* connectionOf(url)
      const hasEnded = yield* Deferred.make<void>()
      const isOver = yield* Deferred.make<void>()
      // A job that ends in a transaction that is not over, with the row of its owner, which new jobs and sweeps lock.
      const holder = yield* Effect.forkScoped(database.transaction(Effect.gen(function*() {
        yield* database.run`UPDATE gleaner.jobs SET finished_at = clock_timestamp() WHERE id = ${first}`
        yield* database.run`SELECT FROM gleaner.owners FOR UPDATE`
        yield* Deferred.succeed(hasEnded, undefined)
        yield* Deferred.await(isOver)
      })))
      yield* Deferred.await(hasEnded)
      const store = yield* on(node, JobStore)
      yield* store.finish(second, "done")
      assert.strictEqual(Option.getOrThrow(yield* store.get("a", second)).job.status, "done")
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.join(holder)
      assert.deepStrictEqual(server.sql(url, kept), server.sql(url, counted))
    }).pipe(Effect.scoped))
})
