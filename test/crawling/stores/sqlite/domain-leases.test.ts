import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { sqliteStores } from "../../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { copyAsKilled, folder } from "./folder.ts"

const stores = (file: string) =>
  Layer.fresh(sqliteStores(file)).pipe(Layer.provide(Settings.layerWith({ domainDelay: Duration.seconds(1) })))

const turn = Effect.gen(function*() {
  const gate = yield* DomainLease
  yield* yield* gate.acquire("a.test", Duration.seconds(20), false)
})

const restOf = (domain: string) =>
  Effect.gen(function*() {
    const known = yield* (yield* DomainLease).known(domain)
    return Option.match(known, {
      onNone: () => [0, 0] as const,
      onSome: ({ backOff, rest }) => [Duration.toMillis(rest), Duration.toMillis(backOff)] as const
    })
  })

describe("leases of domains in a SQLite file", () => {
  it.live("rest no longer than was written, when the clock has stepped back since", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* Effect.provide(turn, stores(file))
      const database = new DatabaseSync(file)
      database.exec("UPDATE domain_leases SET next_at = next_at + 3600000, written_at = written_at + 3600000")
      database.close()
      const known = Effect.flatMap(DomainLease, (gate) => gate.known("a.test"))
      const { rest } = Option.getOrThrow(yield* Effect.provide(known, stores(file)))
      assert.isAtMost(Duration.toMillis(rest), 20_000)
      assert.isAbove(Duration.toMillis(rest), 0)
    }).pipe(Effect.scoped))

  it.effect("are forgotten while the process runs", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* Effect.gen(function*() {
        // The thread answers in order, and in real time: after this call, the earlier ones have returned. A sweep waits
        // for its answer, so the clock must not pass the times of the next ones meanwhile.
        const { stored } = yield* JobStore
        yield* turn
        yield* stored
        yield* TestClock.adjust("2 seconds")
        yield* stored
        for (let minute = 0; minute < 15; minute++) {
          yield* TestClock.adjust("1 minute")
          yield* stored
        }
      }).pipe(Effect.provide(stores(file)))
      const database = new DatabaseSync(file)
      assert.deepStrictEqual(database.prepare("SELECT domain FROM domain_leases").all(), [])
      database.close()
    }).pipe(Effect.scoped))

  it.live("outlive a restart: the time of the next turn, a Crawl-delay, a back-off", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* Effect.gen(function*() {
        const gate = yield* DomainLease
        yield* yield* gate.acquire("slow.test", Duration.seconds(60), false)
        yield* yield* gate.acquire("quick.test", Duration.seconds(1), false)
        yield* gate.slowDown("busy.test", Duration.seconds(30), Duration.seconds(8))
        yield* gate.slowDown("better.test", Duration.seconds(2), Duration.seconds(8))
        yield* gate.recovered("better.test", Duration.seconds(4))
      }).pipe(Effect.provide(stores(file)))
      yield* Effect.gen(function*() {
        const [slow] = yield* restOf("slow.test")
        assert.isTrue(slow > 50_000 && slow <= 60_000, String(slow))
        assert.isAtMost((yield* restOf("quick.test"))[0], 1000)
        const [rest, backOff] = yield* restOf("busy.test")
        assert.isTrue(rest > 20_000 && rest <= 30_000, String(rest))
        assert.strictEqual(backOff, 8000)
        assert.strictEqual((yield* restOf("better.test"))[1], 4000)
        // After a clean exit, other domains do not wait.
        assert.deepStrictEqual(yield* restOf("new.test"), [0, 0])
      }).pipe(Effect.provide(stores(file)))
    }).pipe(Effect.scoped))

  it.live("after a kill every domain rests for its delay, since a request may have been under way", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const file = path.join(made, "gleaner.db")
      yield* Effect.gen(function*() {
        const gate = yield* DomainLease
        // A turn that has begun and not ended.
        yield* gate.acquire("slow.test", Duration.seconds(60), false)
        copyAsKilled(file, path.join(made, "killed.db"))
      }).pipe(Effect.provide(stores(file)))
      yield* Effect.gen(function*() {
        const [slow] = yield* restOf("slow.test")
        assert.isTrue(slow > 50_000 && slow <= 60_000, String(slow))
        const [any] = yield* restOf("new.test")
        assert.isTrue(any > 0 && any <= 1000, String(any))
      }).pipe(Effect.provide(stores(path.join(made, "killed.db"))))
    }).pipe(Effect.scoped))
})
