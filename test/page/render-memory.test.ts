import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { RenderMemory } from "../../src/page/RenderMemory.ts"

const page = { partition: "a", url: new URL("https://example.com/a") }

describe("RenderMemory", () => {
  it.effect("gives a host up after three renderings in vain, and asks again after an hour", () =>
    Effect.gen(function*() {
      const memory = yield* RenderMemory
      yield* memory.learn(page, false)
      yield* memory.learn(page, false)
      assert.isTrue(yield* memory.isWorthwhile(page))
      yield* memory.learn(page, false)
      assert.isFalse(yield* memory.isWorthwhile({ ...page, url: new URL("https://example.com/b") }))
      assert.isTrue(yield* memory.isWorthwhile({ ...page, url: new URL("https://other.example/") }))
      yield* TestClock.adjust("61 minutes")
      assert.isTrue(yield* memory.isWorthwhile(page))
      yield* memory.learn(page, false)
      assert.isTrue(yield* memory.isWorthwhile(page))
    }).pipe(Effect.provide(RenderMemory.layer)))

  it.effect("trusts a host again as soon as a rendering adds something", () =>
    Effect.gen(function*() {
      const memory = yield* RenderMemory
      for (const added of [false, false, true, false, false]) yield* memory.learn(page, added)
      assert.isTrue(yield* memory.isWorthwhile(page))
    }).pipe(Effect.provide(RenderMemory.layer)))

  it.effect("lets no job or key spoil a host for another", () =>
    Effect.gen(function*() {
      const memory = yield* RenderMemory
      for (let times = 0; times < 5; times++) yield* memory.learn(page, false)
      assert.isFalse(yield* memory.isWorthwhile(page))
      assert.isTrue(yield* memory.isWorthwhile({ ...page, partition: "b" }))
    }).pipe(Effect.provide(RenderMemory.layer)))
})
