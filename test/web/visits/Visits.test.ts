// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { pagesOver, run, scraped, shell } from "../../support/entries/pages-over.ts"
import { fakeBrowser } from "../../support/web/fake-browser.ts"
import { timePasses, whileTimePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, type FakeWeb, fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const delay = 700
const settings = { domainDelay: Duration.millis(delay) }

const robots = (location: string): FakePage => ({ status: 302, headers: { location } })

/** The times of the requests to the sites of one registrable domain, from the log of the site. */
const logOf = (web: FakeWeb, domain: string) => web.log.filter(({ url }) => new URL(url).hostname.endsWith(domain))

const gapsOf = (times: ReadonlyArray<number>) => times.slice(1).map((at, index) => at - (times[index] ?? 0))

/** The gap before each request of a domain, except for a page that follows its robots.txt. */
const gapsBetweenVisits = (web: FakeWeb, domain: string) => {
  const log = logOf(web, domain)
  return gapsOf(log.map(({ startedAt }) => startedAt)).filter((_, index) => {
    const [before, next] = [log[index]?.url ?? "", log[index + 1]?.url ?? ""]
    return !(before.endsWith("/robots.txt") && new URL(before).origin === new URL(next).origin)
  })
}

const start = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

const pagesAt = (...urls: ReadonlyArray<string>) => Object.fromEntries(urls.map((url) => [url, run(url)]))

describe("a site's own log", () => {
  it.effect("has each redirect of robots.txt in the turn of the domain it goes to", () => {
    const web = fakeWeb({
      "https://hop.site.test/robots.txt": robots("https://r2.site.test/robots.txt"),
      "https://r2.site.test/robots.txt": robots("https://r3.site.test/robots.txt"),
      "https://r3.site.test/robots.txt": robots("https://other.org/robots.txt"),
      ...pagesAt("https://hop.site.test/page", "https://other.org/1", "https://other.org/2", "https://other.org/3")
    })
    return Effect.gen(function*() {
      const others = ["1", "2", "3"].map((name) => start(fetchPage(`https://other.org/${name}`)))
      const asked = [...others, start(fetchPage("https://hop.site.test/page"))]
      const fibers = yield* Effect.all(asked)
      yield* timePasses("20 seconds")
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(logOf(web, "site.test").length, 4)
      for (const gap of gapsOf(logOf(web, "site.test").map(({ startedAt }) => startedAt))) assert.isAtLeast(gap, delay)
      assert.strictEqual(logOf(web, "other.org").length, 5)
      for (const gap of gapsBetweenVisits(web, "other.org")) assert.isAtLeast(gap, delay)
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("has the robots.txt of one host and the pages of another a delay apart", () => {
    const hosts = ["a", "b", "c", "d"].map((name) => `https://${name}.site.test`)
    const urls = hosts.flatMap((host) => ["1", "2", "3"].map((page) => `${host}/${page}`))
    const web = fakeWeb(pagesAt(...urls))
    return Effect.gen(function*() {
      const fibers = yield* Effect.forEach(urls, (url) => start(fetchPage(url)))
      yield* timePasses("30 seconds")
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(web.log.length, 16)
      for (const gap of gapsBetweenVisits(web, "site.test")) assert.isAtLeast(gap, delay)
      // A page that needed its robots.txt follows it at once: twelve visits, so eleven gaps.
      assert.strictEqual(web.log.at(-1)?.startedAt, 11 * delay)
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("has what a browser is led to in the turn of its domain, its robots.txt too", () => {
    const led = "https://led.org/landing"
    const web = fakeWeb({
      "https://site.test/app": shell(),
      ...pagesAt("https://led.org/1", "https://led.org/2", "https://led.org/3"),
      [led]: run("landing")
    })
    /** The browser requests the next page when it may. */
    const navigations: Array<number> = []
    const browser = fakeBrowser((request) =>
      Effect.gen(function*() {
        yield* request.mayVisit?.(new URL(led)) ?? Effect.void
        navigations.push(yield* Clock.currentTimeMillis)
        yield* Effect.sleep("1 second")
        return { html: run("landing"), finalUrl: led, status: 200, warnings: [] }
      })
    )
    return Effect.gen(function*() {
      const others = ["1", "2", "3"].map((name) => scraped(`https://led.org/${name}`))
      const fibers = yield* Effect.forEach([scraped("https://site.test/app"), ...others], start)
      yield* timePasses("30 seconds")
      const [app] = yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(app?.final_url, led)
      const pages = logOf(web, "led.org").filter(({ url }) => !url.endsWith("/robots.txt"))
      const times = [...pages.map(({ startedAt }) => startedAt), ...navigations].toSorted((a, b) => a - b)
      assert.strictEqual(times.length, 4)
      for (const gap of gapsOf(times)) assert.isAtLeast(gap, delay)
      // No other visit of the domain starts while the browser has the turn.
      const [arrived = 0] = navigations
      assert.isFalse(pages.some(({ startedAt }) => startedAt >= arrived && startedAt < arrived + 1000))
    }).pipe(Effect.provide(pagesOver(web, browser, settings)))
  })

  it.effect("has no page that robots.txt bars, though a browser is led there", () => {
    const web = fakeWeb({
      "https://site.test/app": shell(),
      "https://led.org/robots.txt": "User-agent: *\nDisallow: /"
    })
    const browser = fakeBrowser((request) =>
      Effect.as(request.mayVisit?.(new URL("https://led.org/x")) ?? Effect.void, {
        html: run("barred"),
        finalUrl: "https://led.org/x",
        status: 200,
        warnings: []
      })
    )
    return Effect.gen(function*() {
      const document = yield* whileTimePasses(scraped("https://site.test/app"))
      assert.isFalse(document.trace.rendered)
      assert.include(document.trace.warnings.map(({ code }) => code), "render_failed")
    }).pipe(Effect.provide(pagesOver(web, browser, settings)))
  })

  it.effect("shows a domain left alone for as long as the Retry-After of its robots.txt says", () => {
    const web = fakeWeb({
      "https://site.test/robots.txt": { status: 429, headers: { "retry-after": "7" } },
      ...pagesAt("https://site.test/page")
    })
    return Effect.gen(function*() {
      yield* whileTimePasses(fetchPage("https://site.test/page"))
      assert.deepStrictEqual(web.log.map(({ startedAt }) => startedAt), [0, 7000])
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })
})

describe("a visit", () => {
  const services = (web: FakeWeb) =>
    Visits.layerNoDeps.pipe(
      Layer.provide(Layer.merge(RobotsCache.layer, DomainRateLimiter.layer)),
      Layer.provide(web.layer),
      Layer.provide(Settings.layerWith(settings))
    )
  const byAnybody = RequestContext.by("anybody", "interactive", Duration.minutes(1))
  const answered = Effect.succeed({ status: 200 })

  it.effect("counts its wait for others, which is none of the page's own time", () =>
    Effect.gen(function*() {
      const visits = yield* Visits
      const visit = RequestContext.timed(
        visits.visit(new URL("https://site.test/1"), Effect.delay(answered, "300 millis"))
      )
      yield* whileTimePasses(byAnybody(visits.visit(new URL("https://site.test/0"), answered)))
      const [elapsed] = yield* whileTimePasses(byAnybody(visit))
      assert.strictEqual(elapsed, 300)
    }).pipe(Effect.provide(services(fakeWeb({})))))

  it.effect("is neither barred nor let through by a clock that is set back or forward by an hour", () => {
    let offset = 0
    return Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const shifted: Clock.Clock = {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + offset,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + offset)
      }
      yield* Effect.gen(function*() {
        const visits = yield* Visits
        const times: Array<number> = []
        const visit = byAnybody(visits.visit(
          new URL("https://site.test/"),
          Effect.sync(() => {
            times.push(clock.currentTimeMillisUnsafe())
            return { status: 200 }
          })
        ))
        yield* visit
        for (const hours of [-1, 1, -2]) {
          offset += hours * 3_600_000
          const next = yield* start(visit)
          yield* TestClock.adjust(delay)
          assert.isTrue(Result.isSuccess(yield* Fiber.join(next)))
        }
        assert.deepStrictEqual(times, [0, delay, 2 * delay, 3 * delay])
      }).pipe(Effect.provide(services(fakeWeb({}))), Effect.provideService(Clock.Clock, shifted))
    })
  })

  it.effect("gives its turn back when it is interrupted, wherever the browser was led", () =>
    Effect.gen(function*() {
      const visits = yield* Visits
      const led = new URL("https://led.org/")
      const browsing = visits.browse(new URL("https://site.test/"), (mayVisit) =>
        Effect.andThen(mayVisit(led), Effect.never))
      const fiber = yield* start(byAnybody(browsing))
      yield* timePasses("5 seconds")
      yield* Fiber.interrupt(fiber)
      for (const url of ["https://site.test/", "https://led.org/"]) {
        assert.isTrue(Result.isSuccess(yield* whileTimePasses(byAnybody(visits.visit(new URL(url), answered)))))
      }
    }).pipe(Effect.provide(services(fakeWeb({})))))
})
