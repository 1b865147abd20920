// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { timePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { html, siteOnLoopback } from "../../support/web/hostile-site.ts"

/** Milliseconds between two requests in real time, and by how much one of them may be late on a quiet machine. */
const delay = 200
const usualJitter = 100

const gapsOf = (times: ReadonlyArray<number>) => times.slice(1).map((at, index) => at - (times[index] ?? 0))
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

/** A job fetches its pages as a crawl does, four at a time; scrapes are single. */
const job = (origin: string, name: string, count: number) =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + 3_600_000
    const fetchOne = (page: string) => fetchPage(`${origin}/${page}`, { priority: "crawl", owner: name, deadline })
    yield* Effect.forEach(names(name, count), fetchOne, { concurrency: 4 })
  })

const scrape = (origin: string, name: string) =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + 3_600_000
    return yield* fetchPage(`${origin}/${name}`, { owner: name, deadline })
  })

const start = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

describe("politeness, by the site's access log", () => {
  const origin = "https://site.test"
  const pageNames = [...names("a", 10), ...names("b", 10), ...names("s", 10)]
  const pages = (takes: Duration.Input) =>
    Object.fromEntries(pageNames.map((name) => [`${origin}/${name}`, { body: name, takes } satisfies FakePage]))
  const robots = (text: string): Record<string, FakePage> => ({
    [`${origin}/robots.txt`]: { headers: { "content-type": "text/plain" }, body: text }
  })

  const everyone = Effect.gen(function*() {
    const jobs = [yield* start(job(origin, "a", 10)), yield* start(job(origin, "b", 10))]
    yield* timePasses("2 seconds")
    const scrapes = yield* Effect.forEach(names("s", 10), (name) => start(scrape(origin, name)))
    yield* timePasses("3 minutes")
    yield* Effect.forEach([...jobs, ...scrapes], (fiber) => Effect.asVoid(Fiber.join<unknown, unknown>(fiber)))
  })

  it.effect("two jobs and ten scrapes keep the delay to the millisecond, one request at a time", () => {
    const web = fakeWeb(pages("300 millis"))
    return Effect.gen(function*() {
      yield* everyone
      assert.strictEqual(web.pages().length, 30)
      const gaps = web.pages().slice(1).map(({ startedAt }, index) => startedAt - (web.pages()[index]?.endedAt ?? 0))
      assert.deepStrictEqual(new Set(gaps), new Set([1000]))
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.effect("the Crawl-delay of robots.txt sets the pace, decimals included, capped by the setting", () => {
    const web = fakeWeb({ ...pages(0), ...robots("User-agent: *\nCrawl-delay: 2.5") })
    const capped = fakeWeb({ ...pages(0), ...robots("User-agent: *\nCrawl-delay: 86400") })
    return Effect.gen(function*() {
      yield* Effect.provide(everyone, fetchOver(web))
      assert.deepStrictEqual(new Set(gapsOf(web.pages().map(({ startedAt }) => startedAt))), new Set([2500]))
      yield* Effect.provide(everyone, fetchOver(capped, { crawlDelayCap: Duration.seconds(4) }))
      assert.deepStrictEqual(new Set(gapsOf(capped.pages().map(({ startedAt }) => startedAt))), new Set([4000]))
    })
  })

  it.effect("the robots.txt of a domain's hosts wait for its turns too, each with a page that follows at once", () => {
    const hosts = names("h", 6).map((name) => `https://${name}.site.test`)
    const web = fakeWeb(Object.fromEntries(hosts.map((host) => [`${host}/page`, { body: host, takes: "300 millis" }])))
    return Effect.gen(function*() {
      const asked = yield* Effect.forEach(hosts, (host, n) => start(scrape(host, n < 3 ? "page" : "page?again")))
      yield* timePasses("1 minute")
      yield* Effect.forEach(asked, Fiber.join)
      const robotsAt = web.log.filter(({ url }) => url.endsWith("/robots.txt")).map(({ startedAt }) => startedAt)
      const pagesAt = web.pages().map(({ startedAt }) => startedAt)
      assert.deepStrictEqual([robotsAt.length, pagesAt.length], [6, 6])
      for (const gap of [...gapsOf(robotsAt), ...gapsOf(pagesAt)]) assert.isAtLeast(gap, 1000)
      // A page takes 300 ms, one that is missing no time.
      assert.deepStrictEqual(gapsOf(robotsAt).toSorted(), [1000, 1000, 1300, 1300, 1300])
      assert.deepStrictEqual(pagesAt, robotsAt)
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.effect("a slow site is never asked twice at the same time", () => {
    const web = fakeWeb(pages("3 seconds"))
    return Effect.gen(function*() {
      yield* everyone
      const log = web.pages()
      assert.strictEqual(log.length, 30)
      for (const [index, { startedAt }] of log.entries()) assert.isAtLeast(startedAt, log[index - 1]?.endedAt ?? 0)
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.effect("scrapes overtake the crawl pages that wait, which still get one turn in five", () => {
    const web = fakeWeb(pages(0))
    return Effect.gen(function*() {
      yield* everyone
      const order = web.pages().map(({ url }) => url.slice(origin.length + 1, origin.length + 2)).join("")
      assert.match(order, /^[ab]{3}ssss[ab]ssss[ab]ss[ab]{15}$/)
      // And the jobs take turns, each with its ten pages.
      assert.match(order.replaceAll("s", ""), /^a?(?:ab|ba){9,10}b?$/)
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.effect("a cancelled job's waiting pages are not asked for, and hold nobody up", () => {
    const web = fakeWeb(pages(0))
    return Effect.gen(function*() {
      const cancelled = yield* start(job(origin, "a", 10))
      yield* timePasses("1500 millis")
      yield* Fiber.interrupt(cancelled)
      const after = yield* start(scrape(origin, "s0"))
      yield* timePasses("30 seconds")
      yield* Fiber.join(after)
      assert.deepStrictEqual(web.pages().map(({ startedAt, url }) => [url.slice(-2), startedAt]), [
        ["a0", 0],
        ["a1", 1000],
        ["s0", 2000]
      ])
    }).pipe(Effect.provide(fetchOver(web)))
  })

  it.live("in real time, over sockets: the delay holds, connections are kept alive, and nothing of us but our header fields", () =>
    Effect.gen(function*() {
      const seen: Array<ReadonlyArray<string>> = []
      const site = yield* siteOnLoopback({
        "*": (request, response) => {
          seen.push(Object.keys(request.headers).toSorted())
          html("<p>page")(request, response)
        }
      })
      const services = Fetcher.layerNoDeps.pipe(
        Layer.provide(Visits.layerNoDeps),
        Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
        Layer.provide(HttpTransport.layer),
        Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.millis(delay) }))
      )
      const stalls = monitorEventLoopDelay({ resolution: 1 })
      stalls.enable()
      yield* Effect.all([
        job(site.origin, "a", 3),
        job(site.origin, "b", 3),
        ...names("s", 10).map((name) => scrape(site.origin, name))
      ], { concurrency: "unbounded", discard: true }).pipe(Effect.provide(services))
      const times = site.log.filter(({ path }) => path !== "/robots.txt").map(({ at }) => at)
      assert.strictEqual(times.length, 16)
      stalls.disable()
      // A request may be late by as long as the machine held this process, and the next one be on time.
      const jitter = Math.max(usualJitter, stalls.max / 1e6)
      for (const gap of gapsOf(times)) assert.isAtLeast(gap, delay - jitter)
      for (const [index, at] of times.entries()) assert.isAtLeast(at - (times[0] ?? 0), index * delay - jitter)
      // One for all; a request that begins in the moment in which another ends finds its connection not yet free.
      assert.isAtMost(site.connections().opened, 3)
      assert.deepStrictEqual(seen.at(-1), [
        "accept",
        "accept-encoding",
        "accept-language",
        "connection",
        "host",
        "user-agent"
      ])
    }))
})
