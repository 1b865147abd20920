import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Metric, Result } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { robotsDisallowed } from "../../../src/core/domain/errors/page-errors.ts"
import { metrics } from "../../../src/core/observability/metrics.ts"
import { fold } from "../../../src/extract/dom/walk.ts"
import { extract } from "../../../src/page/extract-page.ts"
import { rendering, renderUrl, skipReason } from "./support/browser.ts"
import { contentFrom, verdictOn } from "./support/extract.ts"
import { page, startSite } from "./support/site.ts"

const pages = path.join(import.meta.dirname, "pages")
const frameworks = ["react", "preact", "vue", "svelte", "lit", "plain"]

const unhurried = { renderTimeout: Duration.seconds(25), renderSettle: Duration.seconds(20) }

const textOf = (html: string): string => fold(contentFrom(html).text)

describe.skipIf(skipReason !== "")(`the renderer${skipReason}`, () => {
  // Timings depend on the machine, and are not tested here.
  layer(rendering(unhurried), { excludeTestServices: true })((it) => {
    for (const framework of frameworks) {
      it.effect(
        `reads from a rendered ${framework} page what the server-rendered one says`,
        () =>
          Effect.gen(function*() {
            const site = yield* startSite()
            yield* Effect.forEach([0, 1, 2, 3], (number) =>
              Effect.gen(function*() {
                const rendered = yield* renderUrl(`${site.url}/${framework}-${number}-client.html`)
                const twin = fs.readFileSync(path.join(pages, `${framework}-${number}-server.html`), "utf8")
                assert.strictEqual(textOf(rendered.html), textOf(twin))
                assert.isAbove(textOf(twin).length, 500)
                assert.deepStrictEqual([rendered.status, rendered.warnings], [200, []])
                assert.isFalse(verdictOn(rendered.html, { rendered: true }).isShell)
              }), { concurrency: 2, discard: true })
            assert.notInclude(site.asked, "/favicon.ico")
          }),
        { tags: framework === "react" || framework === "plain" ? [] : "long" }
      )
    }
  })

  layer(rendering(), { excludeTestServices: true })((it) => {
    it.effect("puts open shadow roots and frames of the same origin into the page", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(`<x-card>given<b slot="name">named</b></x-card><iframe src="/sub/frame"></iframe><script>
            customElements.define("x-card", class extends HTMLElement {
              constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML =
                "<style>p{color:red}</style><h2><slot name=name></slot></h2><p>shadow &amp; <slot></slot></p>" } })
            </script>`),
          "/sub/frame": page(`<p>framed</p><a href="next">on</a>`)
        })
        const { html } = yield* renderUrl(`${site.url}/`)
        assert.include(html, `<x-card><h2><b slot="name">named</b></h2><p>shadow &amp; given</p></x-card>`)
        assert.include(html, "<p>framed</p>")
        assert.include(html, `<a href="${site.url}/sub/next">on</a>`)
      }))

    it.effect("puts framesets and srcdoc into the page, and no hidden frame, and keeps the addresses of all", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": `<title>Set</title><frameset cols="50%,50%"><frame src="/sub/menu"><frame src="/sub/inner"></frameset>`,
          "/sub/menu": "<p>menu</p>",
          "/sub/inner": `<iframe srcdoc="<p>from srcdoc</p>"></iframe>
            <iframe src="/sub/hidden" style="display:none"></iframe><iframe src="/sub/tiny" width=1 height=1></iframe>`,
          "/sub/hidden": "<p>hidden</p>",
          "/sub/tiny": "<p>tiny</p>"
        })
        const { html } = yield* renderUrl(`${site.url}/`)
        const { links, text } = yield* Effect.promise(() => extract(html, site.url))
        assert.deepStrictEqual(text.split(/\s*\n\s*/), ["menu", "from srcdoc"])
        assert.deepStrictEqual(
          links.map(({ url }) => url.replace(site.url, "")),
          ["/sub/menu", "/sub/inner", "/sub/hidden", "/sub/tiny"]
        )
      }))

    it.effect("speaks one language to pages, whatever the locale of the machine", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(
            `<script>document.write(navigator.languages, " ", new Intl.NumberFormat(navigator.language).format(1e3))
            </script>`
          )
        })
        const { html } = yield* renderUrl(`${site.url}/`)
        assert.include(html, "en-US,en 1,000")
      }))

    it.effect("speaks the languages of its caller, to the site and to scripts", () =>
      Effect.gen(function*() {
        const asked: Array<Readonly<Record<string, unknown>>> = []
        const site = yield* startSite({
          "/": (request, response) => {
            asked.push(request.headers)
            response.writeHead(200, { "content-type": "text/html" }).end(page(
              `<script>document.write(navigator.languages, " ", new Intl.NumberFormat().format(1e3))</script>`
            ))
          }
        })
        const german = yield* renderUrl(`${site.url}/`, { language: ["de-at", "de"] })
        assert.include(german.html, "de-AT,de 1\u00A0000")
        const plain = yield* renderUrl(`${site.url}/`)
        assert.include(plain.html, "en-US,en 1,000")
        assert.deepStrictEqual(asked.map((headers) => headers["accept-language"]), ["de-AT,de;q=0.9", "en-US,en"])
        // Nothing else differs, such as the name of the browser.
        assert.deepStrictEqual({ ...asked[0], "accept-language": "" }, { ...asked[1], "accept-language": "" })
      }))

    it.effect("tells the final address and status of a page that leads on", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": (_, response) => void response.writeHead(302, { location: "/hop" }).end(),
          "/hop": page(`<script>location.href = "/end"</script>`),
          "/end": (_, response) =>
            void response.writeHead(410, { "content-type": "text/html" }).end(page("<p>gone for good</p>"))
        })
        const rendered = yield* renderUrl(`${site.url}/`)
        assert.deepStrictEqual([rendered.finalUrl, rendered.status], [`${site.url}/end`, 410])
        assert.include(rendered.html, "gone for good")
      }))

    it.effect("shows every page of a site the same time as its server, however slow the pages before were", () =>
      Effect.gen(function*() {
        const lags: Array<number> = []
        // The least of several, since a busy machine takes long for some of them.
        const clock =
          `(async () => { for (let n = 0; n < 5; n++) await fetch("/clock" + location.search + "&" + Date.now()) })()`
        const site = yield* startSite({
          "/": page(`<script src="/slow.js"></script><script>${clock}</script>`),
          "/slow.js": (_, response) =>
            void setTimeout(() => response.writeHead(200, { "content-type": "text/javascript" }).end(";"), 600),
          "/clock": (request, response) => {
            const [visit = 0, time = 0] = request.url?.split("?")[1]?.split("&").map(Number) ?? []
            lags[visit - 1] = Math.min(lags[visit - 1] ?? Infinity, Date.now() - time)
            response.end()
          }
        })
        for (const visit of [1, 2, 3, 4]) yield* renderUrl(`${site.url}/?${visit}`)
        // The clock may stop while a request of the same page is in flight, for 600 ms. Two pages have the same lag as
        // the first one, or 1,200 and 1,800 ms more.
        const [first = 0, , ...later] = lags
        assert.lengthOf(lags, 4)
        assert.isBelow(Math.min(...later), first + 900)
      }))

    it.effect("judges each address that the main frame is led to", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": (_, response) => void response.writeHead(302, { location: "/secret" }).end(),
          "/script": page(`<script>location.href = "/secret"</script>`),
          "/secret": page("secret")
        })
        const outside = yield* Effect.flip(
          renderUrl(`${site.url}/`, { isInScope: (url: URL) => url.pathname !== "/secret" })
        )
        const rendering = Effect.map(Metric.value(metrics.rendering), ({ value }) => value)
        let meanwhile = 0
        const robots = yield* Effect.flip(
          renderUrl(`${site.url}/script`, {
            mayVisit: (url: URL) =>
              Effect.andThen(
                Effect.tap(rendering, (value) => Effect.sync(() => (meanwhile = value))),
                url.pathname === "/secret" ? Effect.fail(robotsDisallowed(url, "gleaner/1")) : Effect.void
              )
          })
        )
        assert.deepStrictEqual([outside.code, robots.code], ["out_of_scope", "robots_disallowed"])
        // The gauge counts it while it is rendered.
        assert.deepStrictEqual([meanwhile, yield* rendering], [1, 0])
        assert.notInclude(site.asked, "/secret")
      }))

    it.effect("loads neither pictures nor media nor fonts", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/": page(
            `<p>text</p><img src="/a.png"><video src="/b.mp4" autoplay></video><link rel="stylesheet" href="/c.css">
            <style>@font-face { font-family: f; src: url(/d.woff2) } p { font-family: f; background: url(/e.png) }</style>
            <script>document.fonts.load("12px f"); new Image().src = "/f.png"</script>`
          )
        })
        yield* renderUrl(`${site.url}/`)
        assert.deepStrictEqual(site.asked.filter((name) => /png|mp4|woff/.test(name)), [])
      }))

    it.effect("waits for what comes late, and no longer than allowed", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/late": `<!doctype html><div id="root"></div><script>
            setTimeout(() => fetch("/slow").then(r => r.text()).then(t => { root.textContent = t }), 400)</script>`,
          "/slow": (_, response) => void setTimeout(() => response.end("came late"), 500),
          "/restless": page(`<p>here</p><script>setInterval(() => { document.title = Math.random() }, 20)</script>`)
        })
        const late = yield* renderUrl(`${site.url}/late`)
        assert.include(late.html, "came late")
        const restless = yield* renderUrl(`${site.url}/restless`)
        assert.include(restless.html, "<p>here</p>")
        assert.deepStrictEqual(restless.warnings.map(({ code }) => code), ["render_unsettled"])
      }))

    it.effect("says what kept a page from being rendered", () =>
      Effect.gen(function*() {
        const site = yield* startSite({
          "/file": (_, response) => void response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
          "/huge": page(`<script>document.body.textContent = "x".repeat(1024 * 1024)</script>`)
        })
        const codes = yield* Effect.forEach(
          [`${site.url}/file`, `${site.url}/huge`, "http://127.0.0.2:1/", "http://127.0.0.1:80/"],
          (url) =>
            Effect.map(Effect.result(renderUrl(url)), (result) => Result.isFailure(result) ? result.failure.code : "")
        )
        assert.deepStrictEqual(codes, ["unsupported_content_type", "body_too_large", "fetch_failed", "address_blocked"])
      }))
  })
})

it("has a browser, or says why not", () => assert.match(skipReason, /^$|skipped/))
