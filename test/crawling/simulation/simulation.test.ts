import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as path from "node:path"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"
import { folder } from "../stores/sqlite/folder.ts"
import { simulate } from "./simulate.ts"

describe("a service that lives for days", () => {
  it.effect("keeps every promise, and does the same for the same seed", () =>
    Effect.gen(function*() {
      for (const seed of [1, 2, 3]) {
        const memory = Layer.provide(memoryStore, withoutSleep)
        const first = yield* simulate(seed, 3, memory, false)
        assert.deepStrictEqual(first.findings, [], `seed ${seed}`)
        if (seed === 1) assert.strictEqual((yield* simulate(seed, 3, memory, false)).trace, first.trace)
      }
    }))

  it.effect("keeps them over restarts, in a file", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      const { findings } = yield* simulate(4, 3, Layer.provide(sqliteStores(file), withoutSleep), true)
      assert.deepStrictEqual(findings, [])
    }).pipe(Effect.scoped))
})
