import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer, Metric, Redacted, Tracer } from "effect"
import { metrics } from "../../../../src/core/observability/metrics.ts"
import { withoutNoise } from "../../../../src/core/observability/without-noise.ts"
import { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "the connections to Postgres", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  it.live("one that is cut within a transaction is an outage, and the next transaction has another one", () =>
    Effect.gen(function*() {
      const { raw, transaction } = yield* Database
      yield* raw("CREATE TABLE told (n INT)")
      const cut = Effect.andThen(
        raw("INSERT INTO told VALUES (1)"),
        raw("SELECT pg_terminate_backend(pg_backend_pid())")
      )
      const error = yield* Effect.flip(transaction(cut))
      assert.strictEqual(error._tag, "StoreUnavailable")
      yield* transaction(raw("INSERT INTO told VALUES (2)"))
      assert.deepStrictEqual(yield* raw("SELECT n FROM told"), [{ n: 2 }])
    }).pipe(Effect.provide(
      Database.layer(Redacted.make(server.database()), { connections: 2, timeout: Duration.seconds(10) })
    )))

  it.live("no statement is a span of its own", () =>
    Effect.gen(function*() {
      const { raw, transaction } = yield* Database
      const names: Array<string> = []
      const tracer = withoutNoise(Tracer.make({
        span: (options) => {
          if (options.sampled) names.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      }))
      yield* transaction(raw("SELECT 1")).pipe(
        Effect.andThen(raw("SELECT 2")),
        Effect.withSpan("JobStore.example"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      assert.deepStrictEqual(names, ["JobStore.example"])
    }).pipe(Effect.provide(
      Database.layer(Redacted.make(server.database()), { connections: 2, timeout: Duration.seconds(10) })
    )))

  it.live("a statement that Postgres refuses within a transaction stays a defect of ours", () =>
    Effect.gen(function*() {
      const { raw, transaction } = yield* Database
      const exit = yield* Effect.exit(transaction(raw("SELECT nonsense FROM nowhere")))
      assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.some((reason) => reason._tag === "Die"))
    }).pipe(Effect.provide(
      Database.layer(Redacted.make(server.database()), { connections: 2, timeout: Duration.seconds(10) })
    )))

  it.live("who waits for a connection shows in the metrics", () =>
    Effect.gen(function*() {
      const { raw, transaction } = yield* Database
      yield* raw("SELECT 1")
      yield* Effect.all([transaction(raw("SELECT pg_sleep(0.3)")), raw("SELECT 1"), transaction(raw("SELECT 1"))], {
        concurrency: "unbounded"
      })
      const { count, max, min } = yield* Metric.value(metrics.connectionWait)
      assert.strictEqual(count, 4, "one for each statement or transaction that asks for a connection")
      assert.isBelow(min, 0.1)
      assert.isAbove(max, 0.2)
    }).pipe(
      Effect.provide(
        Database.layer(Redacted.make(server.database()), { connections: 1, timeout: Duration.seconds(10) })
      ),
      Effect.provideService(Metric.MetricRegistry, new Map())
    ))

  it.live("a transaction that its machine has left frees its locks", () =>
    Effect.gen(function*() {
      const url = Redacted.make(server.database())
      const lock = "SELECT pg_advisory_xact_lock(7)"
      const locked = yield* Deferred.make<void>()
      const left = Effect.flatMap(Database, ({ raw, transaction }) =>
        transaction(Effect.andThen(raw(lock), Effect.andThen(Deferred.succeed(locked, undefined), Effect.never))))
      const fiber = yield* left.pipe(
        Effect.provide(Layer.fresh(Database.layer(url, { connections: 1, timeout: Duration.seconds(1) }))),
        Effect.forkScoped
      )
      yield* Deferred.await(locked)
      // It would be given up only after 6 seconds.
      yield* Effect.flatMap(Database, ({ raw }) =>
        raw(lock)).pipe(
          Effect.provide(Layer.fresh(Database.layer(url, { connections: 1, timeout: Duration.seconds(4) })))
        )
      assert.isUndefined(fiber.pollUnsafe())
    }).pipe(Effect.scoped))
})
