import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"
import { contentOf } from "../../src/extract/content/content-of.ts"
import { fold, foldedText } from "../../src/extract/dom/walk.ts"
import { shellVerdict } from "../../src/extract/shell/verdict.ts"
import { parsed, verdictOn } from "../web/render/support/extract.ts"

const pages = path.join(import.meta.dirname, "../web/render/pages")
const real = path.join(import.meta.dirname, "../../../shared/extraction")

const shell = (body: string, head = ""): string =>
  `<!doctype html><html><head><title>T</title>${head}</head><body>${body}</body></html>`

const script = `<script src="/assets/index-4f2a.js" type="module"></script>`
const sentence = "A sentence that says something of the matter at hand, and then some more of it. "

describe("shellVerdict", () => {
  it("tells every client-rendered page of the frameworks from its server-rendered twin", () => {
    const files = fs.readdirSync(pages).filter((name) => name.endsWith(".html"))
    assert.isAtLeast(files.length, 40)
    const wrong = files.filter((name) =>
      verdictOn(fs.readFileSync(path.join(pages, name), "utf8")).isShell !== name.endsWith("-client.html")
    )
    assert.deepStrictEqual(wrong, [])
  })

  const shells: Readonly<Record<string, string>> = {
    "an Angular root": shell(`<app-root></app-root>${script}`),
    "an AngularJS template": shell(
      `<div ng-app="shop"><h1>{{ title }}</h1><p>{{ text }}</p><b>{{ price }}</b></div>${script}`
    ),
    "Next without server rendering": shell(
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script><script src="/_next/static/main.js"></script>`
    ),
    "Nuxt as a single-page application": shell(
      `<div id="__nuxt"></div><script>window.__NUXT__={}</script><script type="module" src="/_nuxt/entry.js"></script>`
    ),
    "Gatsby without HTML": shell(`<div id="___gatsby"></div><script src="/app-1.js"></script>`),
    "Ember": shell(`<script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script>`),
    "a spinner in the root": shell(`<div id="app"><div class="spinner">Loading...</div></div>${script}`),
    "a plea in noscript": shell(`<noscript>Please enable JavaScript to view this site.</noscript>${script}`),
    "a plea in the open": shell(`<p>This application requires JavaScript to be enabled.</p>${script}`),
    "surroundings around an empty place": shell(
      `<header><nav>${sentence.repeat(3)}</nav></header><main></main><footer>${sentence.repeat(4)}</footer>${script}`
    ),
    "a script that leads on": shell(`<script>window.location.href = "/there"</script>`),
    "an interstitial":
      `<html><head><title>Just a moment...</title></head><body><p>Checking your browser.</p>${script}</body></html>`
  }
  for (const [name, source] of Object.entries(shells)) {
    it(`takes ${name} for a shell`, () => {
      const verdict = verdictOn(source)
      assert.isTrue(verdict.isShell, verdict.evidence)
      assert.match(verdict.evidence, /^[a-z].{10,}/)
    })
  }

  const whole: Readonly<Record<string, string>> = {
    "a page with text, whatever it is made with": shell(
      `<noscript>Enable JavaScript!</noscript><div id="root"><p>${sentence.repeat(5)}</p></div>${script}`
    ),
    "a short page without scripts": shell("<p>It works!</p>"),
    "a short page that only measures its visitors": shell(
      `<p>Moved to another hall.</p><script src="https://www.googletagmanager.com/gtag/js?id=1"></script>`
    ),
    "a short page with a widget": shell(`<h1>Opening hours</h1><p>From nine to five, on Sundays closed.</p>${script}`),
    "a picture": shell(`<img src="/cat.jpg" alt="">${script}`),
    "a form to log in": shell(`<form><input name="user"><input type="password"><button>Go</button></form>${script}`),
    "a manual of templates": shell(
      `<article><p>${
        sentence.repeat(5)
      } Write {{ form }}, {{ name }}, {{ user }} and {{ list }}.</p></article>${script}`
    )
  }
  for (const [name, source] of Object.entries(whole)) {
    it(`takes ${name} as it is`, () => {
      const verdict = verdictOn(source)
      assert.isFalse(verdict.isShell, verdict.evidence)
    })
  }

  it("never asks for a page to be rendered twice, nor for an error page", () => {
    const source = shell(`<div id="root"></div>${script}`)
    assert.isTrue(verdictOn(source).isShell)
    assert.isFalse(verdictOn(source, { rendered: true }).isShell)
    assert.isFalse(verdictOn(source, { status: 404 }).isShell)
  })

  it.skipIf(!fs.existsSync(real))(
    "renders no real page whose text is found, and every one that is empty (needs ../shared/extraction)",
    () => {
      const truths = zlib.gunzipSync(fs.readFileSync(path.join(real, "truth.jsonl.gz"))).toString().trim().split("\n")
        .map((line) => JSON.parse(line) as { readonly id: string; readonly with: ReadonlyArray<string> })
      const wrong: Array<string> = []
      let whole = 0
      // Every eighth page, to be quick; the whole set has given the same.
      for (const truth of truths) {
        const file = path.join(real, "html", `${truth.id}.html.gz`)
        if (Number(truth.id) % 8 !== 1 || truth.with.length === 0 || !fs.existsSync(file)) continue
        const page = parsed(zlib.gunzipSync(fs.readFileSync(file)).toString())
        const body = foldedText(page.html.body)
        const content = contentOf(page)
        const text = body + fold(content.text)
        const present = truth.with.filter((words) => text.includes(fold(words))).length
        const { evidence, isShell } = shellVerdict(page, content)
        const isWhole = present * 2 >= truth.with.length
        const isEmpty = text.length < 400 && /<script/.test(page.source())
        if (isWhole) whole += 1
        if ((isWhole && isShell) || (!isWhole && isEmpty && !isShell)) wrong.push(`${truth.id}: ${evidence}`)
      }
      assert.isAtLeast(whole, 80)
      assert.deepStrictEqual(wrong, [])
    }
  )
})
