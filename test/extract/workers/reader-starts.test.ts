import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PageTime } from "../../../src/extract/workers/PageTime.ts"
import { misbehaving, read, readersFrom } from "./readers-over.ts"
import { logged, readersSeen } from "./seen-readers.ts"

describe("a reader without pages", () => {
  it.effect("ends after a minute without a word, and the next page starts another", () =>
    Effect.gen(function*() {
      const { layer: logger, lines } = logged()
      yield* Effect.gen(function*() {
        const { started, stop } = readersSeen()
        yield* Effect.gen(function*() {
          yield* read("/first")
          const [reader] = started
          assert.isDefined(reader)
          const ended = Effect.callback<void>((resume) => void reader?.once("exit", () => resume(Effect.void)))
          const waiting = yield* Effect.forkChild(ended, { startImmediately: true })
          yield* TestClock.adjust("1 minute")
          yield* Fiber.join(waiting)
          yield* read("/second")
          assert.lengthOf(started, 2)
        }).pipe(Effect.provide(misbehaving(1)), Effect.ensuring(Effect.sync(stop)))
      }).pipe(Effect.provide(logger))
      assert.deepStrictEqual(lines, [])
    }))
})

describe("readers that do not even start", () => {
  it.effect("are tried at growing intervals, and a page is refused meanwhile", () =>
    Effect.gen(function*() {
      const { layer: logger, lines } = logged()
      const { started, stop } = readersSeen()
      yield* Effect.gen(function*() {
        for (const [attempts, retryAfter] of [[1, 1], [2, 2], [3, 4]] as const) {
          const refused = yield* Effect.flip(read("/first"))
          assert.deepInclude(refused, { code: "overloaded", retryAfter, url: "https://site.test/first" })
          yield* TestClock.adjust(Duration.millis(retryAfter * 1000 - 1))
          assert.deepStrictEqual(yield* Effect.flip(read("/first")), refused)
          assert.lengthOf(started, attempts)
          yield* TestClock.adjust(Duration.millis(1))
        }
        assert.deepStrictEqual(lines, Array(3).fill("Error a reader did not start"))
      }).pipe(
        Effect.provide(readersFrom("/no-such-reader.js", 1).pipe(Layer.provide(logger))),
        Effect.ensuring(Effect.sync(stop))
      )
    }), { tags: "long" })
})

describe("the time of a page", () => {
  it("is over when its reader has worked for longer than the limit, not when it had to wait", () => {
    const time = new PageTime()
    // As another thread has it.
    const guard = new PageTime(time.shared)
    assert.isFalse(guard.isOver(1e9, 1e9))
    time.begin(15_000, 1000, 500)
    assert.isFalse(guard.isOver(16_000, 15_500))
    assert.isFalse(guard.isOver(60_000, 5000), "the machine was busy")
    assert.isFalse(guard.isOver(9000, 20_000), "several threads worked")
    assert.isTrue(guard.isOver(20_000, 15_501))
    time.end()
    assert.isFalse(guard.isOver(20_000, 15_501))
  })
})
