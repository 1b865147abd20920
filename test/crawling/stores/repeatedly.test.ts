import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../../src/core/domain/errors/StoreUnavailable.ts"
import { repeatedly } from "../../../src/crawling/stores/shared/repeatedly.ts"

describe("the housekeeping of a store", () => {
  it.effect("goes on after a fault of the store and after a defect, which is logged", () =>
    Effect.gen(function*() {
      const lines: Array<unknown> = []
      let times = 0
      const work = Effect.suspend(() => {
        times++
        if (times === 1) return Effect.fail(new StoreUnavailable({ reason: "away" }))
        return times === 2 ? Effect.die(new Error("a defect")) : Effect.void
      })
      yield* repeatedly("deleting expired jobs", work, Duration.seconds(30)).pipe(
        Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))]))
      )
      yield* TestClock.adjust("95 seconds")
      assert.strictEqual(times, 4)
      assert.deepStrictEqual(lines.flat(), ["a defect while deleting expired jobs"])
    }).pipe(Effect.scoped))
})
