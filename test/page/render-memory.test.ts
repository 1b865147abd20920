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

  const shell = (kind: string, number = 0) => ({
    ...page,
    read: () => ({
      mediaType: "text/html",
      charset: undefined,
      body: new TextEncoder().encode(`<title>${number}</title><div id="${number}"></div><${kind}></${kind}>`)
    })
  })

  it.effect("knows each shell of a site that has several, beside pages with text", () =>
    Effect.gen(function*() {
      const memory = yield* RenderMemory
      assert.isFalse(yield* memory.isKnownShell(shell("main")))
      yield* memory.learnShell(shell("main"), true)
      assert.isFalse(yield* memory.isKnownShell(shell("article")))
      yield* memory.learnShell(shell("article"), true)
      yield* memory.learnShell(shell("p"), false)
      for (const number of [1, 2, 3]) {
        assert.isTrue(yield* memory.isKnownShell(shell("main", number)))
        assert.isTrue(yield* memory.isKnownShell(shell("article", number)))
        assert.isFalse(yield* memory.isKnownShell(shell("p", number)))
      }
      yield* memory.learnShell(shell("main"), false)
      assert.isFalse(yield* memory.isKnownShell(shell("main")))
      assert.isTrue(yield* memory.isKnownShell(shell("article")))
    }).pipe(Effect.provide(RenderMemory.layer)))

  it.effect("knows the sixteen latest shells of a site", () =>
    Effect.gen(function*() {
      const memory = yield* RenderMemory
      for (let kind = 0; kind < 17; kind++) yield* memory.learnShell(shell(`x-${kind}`), true)
      assert.isFalse(yield* memory.isKnownShell(shell("x-0")))
      assert.isTrue(yield* memory.isKnownShell(shell("x-1")))
      assert.isTrue(yield* memory.isKnownShell(shell("x-16")))
    }).pipe(Effect.provide(RenderMemory.layer)))
})
