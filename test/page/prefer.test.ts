// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import Negotiator from "negotiator"
import { pagesOver, scraped } from "../support/entries/pages-over.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { type FakePage, type FakeRequest, fakeWeb } from "../support/web/fake-web.ts"

const site = "https://example.com"
const cached = { "cache-control": "max-age=600" }
const html = { headers: { "content-type": "text/html", ...cached }, body: "<h1>Tides</h1><p>The page of the tides." }
const markdown = {
  headers: { "content-type": "text/markdown; charset=utf-8", ...cached },
  body: "# Tides\n\nFrom *markdown*."
}

/** A site that answers by Accept without saying so in Vary. */
const web = () =>
  fakeWeb({
    [`${site}/both`]: ({ headers }) => headers["accept"]?.startsWith("text/markdown") === true ? markdown : html,
    [`${site}/html`]: html,
    [`${site}/liar`]: {
      ...markdown,
      body: "\n<!DOCTYPE html><title>Tides</title><h1>Tides</h1><p>The page of the tides."
    },
    [`${site}/readme`]: { ...markdown, body: "<h1 align=center>Tides</h1>\n\nFrom *markdown*." },
    [`${site}/gone`]: { ...markdown, status: 406, headers: { "content-type": "text/html" }, body: "<p>Not acceptable" }
  })

describe("prefer: markdown", () => {
  it.effect("takes the markdown of a site, and caches it apart from its HTML", () => {
    const shop = web()
    return Effect.gen(function*() {
      const prefer = { prefer: "markdown" } as const
      const first = yield* whileTimePasses(scraped(`${site}/both`, prefer))
      assert.deepStrictEqual([first.content_type, first.markdown, first.trace.variant], [
        "text/markdown",
        "# Tides\n\nFrom *markdown*.",
        "markdown"
      ])
      const plain = yield* whileTimePasses(scraped(`${site}/both`))
      assert.deepStrictEqual([plain.content_type, plain.trace.variant, plain.trace.cache_hit], [
        "text/html",
        undefined,
        false
      ])
      const again = yield* whileTimePasses(scraped(`${site}/both`, prefer))
      assert.deepStrictEqual([again.content_type, again.trace.cache_hit], ["text/markdown", true])
      assert.strictEqual(shop.count(`${site}/both`), 2)
    }).pipe(Effect.provide(pagesOver(shop)))
  })

  it.effect("is understood by servers however they negotiate, and taken only where the answer is markdown", () => {
    const text = "# Tides\n\nFrom *markdown*."
    const negotiated = (type: string, body: string, first = "text/html") => ({ headers }: FakeRequest) =>
      new Negotiator({ headers: { ...headers } }).mediaTypes([first, "text/markdown"])[0] === "text/markdown"
        ? { headers: { "content-type": type }, body }
        : html
    const servers: Readonly<Record<string, readonly [page: FakePage, variant: "markdown" | undefined, type: string]>> =
      {
        "by quality values": [negotiated("text/markdown", text), "markdown", "text/markdown"],
        "by quality values, from XHTML": [
          negotiated("text/markdown", text, "application/xhtml+xml"),
          "markdown",
          "text/markdown"
        ],
        "by a word in the field": [
          ({ headers }) => headers["accept"]?.includes("text/markdown") === true ? { ...markdown, body: text } : html,
          "markdown",
          "text/markdown"
        ],
        "a redirect to a file": [{ status: 302, headers: { location: "/file.md" } }, "markdown", "text/markdown"],
        "front matter, with a byte order mark": [
          negotiated("text/markdown;charset=UTF-8", `\uFEFF---\ntitle: Tides\n---\n\n${text}`),
          "markdown",
          "text/markdown"
        ],
        "the earlier name of the type": [negotiated("text/x-markdown", text), "markdown", "text/x-markdown"],
        "a document after a comment": [
          negotiated("text/markdown", "<!-- app --><!doctype html><h1>Tides</h1><p>From HTML.</p>"),
          undefined,
          "text/html"
        ],
        "a document after an XML declaration": [
          negotiated(
            "text/markdown",
            "<?xml version=\"1.0\"?>\n<html><body><h1>Tides</h1><p>From HTML.</p></body></html>"
          ),
          undefined,
          "text/html"
        ],
        "a head without a document": [
          negotiated("text/markdown", "<head><title>Tides</title></head><body><p>From HTML.</p></body>"),
          undefined,
          "text/html"
        ],
        "plain text": [negotiated("text/plain", text), undefined, "text/plain"],
        "HTML for all": [html, undefined, "text/html"]
      }
    const urls = Object.keys(servers).map((_, index) => `https://server${index}.example/`)
    const pages = Object.values(servers).map(([page], index) => [urls[index] ?? "", page] as const)
    const files = urls.map((url) => [`${url}file.md`, { ...markdown, body: text }] as const)
    return Effect.gen(function*() {
      for (const [index, [name, [, variant, type]]] of Object.entries(servers).entries()) {
        const page = yield* whileTimePasses(scraped(urls[index] ?? "", { prefer: "markdown" }))
        assert.deepStrictEqual([page.content_type, page.trace.variant], [type, variant], name)
        assert.match(page.text, /From markdown|From \*markdown|From HTML|The page of/, name)
        assert.notMatch(page.markdown, /title: Tides|doctype/, name)
      }
    }).pipe(Effect.provide(pagesOver(fakeWeb(Object.fromEntries([...pages, ...files])))))
  })

  it.effect("reads any other answer as it is", () =>
    Effect.gen(function*() {
      const read = (path: string) => whileTimePasses(scraped(site + path, { prefer: "markdown" }))
      for (const path of ["/html", "/liar"]) {
        const page = yield* read(path)
        assert.deepStrictEqual([page.content_type, page.trace.variant], ["text/html", undefined], path)
        assert.include(page.markdown, "The page of the tides.", path)
      }
      const readme = yield* read("/readme")
      assert.deepStrictEqual([readme.content_type, readme.trace.variant], ["text/markdown", "markdown"])
      assert.deepStrictEqual((yield* read("/gone")).status, 406)
    }).pipe(Effect.provide(pagesOver(web()))))
})
