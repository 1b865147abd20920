// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Metric } from "effect"
import { gzipSync } from "node:zlib"
import { PageError } from "../../src/core/domain/errors/PageError.ts"
import { metrics } from "../../src/core/observability/metrics.ts"
import { pagesOver, run, scraped, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser, type FakeRendering } from "../support/web/fake-browser.ts"
import { jumpBy, whileTimePasses } from "../support/web/fake-web-time.ts"
import { type FakeAnswer, type FakePage, fakeWeb } from "../support/web/fake-web.ts"

const site = "https://site.test"
const app = `${site}/app`
const link = (path: string) => `<a href="${path}">${path}</a>`

const gzipped = { "content-type": "text/html", "content-encoding": "gzip" }

const failing = (code: PageError["code"], detail: string): FakeRendering =>
  Effect.fail(new PageError({ url: app, code, detail }))

const codesOf = ({ trace }: { readonly trace: { readonly warnings: ReadonlyArray<{ readonly code: string }> } }) =>
  trace.warnings.map(({ code }) => code)

/** Increase of a counter while the effect runs. */
const gained = <A, E, R>(metric: Metric.Counter<number>, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { count } = yield* Metric.value(metric)
    yield* effect
    return (yield* Metric.value(metric)).count - count
  })

describe("a scrape of a page that needs JavaScript", () => {
  it.effect("is the Document of the page as the browser leaves it", () => {
    const browser = fakeBrowser(() => ({ html: run("the app", link("/next")), finalUrl: `${site}/home`, status: 203 }))
    return Effect.gen(function*() {
      const document = yield* whileTimePasses(scraped(app))
      assert.deepInclude(document, { url: app, final_url: `${site}/home`, status: 203, content_type: "text/html" })
      assert.include(document.text, "All that the script has to say of the app.")
      assert.deepStrictEqual(document.links.map(({ url }) => url), [`${site}/next`])
      assert.isTrue(document.trace.rendered)
      assert.deepStrictEqual(document.trace.warnings, [])
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell() }), browser)))
  })

  it.effect("comes from the browser where the page lacks the element that its caller waits for", () => {
    const waitedFor: Array<string | undefined> = []
    const browser = fakeBrowser(({ waitFor }) => {
      waitedFor.push(waitFor)
      return run("the app", "<b class=late>late</b>")
    })
    const web = fakeWeb({ [app]: run("early", "<b class=early>early</b>") })
    return Effect.gen(function*() {
      const there = yield* whileTimePasses(scraped(app, { wait_for: ".early" }))
      assert.deepStrictEqual([there.trace.rendered, codesOf(there)], [false, []])
      const late = yield* whileTimePasses(scraped(app, { wait_for: ".late" }))
      assert.deepStrictEqual([late.trace.rendered, codesOf(late)], [true, []])
      const never = yield* whileTimePasses(scraped(app, { wait_for: ".never" }))
      assert.deepStrictEqual([never.trace.rendered, codesOf(never)], [true, ["wait_for_missing"]])
      // Its additions to such pages say nothing about shells of the site.
      for (const _ of [1, 2, 3, 4]) yield* whileTimePasses(scraped(app, { wait_for: ".never" }))
      assert.deepStrictEqual(waitedFor, [".late", ...Array.from({ length: 5 }, () => ".never")])
    }).pipe(Effect.provide(pagesOver(web, browser)))
  })

  it.effect("gives the browser the response that was received, unless it or a redirect sets cookies", () => {
    const received: Array<string | undefined> = []
    const browser = fakeBrowser((request) => {
      received.push(request.received && new TextDecoder().decode(request.received.body))
      return run("the app")
    })
    const body = gzipSync(shell())
    const web = fakeWeb({
      [app]: { headers: gzipped, body },
      [`${site}/cookie`]: { headers: { ...gzipped, "set-cookie": "a=1" }, body },
      [`${site}/moved`]: { status: 302, headers: { location: "/plain" } },
      [`${site}/plain`]: { headers: gzipped, body },
      [`${site}/gate`]: { status: 302, headers: { "location": "/inside", "set-cookie": "a=1" } },
      [`${site}/inside`]: { headers: gzipped, body }
    })
    return Effect.gen(function*() {
      for (const url of [app, `${site}/cookie`, `${site}/moved`, `${site}/gate`]) yield* whileTimePasses(scraped(url))
      assert.deepStrictEqual(received, [shell(), undefined, shell(), undefined])
    }).pipe(Effect.provide(pagesOver(web, browser)))
  })

  it.effect("passes on the warnings of the browser", () => {
    const unsettled = { code: "render_unsettled", message: "The page kept changing." } as const
    const browser = fakeBrowser(() => ({ html: run("the app"), warnings: [unsettled] }))
    return Effect.gen(function*() {
      assert.deepStrictEqual((yield* whileTimePasses(scraped(app))).trace.warnings, [unsettled])
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell() }), browser)))
  })

  it.effect("has the browser wait for the domain's turn, and the domain for the browser", () => {
    const web = fakeWeb({ [app]: shell(), [`${site}/other`]: run("other") })
    const browser = fakeBrowser(() => run("the app"), "3 seconds")
    return Effect.gen(function*() {
      const other = Effect.andThen(Effect.sleep("1500 millis"), scraped(`${site}/other`))
      const [first, second] = yield* whileTimePasses(
        Effect.all([scraped(app), other], { concurrency: "unbounded" })
      )
      assert.deepStrictEqual(first.trace.waits, { turn_ms: 1000, robots_ms: 0, render_ms: 3000 })
      assert.deepStrictEqual(second.trace.waits, { turn_ms: 3500, robots_ms: 0, render_ms: 0 })
      assert.deepStrictEqual(web.pages().map(({ startedAt, url }) => [url, startedAt]), [[app, 0], [
        `${site}/other`,
        5000
      ]])
      assert.deepStrictEqual(browser.log, [{ url: app, at: 1000 }])
    }).pipe(Effect.provide(pagesOver(web, browser, { domainDelay: Duration.seconds(1) })))
  })

  const kept: ReadonlyArray<readonly [string, string, FakeRendering | undefined]> = [
    ["there is no browser", "rendering_unavailable", undefined],
    ["the browser fails", "render_failed", failing("fetch_failed", "The browser ended.")],
    ["the page leads to an address that is not public", "render_failed", failing("address_blocked", "Not public.")],
    ["the browser takes too long", "render_timeout", failing("upstream_timeout", "Too slow.")]
  ]
  for (const [when, code, rendering] of kept) {
    it.effect(`is the page without it where ${when}, with the warning ${code}`, () => {
      const browser = rendering === undefined ? undefined : fakeBrowser(() => rendering)
      return Effect.gen(function*() {
        const document = yield* whileTimePasses(scraped(app))
        assert.isFalse(document.trace.rendered)
        assert.deepStrictEqual(document.links.map(({ url }) => url), [`${site}/static`])
        assert.include(codesOf(document), code)
      }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell(link("/static")) }), browser)))
    })
  }

  it.effect("never has a browser for a page that says something without, an error page or other media", () => {
    const browser = fakeBrowser(() => run("the app"))
    const pages: Record<string, FakePage> = {
      [`${site}/text`]: run("plain"),
      [`${site}/missing`]: { status: 404, headers: { "content-type": "text/html" }, body: shell() },
      [`${site}/data`]: { headers: { "content-type": "text/plain" }, body: "Nothing but a line of text." }
    }
    return Effect.gen(function*() {
      for (const url of Object.keys(pages)) {
        const document = yield* whileTimePasses(scraped(url))
        assert.isFalse(document.trace.rendered)
      }
      assert.deepStrictEqual(browser.log, [])
    }).pipe(Effect.provide(pagesOver(fakeWeb(pages), browser)))
  })

  const many = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${site}/${n}`, shell(link(`/${n}/more`))]))

  it.effect("leaves the browser alone on a host where it has added nothing, until an hour is over", () => {
    const browser = fakeBrowser(({ url }) => shell(link(`${url.pathname}/more`)))
    return Effect.gen(function*() {
      const documents = yield* whileTimePasses(Effect.forEach(Object.keys(many), (url) => scraped(url)))
      assert.strictEqual(browser.log.length, 3)
      for (const document of documents) assert.notInclude(codesOf(document), "render_failed")
      yield* jumpBy(3601)
      yield* whileTimePasses(scraped(`${site}/0`))
      assert.strictEqual(browser.log.length, 4)
    }).pipe(Effect.provide(pagesOver(fakeWeb(many), browser)))
  })

  it.effect("comes back to it where it adds something, however often", () => {
    const browser = fakeBrowser(({ url }) => run(url.pathname))
    return Effect.gen(function*() {
      yield* whileTimePasses(Effect.forEach(Object.keys(many), (url) => scraped(url)))
      assert.strictEqual(browser.log.length, 6)
    }).pipe(Effect.provide(pagesOver(fakeWeb(many), browser)))
  })

  it.effect("is rendered without a first look where a page of the site was a shell of the same shape", () => {
    const urls = Array.from({ length: 30 }, (_, n) => `${site}/app/${n}`)
    const pages: Record<string, FakePage> = Object.fromEntries(
      urls.map((url, n) => {
        const html = shell().replace("App", `App ${n}`).replace("/app.js", `/app.js?${n}`)
        return [url, n % 2 === 0 ? html : { headers: gzipped, body: gzipSync(html) }]
      })
    )
    const browser = fakeBrowser(({ url }) => run(url.pathname))
    return Effect.gen(function*() {
      const reasons = yield* whileTimePasses(
        Effect.forEach(
          [...urls, `${site}/text`, urls[0] ?? ""],
          (url) => Effect.map(scraped(url), ({ trace }) => trace.rendered_because)
        )
      )
      const looks = reasons.map((reason) => reason.startsWith("the application"))
      // One makes it known, and now and then it is looked at again. A page with a text of its own is never rendered.
      assert.deepStrictEqual(looks.flatMap((isLook, index) => isLook ? [index] : []), [0, 20])
      assert.deepStrictEqual(reasons.flatMap((reason, index) => reason === "" ? [index] : []), [30])
      assert.strictEqual(browser.log.length, 31)
    }).pipe(Effect.provide(pagesOver(fakeWeb({ ...pages, [`${site}/text`]: run("text") }), browser)))
  })

  it.effect("is the page without it where a known shell cannot be rendered", () => {
    let count = 0
    const browser = fakeBrowser(() => ++count > 3 ? failing("fetch_failed", "The browser ended.") : run(`app ${count}`))
    return Effect.gen(function*() {
      for (const _ of [1, 2, 3]) yield* whileTimePasses(scraped(app))
      const document = yield* whileTimePasses(scraped(app))
      assert.deepStrictEqual(codesOf(document), ["render_failed"])
      assert.deepStrictEqual(document.links.map(({ url }) => url), [`${site}/static`])
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell(link("/static")) }), browser)))
  })

  it.effect("counts in the metrics as one page, and one rendered", () => {
    const browser = fakeBrowser(() => run("the app"))
    return Effect.gen(function*() {
      const ok = Metric.withAttributes(metrics.pages, { outcome: "ok" })
      const failed = Metric.withAttributes(metrics.pages, { outcome: "fetch_failed" })
      assert.strictEqual(yield* gained(metrics.renderedPages, whileTimePasses(scraped(app))), 1)
      assert.strictEqual(yield* gained(ok, whileTimePasses(scraped(app))), 1)
      assert.strictEqual(yield* gained(metrics.renderedPages, whileTimePasses(scraped(`${site}/text`))), 0)
      assert.strictEqual(yield* gained(failed, Effect.flip(whileTimePasses(scraped(`${site}/broken`)))), 1)
    }).pipe(
      Effect.provide(
        pagesOver(
          fakeWeb({ [app]: shell(), [`${site}/text`]: run("text"), [`${site}/broken`]: { fails: "ECONNREFUSED" } }),
          browser
        )
      )
    )
  })
})

describe("a scrape of a page from the cache", () => {
  const fresh = { "content-type": "text/html", "cache-control": "max-age=60" }

  it.effect("is counted as a hit, and a page from the site is not", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* gained(metrics.cacheHits, whileTimePasses(scraped(app))), 0)
      assert.strictEqual(yield* gained(metrics.cacheHits, whileTimePasses(scraped(app))), 1)
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: { headers: fresh, body: run("text") } })))))

  const failures: Record<string, FakeAnswer> = {
    "fails": { status: 503, headers: { "content-type": "text/html" }, body: "down" },
    "sends what cannot be decoded": { headers: { ...fresh, "content-encoding": "gzip" }, body: "no gzip" }
  }
  for (const [how, failure] of Object.entries(failures)) {
    it.effect(`says so where the site ${how} and the page is past its freshness`, () => {
      const stale = {
        headers: { ...fresh, "cache-control": "max-age=1, stale-if-error=3600", "etag": `"1"` },
        body: run("text")
      }
      const web = fakeWeb({ [app]: ({ count }) => count === 1 ? stale : failure })
      return Effect.gen(function*() {
        yield* whileTimePasses(scraped(app))
        for (const _ of [1, 2]) {
          yield* whileTimePasses(Effect.sleep("2 seconds"))
          const page = yield* whileTimePasses(scraped(app))
          assert.deepStrictEqual(codesOf(page), ["stale_response"])
          assert.isTrue(page.trace.cache_hit)
          assert.include(page.text, "All that the script has to say of text.")
        }
      }).pipe(Effect.provide(pagesOver(web, undefined, { retries: 0 })))
    })
  }

  it.effect("is the stored one where the site says that it is, and names the coding of a body that it leaves out", () => {
    const headers = { ...fresh, "cache-control": "max-age=1, stale-if-error=3600", "etag": `"1"` }
    const web = fakeWeb({
      [app]: ({ count }) =>
        count === 1
          ? { headers, body: run("text") }
          : { status: 304, headers: { ...headers, "content-encoding": "gzip" }, body: "" }
    })
    return Effect.gen(function*() {
      yield* whileTimePasses(scraped(app))
      yield* whileTimePasses(Effect.sleep("2 seconds"))
      const page = yield* whileTimePasses(scraped(app))
      assert.deepStrictEqual(codesOf(page), [])
      assert.isTrue(page.trace.cache_hit)
    }).pipe(Effect.provide(pagesOver(web, undefined, { retries: 0 })))
  })
})
