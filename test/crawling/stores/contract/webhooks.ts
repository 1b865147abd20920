import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { openCursors } from "../../../../src/crawling/webhooks/event-cursors.ts"
import { WebhookStore } from "../../../../src/crawling/webhooks/WebhookStore.ts"
import type { Engine } from "./engine.ts"

const id = (n: number) => JobId.make(String(n).padStart(32, "0"))
const cursors = openCursors(["job.finished"], 0)

/** The contract of every WebhookStore. */
export const webhooksContract = (engine: Engine): void => {
  const test = engine.clock === "test" ? it.effect : it.live

  describe(`webhooks in ${engine.name}`, () => {
    test("are opened once, taken by one at a time, and due again when it says so", () =>
      Effect.gen(function*() {
        const store = yield* WebhookStore
        yield* store.open(id(1), "first", cursors)
        yield* store.open(id(1), "first", {})
        const all = yield* Effect.all([store.take(10), store.take(10), store.take(10)], { concurrency: "unbounded" })
        const [taken] = all.flat()
        if (taken === undefined || all.flat().length > 1) return assert.fail("one has it")
        assert.deepInclude(taken, { id: id(1), owner: "first", cursors })
        const later = { "job.finished": { from: 0, to: 1, madeAt: 5, failures: 2, dueAt: 9 } }
        assert.isTrue(yield* store.save(taken, later))
        assert.deepStrictEqual(yield* store.take(10), [])
        assert.isTrue(yield* store.save(taken, later, Duration.zero))
        const [again] = yield* store.take(10)
        assert.deepStrictEqual(again?.cursors, later)
        if (again !== undefined) yield* store.save(again, later, Duration.minutes(10))
        assert.deepStrictEqual(yield* store.take(10), [])
      }).pipe(Effect.provide(engine.layer())))

    test("are gone when they are closed, and come at most as many at a time as are asked for", () =>
      Effect.gen(function*() {
        const store = yield* WebhookStore
        yield* Effect.forEach([1, 2, 3], (n) => store.open(id(n), "first", cursors))
        const first = yield* store.take(2)
        assert.lengthOf(first, 2)
        yield* Effect.forEach(first, (taken) => store.close(taken))
        assert.lengthOf(yield* store.take(10), 1)
        yield* Effect.forEach(first, (taken) => store.open(taken.id, "first", cursors))
        assert.lengthOf(yield* store.take(10), 2)
      }).pipe(Effect.provide(engine.layer())))

    test("of owners who have enough are left for later", () =>
      Effect.gen(function*() {
        const store = yield* WebhookStore
        yield* store.open(id(1), "first", cursors)
        yield* store.open(id(2), "second", cursors)
        assert.deepStrictEqual((yield* store.take(10, ["first", "nobody"])).map(({ owner }) => owner), ["second"])
        assert.deepStrictEqual((yield* store.take(10)).map(({ owner }) => owner), ["first"])
      }).pipe(Effect.provide(engine.layer())))

    if (engine.isShared) {
      test("go to another node when the one that had them is silent for a lease, and the first cannot write any more", () =>
        Effect.gen(function*() {
          const store = yield* WebhookStore
          yield* store.open(id(1), "first", cursors)
          const [lost] = yield* store.take(1)
          const found = yield* Effect.forkChild(Effect.repeat(store.take(1), { until: (taken) => taken.length > 0 }))
          const [mine] = yield* Fiber.join(found)
          if (lost === undefined || mine === undefined) return assert.fail("nobody has it")
          assert.isFalse(yield* store.save(lost, {}))
          yield* store.close(lost)
          assert.isTrue(yield* store.save(mine, cursors, Duration.zero))
          assert.lengthOf(yield* store.take(1), 1)
        }).pipe(Effect.provide(engine.layer({ webhookLease: Duration.millis(300) }))))
    }
  })
}
