// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { discovered, pagesOver, run, scraped, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../support/web/fake-web.ts"

const site = "https://site.test"
const start = `${site}/start`
const there = `${site}/there`

const refreshing = (content: string, body = "<p>Moving.</p>") =>
  `<title>Moving</title><meta http-equiv=refresh content="${content}">${body}`

const article = run("the target")

const read = (pages: Readonly<Record<string, FakePage>>, url = start) => {
  const web = fakeWeb(pages)
  return Effect.gen(function*() {
    const document = yield* whileTimePasses(scraped(url))
    const { redirects, warnings } = document.trace
    return { document, redirects, codes: warnings.map(({ code }) => code), requests: web.pages().map(({ url }) => url) }
  }).pipe(Effect.provide(pagesOver(web)))
}

describe("a page that redirects by a refresh", () => {
  it.effect("is the page to which it leads, and the trace lists the redirect", () =>
    Effect.gen(function*() {
      const { codes, document, redirects } = yield* read({ [start]: refreshing("0; url=/there"), [there]: article })
      assert.deepInclude(document, { url: start, final_url: there, title: "App" })
      assert.include(document.text, "All that the script has to say of the target.")
      assert.deepStrictEqual(redirects, [{ url: start, status: 200, location: there }])
      assert.deepStrictEqual(codes, [])
    }))

  it.effect("may do so by a header field, and after redirects", () =>
    Effect.gen(function*() {
      const { document, redirects } = yield* read({
        [start]: { status: 301, headers: { location: "/moved" } },
        [`${site}/moved`]: { headers: { "content-type": "text/html", refresh: "0;url=/there" }, body: article },
        [there]: article
      })
      assert.strictEqual(document.final_url, there)
      assert.deepStrictEqual(redirects.map(({ status }) => status), [301, 200])
    }))

  it.effect("gets its cookies with the next request", () =>
    Effect.gen(function*() {
      const { document } = yield* read({
        [start]: { headers: { "content-type": "text/html", "set-cookie": "pass=1" }, body: refreshing("0;url=/there") },
        [there]: ({ headers }) => headers["cookie"] === "pass=1" ? article : refreshing("0;url=/start")
      })
      assert.include(document.text, "the target")
    }))

  it.effect("needs no browser", () => {
    const browser = fakeBrowser(() => run("the browser"))
    return Effect.gen(function*() {
      const document = yield* whileTimePasses(scraped(start))
      assert.deepStrictEqual([document.trace.rendered, document.final_url], [false, there])
      assert.lengthOf(browser.log, 0)
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [start]: refreshing("2;url=/there"), [there]: article }), browser)))
  })

  it.effect("may lead to a page that the browser has to fill", () => {
    const browser = fakeBrowser(() => run("the browser"))
    return Effect.gen(function*() {
      const document = yield* whileTimePasses(scraped(start))
      assert.deepStrictEqual([document.trace.rendered, document.trace.redirects.length], [true, 1])
      assert.deepStrictEqual(browser.log.map(({ url }) => url), [there])
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [start]: refreshing("0;url=/there"), [there]: shell() }), browser)))
  })

  it.effect("has the links of the page to which it leads", () =>
    Effect.gen(function*() {
      const { final_url, links } = yield* whileTimePasses(discovered(start))
      assert.deepStrictEqual([final_url, links.map(({ url }) => url)], [there, [`${site}/next`]])
    }).pipe(Effect.provide(pagesOver(fakeWeb({
      [start]: refreshing("0;url=/there"),
      [there]: run("the target", "<a href=/next>next</a>")
    })))))

  const kept: Readonly<Record<string, readonly [page: FakePage, others?: Readonly<Record<string, FakePage>>]>> = {
    "that loads itself again": [refreshing("0;url=/start")],
    "that leads on only without scripts": [
      `<title>Page</title><noscript><meta http-equiv=refresh content='0;url=/there'></noscript>${article}`,
      { [there]: article }
    ],
    "with text that leads on later": [refreshing("3;url=/there", article), { [there]: article }],
    "that leads on after a while": [refreshing("30;url=/there"), { [there]: article }]
  }
  for (const [name, [page, others]] of Object.entries(kept)) {
    it.effect(`is not one ${name}`, () =>
      Effect.gen(function*() {
        const { codes, document, redirects, requests } = yield* read({ [start]: page, ...others })
        assert.deepStrictEqual(document.final_url, start)
        assert.deepStrictEqual([redirects, requests, codes.includes("refresh_not_followed")], [[], [start], false])
      }))
  }

  it.effect("is read as it is, with a warning, where robots.txt disallows the target", () =>
    Effect.gen(function*() {
      const { codes, document, redirects, requests } = yield* read({
        [`${site}/robots.txt`]: {
          headers: { "content-type": "text/plain" },
          body: "User-agent: *\nDisallow: /there"
        },
        [start]: refreshing("0;url=/there"),
        [there]: article
      })
      assert.deepInclude(document, { final_url: start, title: "Moving" })
      assert.deepStrictEqual([redirects, requests], [[], [start]])
      assert.include(codes, "refresh_not_followed")
    }))

  it.effect("ends where refreshes run in a circle", () =>
    Effect.gen(function*() {
      const { codes, document, requests } = yield* read({
        [start]: refreshing("0;url=/there"),
        [there]: refreshing("0;url=/start")
      })
      assert.deepStrictEqual([document.final_url, requests], [there, [start, there]])
      assert.include(codes, "refresh_not_followed")
    }))

  it.effect("ends at the limit of redirects", () =>
    Effect.gen(function*() {
      const steps = Array.from({ length: 20 }, (_, step) =>
        [`${site}/${step}`, refreshing(`0;url=/${step + 1}`)] as const)
      const { codes, document, requests } = yield* read(Object.fromEntries(steps), `${site}/0`)
      assert.deepStrictEqual([document.final_url, requests.length], [`${site}/10`, 11])
      assert.include(codes, "refresh_not_followed")
    }))
})
