import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { FairPermits } from "../../../src/core/kernel/fair/FairPermits.ts"

const claimOf = (owner: string) => ({ owner, priority: "interactive" as const })

/** Work of one owner that takes 10 seconds with a permit. */
const work = (permits: FairPermits, owner: string, done: Array<string>) =>
  Effect.sleep("10 seconds").pipe(
    Effect.andThen(Effect.sync(() => done.push(owner))),
    permits.withPermit(claimOf(owner)),
    Effect.forkChild
  )

describe("fair permits", () => {
  it.effect("are all for a single owner, and never the last for one while another waits", () =>
    Effect.gen(function*() {
      const permits = new FairPermits({ units: 2, reserve: 1 })
      const done: Array<string> = []
      for (let index = 0; index < 6; index++) yield* work(permits, "a", done)
      yield* Effect.yieldNow
      for (const owner of ["b", "b", "c"]) yield* work(permits, owner, done)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(done.toSorted(), ["a", "a", "b"])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(done.toSorted(), ["a", "a", "a", "b", "b", "c"])
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(done.length, 9)
    }))

  it.effect("come back from work that fails, and from those that wait no longer", () =>
    Effect.gen(function*() {
      const permits = new FairPermits({ units: 1, reserve: 0 })
      const fibers = yield* Effect.forEach(["a", "b", "c"], (owner) => work(permits, owner, []))
      yield* Effect.yieldNow
      yield* Effect.forEach(fibers, Fiber.interrupt)
      yield* Effect.exit(permits.withPermit(claimOf("d"))(Effect.die("broken")))
      const done: Array<string> = []
      yield* work(permits, "e", done)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(done, ["e"])
    }))
})
