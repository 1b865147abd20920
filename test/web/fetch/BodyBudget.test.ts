// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import * as fc from "fast-check"
import { type Priority, RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { BodyBudget, BodyScope, type Reservation } from "../../../src/web/fetch/BodyBudget.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { jumpBy, timePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const mebibyte = 1024 * 1024
const large = Buffer.alloc(9 * mebibyte, "<p>words ")
const hosts = Array.from({ length: 8 }, (_, index) => `https://host-${index}.test/`)

const over = (body: Uint8Array) => {
  const page: FakePage = { headers: { "content-type": "text/html", "content-length": String(body.length) }, body }
  const web = fakeWeb(Object.fromEntries(hosts.map((url) => [url, page])))
  return { web, layer: fetchOver(web, { domainDelay: Duration.zero }) }
}

/** Fetches a page, which is in memory until `read`. */
const start = Effect.fnUntraced(function*(url: string, priority: Priority, owner = "owner") {
  const scope = yield* Scope.make()
  const deadline = Duration.toMillis("10 minutes")
  const page = { isHere: false, read: Scope.close(scope, Exit.void) }
  const fiber = yield* fetchPage(url, { priority, owner, deadline }).pipe(
    Effect.provideService(BodyScope, scope),
    Effect.tap(() => Effect.sync(() => (page.isHere = true))),
    Effect.forkChild
  )
  return Object.assign(page, { fiber })
})

const here = (pages: ReadonlyArray<{ readonly isHere: boolean }>): number => pages.filter(({ isHere }) => isHere).length

const startAll = (priority: Priority) =>
  Effect.tap(Effect.forEach(hosts, (url) => start(url, priority)), timePasses("1 second"))

describe("the room for bodies", () => {
  it.effect("is for so many large pages of crawls at once; the next ones come as they are read", () => {
    const { layer, web } = over(large)
    return Effect.gen(function*() {
      const pages = yield* startAll("crawl")
      const first = here(pages)
      assert.isAtLeast(first, 2)
      assert.isAtMost(first, 4)
      for (let left = pages; left.length > 0;) {
        const page = left.find(({ isHere }) => isHere)
        assert.isDefined(page)
        yield* page?.read ?? Effect.void
        left = left.filter((other) => other !== page)
        yield* timePasses("1 second")
        assert.isAtMost(here(left), 4)
      }
      assert.strictEqual(web.pages().length, hosts.length)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps no caller waiting for crawls", () => {
    const { layer } = over(large)
    return Effect.gen(function*() {
      yield* startAll("crawl")
      const asked = yield* start(`${hosts[0]}`, "interactive")
      yield* timePasses("1 second")
      assert.isTrue(asked.isHere)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps no key waiting for the pages of another", () => {
    const { layer } = over(large)
    return Effect.gen(function*() {
      yield* startAll("crawl")
      const other = yield* start(`${hosts[0]}`, "crawl", "other")
      yield* timePasses("1 second")
      assert.isTrue(other.isHere)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is given back by a page that is interrupted", () => {
    const { layer } = over(large)
    return Effect.gen(function*() {
      const pages = yield* startAll("interactive")
      const waiting = pages.filter(({ isHere }) => !isHere)
      const [left, ...others] = waiting
      if (left !== undefined) yield* Fiber.interrupt(left.fiber)
      for (const page of pages.filter(({ isHere }) => isHere)) yield* page.read
      yield* timePasses("1 second")
      assert.isAtLeast(here(others), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not for ordinary pages, which never wait for large ones", () => {
    const { layer } = over(large.subarray(0, mebibyte / 4))
    return Effect.gen(function*() {
      const pages = yield* startAll("interactive")
      assert.strictEqual(here(pages), hosts.length)
    }).pipe(Effect.provide(layer))
  })

  it.effect("costs a waiting page none of the site's time, but the time of its asker", () => {
    const { layer } = over(large)
    return Effect.gen(function*() {
      const pages = yield* startAll("interactive")
      yield* jumpBy(300)
      const waiting = pages.filter(({ isHere }) => !isHere)
      for (const page of pages.filter(({ isHere }) => isHere)) yield* page.read
      yield* timePasses("1 second")
      assert.isAtLeast(here(waiting), 2)
      yield* jumpBy(300)
      const late = waiting.filter(({ isHere }) => !isHere)
      assert.isAtLeast(late.length, 1)
      for (const { fiber } of late) {
        assert.deepInclude(yield* Effect.flip(Fiber.join(fiber)), { code: "overloaded", retryAfter: 5 })
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a crawl that waited for it no more of the site's time than others", () => {
    const endless = new ReadableStream<Uint8Array>()
    const slow: FakePage = { headers: { "content-type": "text/html" }, body: endless }
    const page: FakePage = { headers: { "content-type": "text/html" }, body: large }
    const web = fakeWeb({ ...Object.fromEntries(hosts.map((url) => [url, page])), "https://slow.test/": slow })
    return Effect.gen(function*() {
      const pages = yield* startAll("crawl")
      const late = yield* start("https://slow.test/", "crawl")
      yield* jumpBy(60)
      assert.strictEqual(web.count("https://slow.test/"), 0)
      for (let left = pages; left.length > 0; left = left.filter(({ isHere }) => !isHere)) {
        for (const { isHere, read } of left) if (isHere) yield* read
        yield* timePasses("1 second")
      }
      yield* timePasses("40 seconds")
      assert.isDefined(late.fiber.pollUnsafe())
      assert.deepInclude(yield* Effect.flip(Fiber.join(late.fiber)), { code: "upstream_timeout" })
    }).pipe(Effect.provide(fetchOver(web, { domainDelay: Duration.zero, retries: 0 })))
  })

  it("never passes its limit by more than one body, and no bodies wait for each other", () =>
    fc.assert(fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 1, max: largest }), { maxLength: 4 }), { maxLength: 30 }),
      (bodies) => Effect.runPromise(receive(bodies))
    )))
})

const largest = 10 * mebibyte

/** Receives bodies that grow by these steps. Some of them are interrupted on their way. */
const receive = (bodies: ReadonlyArray<ReadonlyArray<number>>) =>
  Effect.gen(function*() {
    const budget = new BodyBudget()
    const holds = new Set<Reservation>()
    const grow = Effect.fnUntraced(function*(hold: Reservation, steps: ReadonlyArray<number>) {
      let size = 0
      for (const step of steps) {
        yield* hold.reserve(size = Math.min(largest, size + step))
        assert.isAtMost([...holds].reduce((sum, { bytes }) => sum + bytes, 0), 48 * mebibyte + largest)
        yield* Effect.yieldNow
      }
      yield* hold.settle(size / 2)
      yield* Effect.yieldNow
    })
    const body = Effect.fnUntraced(function*(steps: ReadonlyArray<number>, index: number) {
      const hold = budget.open(yield* RequestContext)
      holds.add(hold)
      if (index % 3 === 0) yield* hold.vacancy
      const growing = Effect.ensuring(grow(hold, steps), hold.close)
      yield* index % 5 === 4 ? Effect.raceFirst(growing, Effect.yieldNow) : growing
    })
    const all = bodies.map((steps, index) =>
      body(steps, index).pipe(RequestContext.by(`owner ${index % 4}`, "crawl", Duration.infinity))
    )
    yield* Effect.all(all, { concurrency: "unbounded" })
    assert.deepStrictEqual([...holds].filter(({ bytes, isWaiting }) => bytes > 0 || isWaiting), [])
  })
