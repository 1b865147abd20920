import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as path from "node:path"
import { noPostgres, sharedPostgres } from "../../support/stores/postgres.ts"
import { folder } from "../stores/sqlite/folder.ts"
import { memoryEngine, postgresEngine, sqliteEngine } from "./engines.ts"
import { simulate } from "./simulate.ts"

describe("a service that lives for days", () => {
  it.effect("keeps every promise, and does the same for the same seed", () =>
    Effect.gen(function*() {
      for (const seed of [1, 2, 3]) {
        const first = yield* simulate(seed, 3, memoryEngine)
        assert.deepStrictEqual(first.findings, [], `seed ${seed}`)
        if (seed === 1) assert.strictEqual((yield* simulate(seed, 3, memoryEngine)).trace, first.trace)
      }
    }))

  it.effect("keeps them over restarts, in a file", () =>
    Effect.gen(function*() {
      const live = Effect.flatMap(folder, (in_) => simulate(4, 3, sqliteEngine(path.join(in_, "gleaner.db"))))
      const first = yield* live
      assert.deepStrictEqual(first.findings, [])
      assert.strictEqual((yield* live).trace, first.trace)
    }).pipe(Effect.scoped))

  it.effect.skipIf(noPostgres !== undefined)("keeps them in Postgres", () =>
    Effect.gen(function*() {
      const server = yield* Effect.promise(sharedPostgres)
      assert.deepStrictEqual((yield* simulate(5, 1, postgresEngine(server))).findings, [])
    }))
})
