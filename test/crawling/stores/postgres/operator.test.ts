import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Logger, Redacted, Schedule } from "effect"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { ScheduleStore } from "../../../../src/crawling/schedules/ScheduleStore.ts"
import { storeLine } from "../../../../src/crawling/stores/inspect-store.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { scheduleOf } from "../contract/schedules.ts"
import { connectionOf, hoursOff, nodeOver, on, runningJob } from "./nodes-over.ts"

const acquire = (domain: string) =>
  Effect.flatMap(DomainLease, (gate) => Effect.uninterruptible(gate.acquire(domain, Duration.millis(50), false)))

/** Creates jobs with these numbers. */
const jobs = (status: string, ended: string, first: number, last: number) =>
  `INSERT INTO gleaner.jobs (id, owner, place, url, options, max_pages, hash_key, status, finished_at)
    SELECT 'job ' || n, 'a', n, 'https://a.test/', '{}', 1, 1, '${status}', ${ended}
    FROM generate_series(${first}, ${last}) n`

/** How many jobs are left, and rows of their crawls. */
const left = "SELECT (SELECT count(*) FROM gleaner.jobs) || '|' || count(*) FROM gleaner.seen"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "what an operator meets with Postgres", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  const startOf = (url: string) => Effect.map(Effect.flip(Effect.scoped(nodeOver(url))), String)
  const doctorOf = (url: string) => {
    const store = { _tag: "Postgres", url: Redacted.make(url) } as const
    return Effect.provide(storeLine(store, "postgres"), Settings.layerWith({ store }))
  }
  /** A role that may log in, and nothing else. */
  const roleOf = (url: string, name: string) => {
    server.sql(url, `CREATE ROLE ${name} LOGIN`)
    return url.replace("//gleaner:", `//${name}:`)
  }

  it.live("no database, no rights and a foreign schema are one line each, at the start and in doctor", () =>
    Effect.gen(function*() {
      const missing = server.database().replace(/test_\d+$/, "nowhere")
      assert.match(
        yield* startOf(missing),
        /GLEANER_STORE: Postgres cannot be used: database "nowhere" does not exist;/
      )
      assert.match(yield* doctorOf(missing), /^postgres: cannot be used: database "nowhere" does not exist$/)
      const bare = roleOf(server.database(), "without_rights")
      assert.match(yield* startOf(bare), /GLEANER_STORE: Postgres cannot be used: permission denied for database/)
      const theirs = server.database()
      server.sql(
        theirs,
        "CREATE SCHEMA gleaner; CREATE TABLE gleaner.migrations (name text); CREATE TABLE gleaner.x (n int)"
      )
      assert.match(yield* startOf(theirs), /the schema "gleaner" in Postgres belongs to another program/)
      assert.match(yield* doctorOf(theirs), /^postgres: cannot be used: the schema "gleaner" in Postgres belongs to/)
    }))

  it.live("a role without the right to create uses a schema that is current", () =>
    Effect.gen(function*() {
      const url = server.database()
      yield* Effect.scoped(nodeOver(url))
      const limited = roleOf(url, "without_create")
      server.sql(
        url,
        "GRANT USAGE ON SCHEMA gleaner TO without_create; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA gleaner TO without_create; GRANT USAGE ON ALL SEQUENCES IN SCHEMA gleaner TO without_create"
      )
      const node = yield* nodeOver(limited)
      assert.isString(yield* on(node, runningJob()))
    }).pipe(Effect.scoped))

  it.live("a store that only reads is not ready", () =>
    Effect.gen(function*() {
      const url = server.database()
      yield* Effect.scoped(nodeOver(url))
      const node = yield* nodeOver(url)
      const { ready } = yield* on(node, JobStore)
      yield* ready
      server.sql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`)
      // Sessions that are open keep what they began with.
      server.sql(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
      assert.strictEqual((yield* Effect.flip(ready)).reason, "Postgres is read-only")
    }).pipe(Effect.scoped))

  it.live("damage that is met once makes the store not ready until the next start", () =>
    Effect.gen(function*() {
      const url = server.database()
      const node = yield* nodeOver(url)
      const store = yield* on(node, JobStore)
      const id = yield* on(node, runningJob())
      yield* store.ready
      server.sql(
        url,
        "ALTER TABLE gleaner.ledger RENAME TO sound",
        `CREATE FUNCTION gleaner.damaged() RETURNS SETOF gleaner.sound LANGUAGE plpgsql AS
          $$BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = 'XX001'; END$$`,
        "CREATE VIEW gleaner.ledger AS SELECT * FROM gleaner.damaged()"
      )
      const met = yield* Effect.flip(store.ledger(id, { after: 0, limit: 10 }))
      assert.deepInclude(met, { _tag: "StoreUnavailable", isDamaged: true })
      server.sql(url, "DROP VIEW gleaner.ledger", "ALTER TABLE gleaner.sound RENAME TO ledger")
      const { isDamaged, reason } = yield* Effect.flip(store.ready)
      assert.deepStrictEqual([isDamaged, reason], [true, "invalid page in block 7"])
      yield* (yield* on(yield* nodeOver(url), JobStore)).ready
    }).pipe(Effect.scoped))

  it.live("a sweep deletes by the longest retention of all nodes", () =>
    Effect.gen(function*() {
      /** How many jobs are left of one, after the first sweep of a node that keeps finished jobs for 1 ms. */
      const leftOf = Effect.fnUntraced(function*(others: Duration.Duration) {
        const url = yield* server.lent
        const other = yield* nodeOver(url, { jobRetention: others })
        const id = yield* on(other, runningJob())
        yield* (yield* on(other, JobStore)).finish(id, "done")
        // The last thing that a sweep does is to forget old leases.
        server.sql(
          url,
          "INSERT INTO gleaner.domain_leases (domain, next_at) VALUES ('old.test', now() - interval '1 day')"
        )
        yield* nodeOver(url, { jobRetention: Duration.millis(1) })
        yield* Effect.sync(() => server.sql(url, "SELECT FROM gleaner.domain_leases").length).pipe(
          Effect.repeat({ until: (leases) => leases === 0, schedule: Schedule.spaced("20 millis") }),
          Effect.timeout("30 seconds")
        )
        return server.sql(url, "SELECT id FROM gleaner.jobs").length
      })
      assert.deepStrictEqual(yield* Effect.all([leftOf(Duration.hours(5)), leftOf(Duration.millis(1))]), [1, 0])
    }).pipe(Effect.scoped))

  it.live("one sweep deletes all that is due, of any number of jobs and of rows, and leaves what is not", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      server.sql(
        url,
        jobs("running", "NULL", 1, 1),
        jobs("done", "now()", 2, 200),
        jobs("done", "now() - interval '1 day'", 201, 400),
        "INSERT INTO gleaner.seen SELECT job, h FROM gleaner.jobs, generate_series(1, 20) h",
        "INSERT INTO gleaner.seen SELECT job, h FROM gleaner.jobs, generate_series(21, 12000) h WHERE id = 'job 3'",
        `INSERT INTO gleaner.ledger (job, n, url, outcome, code, status, depth, found_on, elapsed_ms)
          SELECT job, n, '', 'stored', '', 200, 0, '', 0 FROM gleaner.jobs, generate_series(0, 19) n`
      )
      yield* nodeOver(url)
      // The next sweep would be half a minute later. One job is under way.
      yield* Effect.sync(() => server.sql(url, left)[0]).pipe(
        Effect.repeat({ until: (rows) => rows === "200|20", schedule: Schedule.spaced("20 millis") }),
        Effect.timeout(Duration.seconds(25))
      )
      assert.deepStrictEqual(server.sql(url, "SELECT count(*) FROM gleaner.ledger"), [String(200 * 20)])
      assert.deepStrictEqual(server.sql(url, "SELECT count(*) FROM gleaner.jobs WHERE is_swept"), ["199"])
    }).pipe(Effect.scoped))

  it.live("a sweep waits for no job that another node sweeps", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      server.sql(
        url,
        jobs("done", "now()", 1, 100),
        jobs("done", "now() - interval '1 day'", 101, 200),
        "INSERT INTO gleaner.seen SELECT job, 1 FROM gleaner.jobs"
      )
      const database = yield* connectionOf(url)
      const isHeld = yield* Deferred.make<void>()
      yield* Effect.forkScoped(database.transaction(Effect.gen(function*() {
        yield* database.run`SELECT FROM gleaner.jobs WHERE id IN ('job 50', 'job 150') FOR UPDATE`
        yield* Deferred.succeed(isHeld, undefined)
        yield* Effect.never
      })))
      yield* Deferred.await(isHeld)
      yield* nodeOver(url)
      yield* Effect.sync(() => server.sql(url, left)[0]).pipe(
        Effect.repeat({ until: (rows) => rows === "101|2", schedule: Schedule.spaced("20 millis") }),
        Effect.timeout(Duration.seconds(25))
      )
    }).pipe(Effect.scoped))

  it.live("a clock that steps back under a node that runs is noticed by its heartbeat", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const url = server.database()
      // Names without a schema are looked up here before Postgres' own.
      server.sql(
        url,
        "CREATE SCHEMA later",
        "CREATE TABLE later.clock AS SELECT interval '1 hour' AS ahead",
        `CREATE FUNCTION later.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
          $$SELECT pg_catalog.clock_timestamp() + ahead FROM later.clock$$`,
        `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = later, pg_catalog`
      )
      const node = yield* Effect.provide(nodeOver(url), log)
      yield* Effect.flatten(on(node, acquire("left.test")))
      server.sql(url, "UPDATE later.clock SET ahead = '0'")
      yield* Effect.timeout(Effect.flatten(on(node, acquire("left.test"))), "30 seconds")
      assert.lengthOf(lines.filter((line) => /the clock of Postgres has stepped back by 3[56]\d\d s/.test(line)), 1)
    }).pipe(Effect.scoped))

  it.live("a node whose clock is an hour ahead says so, and starts no schedule before its time", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const url = yield* server.lent
      const clock = yield* Clock.Clock
      const ahead = yield* nodeOver(url).pipe(
        Effect.provideService(Clock.Clock, hoursOff(clock, 1)),
        Effect.provide(log)
      )
      const { now } = yield* on(ahead, Nodes)
      const store = yield* on(ahead, ScheduleStore)
      yield* store.create({ ...scheduleOf(1), dueAt: (yield* Clock.currentTimeMillis) + 30 * 60_000 }, 9)
      assert.deepStrictEqual(yield* store.take(9, yield* now), [])
      assert.lengthOf(yield* store.take(9, (yield* now) + 31 * 60_000), 1)
      assert.lengthOf(
        lines.filter((line) => /the clock of this node is 36\d\d s ahead of that of Postgres/.test(line)),
        1
      )
    }).pipe(Effect.scoped))

  it.live("a schedule that cannot be read is left out, and the others run", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const url = yield* server.lent
      const store = yield* Effect.flatMap(nodeOver(url), (node) => on(node, ScheduleStore))
      for (const n of [1, 2]) yield* store.create(scheduleOf(n), 9)
      server.sql(url, `UPDATE gleaner.schedules SET state = '{' WHERE id = '${scheduleOf(1).id}'`)
      const taken = Effect.map(Effect.provide(store.take(9, 9), log), (due) => due.map(({ id }) => id))
      assert.deepStrictEqual(yield* taken, [scheduleOf(2).id])
      assert.deepStrictEqual((yield* store.list("a", { limit: 9 })).items.map(({ id }) => id), [scheduleOf(2).id])
      assert.lengthOf(lines.filter((line) => line.includes("a schedule in Postgres cannot be read")), 1)
      assert.deepStrictEqual(yield* taken, [])
    }).pipe(Effect.scoped))

  it.live("schedules whose times were written by a clock that was ahead are looked at when a node starts", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const store = yield* Effect.flatMap(nodeOver(url), (node) => on(node, ScheduleStore))
      const now = yield* Clock.currentTimeMillis
      yield* store.create({ ...scheduleOf(1), dueAt: now + 3_600_000 }, 9)
      assert.deepStrictEqual(yield* store.take(9, now), [])
      const next = yield* Effect.flatMap(nodeOver(url), (node) => on(node, ScheduleStore))
      assert.lengthOf(yield* next.take(9, (yield* Clock.currentTimeMillis) + 1000), 1)
    }).pipe(Effect.scoped))

  it.live("nodes with different settings say so, and finished jobs are kept as long as the longest retention", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const url = yield* server.lent
      yield* nodeOver(url, { jobRetention: Duration.hours(5) })
      const short = yield* Effect.provide(nodeOver(url, { jobRetention: Duration.millis(1) }), log)
      const id = yield* on(short, runningJob())
      const store = yield* on(short, JobStore)
      yield* store.finish(id, "done")
      yield* Effect.sleep(5)
      assert.isTrue((yield* store.get("a", id))._tag === "Some")
      assert.lengthOf(lines.filter((line) => /node \d+ has other settings.*GLEANER_JOB_RETENTION/.test(line)), 1)
    }).pipe(Effect.scoped))

  it.live("a turn that a late statement has taken is released", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const node = yield* nodeOver(url, { nodeSilence: Duration.millis(300) })
      const { self } = yield* on(node, Nodes)
      server.sql(
        url,
        `INSERT INTO gleaner.domain_leases (domain, node, token, leased_at) VALUES ('stray.test', ${self}, 5, now() - interval '1 minute')`
      )
      yield* Effect.flatten(on(node, acquire("stray.test")))
    }).pipe(Effect.scoped))

  it.live("a clock of Postgres that steps back by an hour bars no domain and keeps no dead node's turns", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const node = yield* nodeOver(url)
      yield* Effect.flatten(on(node, acquire("left.test")))
      const leave = yield* on(node, acquire("held.test"))
      // As if all had been written by a clock that was an hour ahead.
      const hour = "+ interval '1 hour'"
      server.sql(
        url,
        `UPDATE gleaner.domain_leases SET next_at = next_at ${hour}, leased_at = leased_at ${hour}, node = CASE WHEN node IS NULL THEN NULL ELSE -7 END;
         INSERT INTO gleaner.nodes (node, beat_at, version) VALUES (-7, now() ${hour}, 'dead')`
      )
      const next = yield* nodeOver(url)
      yield* Effect.flatten(on(next, acquire("left.test")))
      yield* Effect.flatten(on(next, acquire("held.test")))
      yield* leave
    }).pipe(Effect.scoped))
})
