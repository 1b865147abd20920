import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { Readiness } from "../../../src/serving/server/Readiness.ts"

const layer = Readiness.layerNoDeps.pipe(
  Layer.provide(memoryStore),
  Layer.provide(Settings.layerWith({}))
)

describe("Readiness", () => {
  it.effect("a service that probes watch says for a while that it stops", () =>
    Effect.gen(function*() {
      const readiness = yield* Readiness
      for (let probe = 0; probe < 2; probe++) {
        assert.strictEqual(yield* readiness.probe, "ok")
        yield* TestClock.adjust("30 seconds")
      }
      yield* readiness.stop
      assert.strictEqual(yield* readiness.probe, "stopping")
      yield* readiness.stopping
      const noticed = yield* Effect.forkChild(readiness.noticed, { startImmediately: true })
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(noticed.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(noticed)
    }).pipe(Effect.provide(layer)))

  it.effect("a service that no probe watches, or that a script has waited for, stops at once", () =>
    Effect.gen(function*() {
      const readiness = yield* Readiness
      yield* readiness.noticed
      yield* readiness.probe
      yield* readiness.stop
      yield* readiness.noticed
      assert.strictEqual(yield* Clock.currentTimeMillis, 0)
    }).pipe(Effect.provide(layer)))

  it.effect("probes of long ago do not count", () =>
    Effect.gen(function*() {
      const readiness = yield* Readiness
      yield* readiness.probe
      yield* readiness.probe
      yield* TestClock.adjust("3 minutes")
      yield* readiness.stop
      yield* readiness.noticed
      assert.strictEqual(yield* Clock.currentTimeMillis, 180_000)
    }).pipe(Effect.provide(layer)))
})
