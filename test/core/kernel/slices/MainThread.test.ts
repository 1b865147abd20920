import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inSlices } from "../../../../src/core/kernel/slices/in-slices.ts"
import { jsonOf } from "../../../../src/core/kernel/slices/json-of.ts"
import { MainThread, maxSlice, WorkOwner } from "../../../../src/core/kernel/slices/MainThread.ts"
import { allSlices } from "../../../support/all-slices.ts"

/** A thread whose time passes by the work alone. `iterate` runs one iteration of its loop. */
const countedThread = () => {
  let now = 0
  const next: Array<() => void> = []
  let pauses = 0
  const log: Array<string> = []
  const thread = new MainThread({
    now: () => now,
    next: (run) => next.push(run),
    later: (run) => {
      pauses++
      next.push(run)
    }
  })
  const iterate = () => {
    for (const run of next.splice(0)) run()
    return next.length > 0
  }
  /** Work of this number of steps, each of these milliseconds. */
  const start = (owner: string, steps: number, millis: number) =>
    Effect.forkChild(
      inSlices(function*() {
        for (let step = 0; step < steps; step++) {
          log.push(owner)
          now += millis
          if (step < steps - 1) yield
        }
        return owner
      }).pipe(Effect.provideService(WorkOwner, owner), Effect.provideService(MainThread.current, thread)),
      { startImmediately: true }
    )
  return { iterate, log, pauses: () => pauses, start, thread, pass: (millis: number) => (now += millis) }
}

describe("the main thread", () => {
  it.effect("runs one slice in an iteration of the loop, however many answers are made", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      for (let answer = 0; answer < 30; answer++) yield* start("a", 3, maxSlice)
      assert.strictEqual(log.length, 1)
      for (let count = 2; count <= 90; count++) {
        iterate()
        assert.strictEqual(log.length, count)
      }
    }))

  it.effect("ends a slice at its time, not at each step", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      yield* start("a", 10, maxSlice / 4)
      assert.strictEqual(log.length, 4)
      iterate()
      assert.strictEqual(log.length, 8)
    }))

  it.effect("gives the next slice to the owner that used less, whatever waits of the other", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      for (let answer = 0; answer < 30; answer++) yield* start("a", 100, maxSlice)
      for (let count = 0; count < 50; count++) iterate()
      log.length = 0
      const one = yield* start("b", 3, maxSlice)
      for (let count = 0; count < 6; count++) iterate()
      assert.isAtMost(log.lastIndexOf("b"), 5)
      assert.strictEqual(log.filter((owner) => owner === "b").length, 3)
      assert.strictEqual(yield* Fiber.join(one), "b")
    }))

  it.effect("does not make an owner that uses little wait for its own slices", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      yield* start("a", 1000, maxSlice)
      for (let count = 0; count < 100; count++) iterate()
      log.length = 0
      yield* start("b", 20, maxSlice)
      for (let count = 0; count < 20; count++) iterate()
      assert.deepStrictEqual(log, Array.from({ length: 20 }, () => "b"))
    }))

  it.effect("pauses after each slice of the owner that uses it most, and not for the others", () =>
    Effect.gen(function*() {
      const { iterate, log, pauses, start } = countedThread()
      yield* start("a", 70, maxSlice)
      for (let count = 0; count < 59; count++) iterate()
      assert.deepStrictEqual([log.length, pauses()], [60, 0], "alone it has no pauses")
      log.splice(0, 50)
      yield* start("b", 2, maxSlice)
      iterate()
      iterate()
      assert.deepStrictEqual([log.slice(10), pauses()], [["b", "b"], 0])
      iterate()
      iterate()
      assert.deepStrictEqual([log.slice(12), pauses()], [["a"], 1])
      // Another owner ends the pause.
      yield* start("b", 1, maxSlice)
      assert.deepStrictEqual(log.slice(13), ["b"])
      while (iterate()) { /* until nothing waits */ }
      assert.strictEqual(log.filter((owner) => owner === "a").length, 20)
    }))

  it.effect("pauses for no owner that uses little time", () =>
    Effect.gen(function*() {
      const { iterate, pauses, start } = countedThread()
      yield* start("a", 1, 0)
      for (let request = 0; request < 40; request++) {
        yield* start("b", 2, maxSlice / 4)
        while (iterate()) { /* until nothing waits */ }
      }
      assert.strictEqual(pauses(), 0)
    }))

  it.effect("charges by time: costly slices get fewer turns", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      yield* start("costly", 100, 8 * maxSlice)
      yield* start("cheap", 100, maxSlice)
      for (let count = 0; count < 45; count++) iterate()
      const costly = log.filter((owner) => owner === "costly").length
      assert.isAtLeast(costly, 4)
      assert.isAtMost(costly, 7)
    }))

  it.effect("drops the work of an answer that was given up, and goes on", () =>
    Effect.gen(function*() {
      const { iterate, log, start } = countedThread()
      const given = yield* start("a", 100, maxSlice)
      const other = yield* start("b", 1, maxSlice)
      yield* Fiber.interrupt(given)
      log.length = 0
      while (iterate()) { /* until nothing waits */ }
      assert.deepStrictEqual(log, ["b"])
      assert.strictEqual(yield* Fiber.join(other), "b")
    }))

  it.effect("knows for two seconds which owner uses it", () =>
    Effect.gen(function*() {
      const { iterate, pass, start, thread } = countedThread()
      yield* start("a", 200, maxSlice)
      yield* start("b", 1, maxSlice)
      while (iterate()) { /* until nothing waits */ }
      assert.deepStrictEqual([thread.isBusyWith("a"), thread.isBusyWith("b"), thread.isBusy], [true, false, true])
      pass(3000)
      assert.deepStrictEqual([thread.isBusyWith("a"), thread.isBusy], [false, false])
    }))
})

describe("the JSON of an object in slices", () => {
  it("is that of JSON.stringify", () => {
    const objects = [
      {},
      { list: [] },
      { list: [1, undefined, null, "a\"b", { c: [2] }], left: undefined, "quo\"te": "x", last: { list: [undefined] } },
      { left: undefined, list: [[1], [], {}] }
    ]
    for (const object of objects) assert.strictEqual(allSlices(jsonOf(object)), JSON.stringify(object))
  })

  it("has a slice for each element", () => {
    let slices = 0
    for (const _ of jsonOf({ list: Array.from({ length: 100 }, (_, index) => index) })) slices++
    assert.isAtLeast(slices, 100)
  })
})
