import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { JobStore } from "../../../src/jobs/JobStore.ts"
import { DomainLease } from "../../../src/politeness/DomainLease.ts"
import { Settings } from "../../../src/Settings.ts"
import { sqliteStores } from "../../../src/stores/sqlite/sqlite-stores.ts"
import { folder } from "./folder.ts"

const stores = (file: string) =>
  Layer.fresh(sqliteStores(file)).pipe(Layer.provide(Settings.layerWith({ domainDelay: Duration.seconds(1) })))

const turn = Effect.gen(function*() {
  const gate = yield* DomainLease
  yield* yield* gate.acquire("a.test", Duration.seconds(20), false)
})

describe("the gates in a SQLite file", () => {
  it.live("rest no longer than was written, when the clock has stepped back since", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* Effect.provide(turn, stores(file))
      const database = new DatabaseSync(file)
      database.exec("UPDATE gates SET next_at = next_at + 3600000, written_at = written_at + 3600000")
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
        // The thread answers in order, and in real time: after this call, the earlier ones have returned.
        const { stored } = yield* JobStore
        yield* turn
        yield* stored
        yield* TestClock.adjust("2 seconds")
        yield* stored
        yield* TestClock.adjust("15 minutes")
      }).pipe(Effect.provide(stores(file)))
      const database = new DatabaseSync(file)
      assert.deepStrictEqual(database.prepare("SELECT domain FROM gates").all(), [])
      database.close()
    }).pipe(Effect.scoped))
})
