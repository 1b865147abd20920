import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Logger } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../../src/core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../src/core/domain/job/Job.ts"
import { repeatedly } from "../../../src/core/observability/repeatedly.ts"
import { compress, decompress } from "../../../src/crawling/stores/shared/compress.ts"
import { localWebhooks, type WebhookRow } from "../../../src/crawling/stores/shared/local-webhooks.ts"
import { openCursors } from "../../../src/crawling/webhooks/event-cursors.ts"

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

describe("what a store keeps compressed", () => {
  const whole = (length: number) => new Uint8Array(length).fill(0x61)

  it.effect("comes back whole, whatever its size", () =>
    Effect.forEach([0, 1, 100_000, 600_000, 20_000_000], (length) =>
      Effect.gen(function*() {
        const back = yield* Effect.flatMap(compress(whole(length)), decompress)
        assert.isTrue(Buffer.from(whole(length)).equals(back), String(length))
      })))

  it("is read at once only if it comes to little, however few bytes it has", async () => {
    const small = await Effect.runPromise(compress(whole(100_000)))
    const large = await Effect.runPromise(compress(whole(20_000_000)))
    assert.isBelow(large.length, 10_000)
    assert.isTrue(Exit.isSuccess(Effect.runSyncExit(decompress(small))))
    assert.isTrue(Exit.isFailure(Effect.runSyncExit(decompress(large))))
  })

  it.effect("is a defect if it was not compressed", () =>
    Effect.gen(function*() {
      assert.isTrue(Exit.hasDies(yield* Effect.exit(decompress(new Uint8Array([1, 2, 3])))))
    }))
})

const id = JobId.make("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6")
const cursors = openCursors(["job.finished"], 0)
const later = { "job.finished": { from: 0, to: 1, madeAt: 5, failures: 2, dueAt: 9 } }

describe("webhooks in a file", () => {
  it.effect("are written again when the file has refused them, and not when they are the same", () =>
    Effect.gen(function*() {
      const saved: Array<WebhookRow> = []
      let isFull = false
      const store = localWebhooks(yield* Clock.Clock, [], {
        save: (row) =>
          Effect.suspend(() => {
            if (isFull) return Effect.fail(new StoreUnavailable({ reason: "the disk is full" }))
            saved.push(row)
            return Effect.void
          }),
        remove: () => Effect.void
      })
      yield* store.open(id, "first", cursors)
      const [taken] = yield* store.take(1)
      if (taken === undefined) return assert.fail("it is due")
      yield* store.save(taken, cursors, Duration.zero)
      assert.lengthOf(saved, 1)
      isFull = true
      assert.strictEqual((yield* Effect.flip(store.save(taken, later)))._tag, "StoreUnavailable")
      isFull = false
      yield* store.save(taken, later, Duration.zero)
      yield* store.save(taken, later, Duration.zero)
      assert.deepStrictEqual(saved.map((row) => row.cursors), [cursors, later])
    }))
})
