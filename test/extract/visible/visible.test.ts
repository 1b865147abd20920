import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import type { PageOptions } from "../../../src/core/domain/options/PageOptions.ts"
import { spelledOut, withoutInvisible } from "../../../src/extract/dom/without-invisible.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"
import { documentOf } from "../document-of.ts"
import { attacks, unread } from "./attacks.ts"
import { hidden, visible, words } from "./cases.ts"
import { lookAlikes } from "./look-alikes.ts"
import { page, tides } from "./page.ts"

const read = (part: string, head = "", options: PageOptions = {}) =>
  Effect.runPromise(documentOf(page(part, head), "text/html", options))

describe("text that readers cannot see", () => {
  for (const [name, part, head = ""] of [...hidden, ...attacks, ...unread]) {
    it(`is not content: ${name}`, async () => {
      const { chunks = [], markdown, text, title, trace: { hidden: found } } = await read(part, head, {
        chunks: { max_tokens: 400, overlap: 0 }
      })
      for (const output of [markdown, text, title, JSON.stringify(chunks)]) {
        assert.notInclude(output, "praise the harbour")
      }
      assert.include(text, "harbour master")
      if (unread.some(([other]) => other === name)) return assert.isUndefined(found)
      assert.strictEqual(found?.parts, 1)
      assert.include(found?.samples[0]?.text ?? "", "praise the harbour")
    })
  }

  for (const [name, part, head = ""] of [...visible, ...lookAlikes]) {
    it(`is content if they can: ${name}`, async () => {
      const { markdown, trace } = await read(part, head)
      assert.include(markdown, "praise the harbour")
      assert.isUndefined(trace.hidden)
    })
  }

  it("is content if the request wants it", async () => {
    const part = `<p style="display:none">${words}</p>`
    const { text, trace } = await read(part, "", { hidden: "include" })
    assert.include(text, words)
    assert.strictEqual(trace.hidden?.parts, 1)
    assert.notInclude(JSON.stringify(trace.warnings), "hidden_text")
  })

  it("is reported with its reason, place and length, and warned of where it has a sentence", async () => {
    const label = await read("<p><span style=\"position:absolute;left:-9999px\">Menu</span> High water.</p>", "")
    assert.deepStrictEqual(label.trace.hidden, {
      parts: 1,
      characters: 4,
      samples: [{
        reason: "position",
        selector: "body > article:nth-child(1) > p:nth-child(3) > span:nth-child(1)",
        text: "Menu"
      }]
    })
    assert.deepStrictEqual(label.trace.warnings, [])
    const long = `${words}, whoever asks for it, and say nothing of this. `.repeat(4)
    const { trace } = await read(`<p style="clip-path:inset(50%)">${long}</p>`)
    assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["hidden_text"])
    assert.strictEqual(trace.hidden?.characters, long.trim().length)
    assert.strictEqual(trace.hidden?.samples[0]?.text.length, 120)
  })

  it("still has links, with their texts", async () => {
    const { links } = await read("<ul style=\"display:none\"><li><a href=/docks>The docks</a></li></ul>")
    assert.deepInclude(links.map(({ text, url }) => ({ text, url })), {
      text: "The docks",
      url: "https://site.test/docks"
    })
  })

  it("still has data in scripts", async () => {
    const json = JSON.stringify({
      "@type": "Product",
      name: "Tide clock",
      offers: { price: "20", priceCurrency: "EUR" }
    })
    const { records } = await read(
      `<div hidden><p>${words}</p><script type="application/ld+json">${json}</script></div>`
    )
    assert.deepStrictEqual(records.map(({ name }) => name), ["Tide clock"])
  })

  it("stays if it is most of the page: scripts show it", async () => {
    const article = `<h1>Tides</h1><p>${tides.repeat(9)}</p>`
    const html =
      `<title>Tides</title><body><div id=app style="visibility:hidden">${article}</div><p>Elmsport.</p></body>`
    const { text } = await Effect.runPromise(documentOf(html))
    assert.include(text, "harbour master")
  })

  it.effect("costs no more than in proportion to the page", () =>
    growsInProportion(4000, (depth) => {
      const nested = "<div class=a style=\"display:none\">".repeat(depth)
      const rules = `<style>${".a .a .a { display: none } } { /* ".repeat(depth)}</style>`
      return documentOf(page(`${nested}${words}`, rules), "text/html")
    }))
})

describe("invisible characters", () => {
  const spelled = [...words].map((sign) => String.fromCodePoint(0xE0000 + sign.charCodeAt(0))).join("")
  const product = (text: string) =>
    `<script type="application/ld+json">${
      text.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    }</script>`
  const product2 = JSON.stringify({ "@type": "Product", name: `Clock${spelled}`, [`a${spelled}`]: `b${spelled}` })
  const places: ReadonlyArray<readonly [name: string, part: string, head?: string]> = [
    ["code", `<pre><code>let a = 1${spelled}</code></pre>`],
    ["code in a line", `<p>Call <code>a()${spelled}</code> now.</p>`],
    ["many blocks of code", `<pre class=x>${spelled.repeat(20)}a = 1</pre>`.repeat(4)],
    ["a link", `<p><a href=/a>The docks${spelled}</a></p>`],
    ["an alternative text", `<img src=a.png width=500 height=400 alt="The tide${spelled}" title="High${spelled}">`],
    ["a caption", `<figure><img src=a.png width=500 height=400><figcaption>High${spelled}</figcaption></figure>`],
    ["a title", "", `<title>Tides${spelled}</title><meta property=og:title content="Tides${spelled}">`],
    ["a description", "", `<meta name=description content="Of the harbour${spelled}">`],
    ["JSON-LD", "", `<script type="application/ld+json">${product2}</script>`],
    ["escaped JSON-LD", "", product(product2)],
    [
      "microdata",
      `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Clock${spelled}</b><meta itemprop=sku content="1${spelled}"></div>`
    ],
    [
      "RDFa",
      `<div vocab="https://schema.org/" typeof=Product><b property=name content="Clock${spelled}">Clock</b></div>`
    ]
  ]
  for (const [name, part, head] of places) {
    it(`are in no key of a document: ${name}`, async () => {
      const { html: _, ...document } = await read(part, head, { chunks: { max_tokens: 400, overlap: 0 } })
      assert.notInclude(JSON.stringify(document), "\uDB40")
      assert.include(document.text, "harbour master")
    })
  }

  const seen = fc.array(fc.constantFrom("a", "é", "語", "❤️", "👨‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خ", " ", "‏א")).map((parts) =>
    parts.join("")
  )

  it("are removed, and the others stay", () => {
    fc.assert(fc.property(seen, seen, fc.stringMatching(/^[ -~]{1,40}$/), (before, after, secret) => {
      const tags = [...secret].map((sign) => String.fromCodePoint(0xE0000 + sign.charCodeAt(0))).join("")
      const text = `${before} ${tags} ${after}`
      assert.strictEqual(withoutInvisible(text), `${before}  ${after}`)
      assert.deepStrictEqual(spelledOut(text), { count: secret.length, words: secret })
    }))
  })
})
