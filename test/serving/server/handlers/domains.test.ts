import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { DomainRateLimiter } from "../../../../src/web/politeness/DomainRateLimiter.ts"

const ask = (owner: string, url: string, crawlDelay: Duration.Input = 0) =>
  Effect.flatMap(
    DomainRateLimiter,
    ({ withTurn }) =>
      withTurn({ url: new URL(url), crawlDelay: Duration.fromInputUnsafe(crawlDelay) }, Effect.sleep("100 millis"))
  ).pipe(
    RequestContext.by(owner, "crawl", Duration.hours(1))
  )

const seenBy = (owner: string) => Effect.flatMap(DomainRateLimiter, ({ domainsOf }) => domainsOf(owner))

const provided = Effect.provide(
  DomainRateLimiter.layer.pipe(Layer.provideMerge(Settings.layerWith({ domainDelay: Duration.seconds(1) })))
)

describe("the domains that an owner sees", () => {
  it.effect("are those it asked for; of others it sees how many wait, and no domain of theirs", () =>
    Effect.gen(function*() {
      const asked = yield* Effect.forEach(
        [
          "one https://a.example/",
          "one https://a.example/2",
          "other https://www.a.example/3",
          "other https://b.example/"
        ],
        (line) => Effect.forkChild(ask(...(line.split(" ") as [string, string])))
      )
      yield* TestClock.adjust("10 millis")
      const [a, ...more] = yield* seenBy("one")
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(
        { domain: a?.domain, active: a?.active, waiting: a?.waiting, others: a?.others, holdUp: a?.holdUp },
        { domain: "a.example", active: 1, waiting: 1, others: 1, holdUp: "request" }
      )
      assert.sameMembers((yield* seenBy("other")).map(({ domain }) => domain), ["a.example", "b.example"])
      assert.deepStrictEqual(yield* seenBy("nobody"), [])
      yield* Effect.forEach(asked, Fiber.interrupt)
    }).pipe(provided))

  it.effect("say why the next turn is not now, and when it is", () =>
    Effect.gen(function*() {
      const { recovered, slowDown } = yield* DomainRateLimiter
      const view = Effect.map(seenBy("one"), ([first]) => ({ holdUp: first?.holdUp, nextAt: first?.nextAt }))
      const done = yield* Effect.forkChild(ask("one", "https://a.example/"))
      yield* TestClock.adjust("100 millis")
      yield* Fiber.join(done)
      assert.deepStrictEqual(yield* view, { holdUp: "delay", nextAt: 1000 })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* view, { holdUp: "none", nextAt: undefined })

      const slower = yield* Effect.forkChild(ask("one", "https://a.example/", "5 seconds"))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(slower)
      const url = new URL("https://a.example/")
      yield* slowDown(url, Duration.minutes(1))
      assert.deepStrictEqual(yield* view, { holdUp: "rest", nextAt: 60_000 })
      yield* TestClock.adjust("61 seconds")
      yield* recovered(url)
      assert.strictEqual((yield* view).holdUp, "none")
    }).pipe(provided))

  it.effect("forget an owner when many others have asked since, so that a domain of many crawls stays small", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 80 }, (_, index) => `job-${index}`)
      const asked = yield* Effect.forEach(all, (owner) => Effect.forkChild(ask(owner, "https://a.example/")))
      yield* TestClock.adjust("10 minutes")
      yield* Effect.forEach(asked, Fiber.join)
      const seen = yield* Effect.filter(all, (owner) => Effect.map(seenBy(owner), ({ length }) => length > 0))
      assert.deepStrictEqual(seen, all.slice(-64))
    }).pipe(provided))
})
