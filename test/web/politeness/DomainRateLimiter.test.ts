// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { inOrder, visits } from "./turns.ts"

const limiterWith = (domainDelay: Duration.Input, settings: Parameters<typeof Settings.layerWith>[0] = {}) =>
  DomainRateLimiter.layer.pipe(
    Layer.provide(Settings.layerWith({ domainDelay: Duration.fromInputUnsafe(domainDelay), ...settings }))
  )

describe("DomainRateLimiter", () => {
  it.effect("begins a turn a delay after the one before ended, as the site may have seen its request no sooner", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder([visit("a"), visit("b", {}, "300 millis"), visit("c")], "10 seconds")
      assert.deepStrictEqual(times(), [0, 1000, 2300])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("never has two requests at one domain while a delay is in force, however slow the site", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder([visit("a", {}, "5 seconds"), visit("b", {}, "1 second"), visit("c")], "20 seconds")
      assert.deepStrictEqual(times(), [0, 6000, 8000])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("obeys a Crawl-delay longer than its own, and its own where that is longer", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder([1, 2, 3].map((n) => visit(`${n}`, { crawlDelay: "7 seconds" })), "30 seconds")
      yield* inOrder(
        [1, 2].map((n) => visit(`${n}`, { url: "https://b.test/", crawlDelay: "0.5 seconds" })),
        "3 seconds"
      )
      assert.deepStrictEqual(times(), [0, 7000, 14_000, 30_000, 31_000])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("counts hosts of one registrable domain as one, and private suffixes as domains of their own", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      const urls = [
        "https://a.site.test/",
        "http://b.site.test:81/",
        "https://one.github.io/",
        "https://two.github.io/"
      ]
      yield* inOrder(urls.map((url) => visit(url, { url })), "5 seconds")
      assert.deepStrictEqual(times(), [0, 0, 0, 1000])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("runs six at a time, no more, where no delay is in force", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder(Array.from({ length: 8 }, (_, n) => visit(`${n}`, {}, "2 seconds")), "10 seconds")
      assert.deepStrictEqual(times(), [0, 0, 0, 0, 0, 0, 2000, 2000])
    }).pipe(Effect.provide(limiterWith(0)))
  })

  it.effect("runs as many as the setting says, where it says so", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder(Array.from({ length: 4 }, (_, n) => visit(`${n}`, {}, "2 seconds")), "10 seconds")
      assert.deepStrictEqual(times(), [0, 0, 2000, 2000])
    }).pipe(Effect.provide(limiterWith(0, { domainConcurrency: 2 })))
  })

  it.effect("lets a scrape overtake crawl pages that wait, and one crawl page in after four scrapes", () => {
    const { names, visit } = visits()
    return Effect.gen(function*() {
      const crawl = ["c1", "c2", "c3"].map((name) => visit(name))
      const scrapes = ["s1", "s2", "s3", "s4", "s5", "s6"].map((name) => visit(name, { priority: "interactive" }))
      yield* inOrder([...crawl, ...scrapes], "20 seconds")
      assert.deepStrictEqual(names(), ["c1", "s1", "s2", "s3", "s4", "c2", "s5", "s6", "c3"])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("serves the jobs in turns, whoever asked for more", () => {
    const { names, visit } = visits()
    return Effect.gen(function*() {
      const first = ["a1", "a2", "a3", "a4"].map((name) => visit(name, { owner: "a" }))
      const second = ["b1", "b2"].map((name) => visit(name, { owner: "b" }))
      yield* inOrder([...first, ...second], "20 seconds")
      assert.deepStrictEqual(names(), ["a1", "b1", "a2", "b2", "a3", "a4"])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("tells at once that a wait would outlast the deadline, and when to come back", () => {
    const { names, visit } = visits()
    return Effect.gen(function*() {
      for (let n = 0; n < 5; n++) yield* Effect.forkChild(visit(`a${n}`, { owner: "a" }), { startImmediately: true })
      const error = yield* visit("late", { owner: "a", deadline: 4000 }).pipe(Effect.flip)
      assert.deepStrictEqual([error.code, error.retryAfter], ["domain_busy", 5])
      // Owners take turns: another one need not stand behind all of them.
      yield* Effect.forkChild(visit("other", { owner: "b", deadline: 4000 }), { startImmediately: true })
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(names(), ["a0", "other", "a1", "a2", "a3", "a4"])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("gives up a wait at its deadline when the site is slower than expected", () => {
    const { names, visit } = visits()
    return Effect.gen(function*() {
      const asked = [visit("slow", {}, "30 seconds"), visit("waits", { deadline: 10_000 })]
      const [, waited] = yield* inOrder(asked, "30 seconds")
      assert.strictEqual(Option.getOrThrow(Exit.findErrorOption(waited ?? Exit.void)).code, "domain_busy")
      assert.deepStrictEqual(names(), ["slow"])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("frees the place of an interrupted waiter, and of an interrupted turn", () => {
    const { log, visit } = visits()
    return Effect.gen(function*() {
      const running = yield* Effect.forkChild(visit("running", {}, "1 hour"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(visit("waiting"), { startImmediately: true })
      yield* Effect.forkChild(visit("next"), { startImmediately: true })
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(running)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(log, [["running", 0], ["next", 4000]])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("is not held up by a long Crawl-delay whose waiter has gone", () => {
    const { log, visit } = visits()
    return Effect.gen(function*() {
      yield* visit("first")
      const slow = yield* Effect.forkChild(visit("slow", { crawlDelay: "1 minute" }), { startImmediately: true })
      yield* Fiber.interrupt(slow)
      yield* inOrder([visit("quick")], "1 second")
      assert.deepStrictEqual(log, [["first", 0], ["quick", 1000]])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("leaves a site alone for as long as its Retry-After asks", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      const limiter = yield* DomainRateLimiter
      yield* visit("429")
      yield* limiter.slowDown(new URL("https://site.test/"), Duration.minutes(10))
      const error = yield* visit("soon", { deadline: 60_000 }).pipe(Effect.flip)
      assert.strictEqual(error.retryAfter, 600)
      yield* inOrder([visit("after")], "10 minutes")
      assert.deepStrictEqual(times(), [0, 600_000])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("doubles its delay with each 429 and halves it with each good answer", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      const limiter = yield* DomainRateLimiter
      const site = new URL("https://site.test/")
      const tooMany = limiter.slowDown(site, undefined)
      const good = limiter.recovered(site)
      yield* inOrder(
        [tooMany, tooMany, good, good, good, good].map((answer) => visit("", {}, 0, answer)),
        "1 minute"
      )
      assert.deepStrictEqual(times(), [0, 2000, 6000, 8000, 9000, 10_000])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })

  it.effect("doubles it no further than the setting says", () => {
    const { times, visit } = visits()
    return Effect.gen(function*() {
      const limiter = yield* DomainRateLimiter
      const tooMany = limiter.slowDown(new URL("https://site.test/"), undefined)
      yield* inOrder([1, 2, 3, 4].map((n) => visit(`${n}`, {}, 0, tooMany)), "1 minute")
      assert.deepStrictEqual(times(), [0, 2000, 5000, 8000])
    }).pipe(Effect.provide(limiterWith("1 second", { backOffCap: Duration.seconds(3) })))
  })

  it.effect("holds 2,000 waiters of one domain and gives their places back when they are interrupted", () => {
    const { names, visit } = visits()
    return Effect.gen(function*() {
      const all = yield* Effect.forEach(
        Array.from({ length: 2000 }, (_, n) => visit(`${n}`, { owner: `${n % 10}`, deadline: 3_600_000_000 })),
        (effect) => Effect.forkChild(effect, { startImmediately: true })
      )
      yield* Fiber.interruptAll(all)
      yield* inOrder([visit("next")], "1 second")
      assert.deepStrictEqual(names(), ["0", "next"])
    }).pipe(Effect.provide(limiterWith("1 second")))
  })
})
