import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Document } from "../../../src/core/domain/document/Document.ts"
import { stageNames } from "../../../src/core/domain/names/stage-names.ts"
import type { PageOptions } from "../../../src/core/domain/options/PageOptions.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { Content } from "../../../src/extract/stages/Content.ts"
import { extractorOverStages } from "../../../src/extract/stages/extractor-over-stages.ts"
import { Media } from "../../../src/extract/stages/Media.ts"
import { Metadata } from "../../../src/extract/stages/Metadata.ts"
import { Records } from "../../../src/extract/stages/Records.ts"
import { stages, stagesLayer } from "../../../src/extract/stages/stages.ts"
import { jsonOf } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"

const read = (html: string, options: PageOptions, mediaType = "text/html") =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const page = { ...inputOf(html), mediaType, options }
    return JSON.parse(jsonOf(yield* extractor.extract(page))) as Document // our own encoding
  })

const shop = `<!doctype html><html lang="en"><head><title>Shop</title><base href="/shop/"></head><body>
<nav><a href="/cart">Cart</a></nav>
<main><h1>Tea pots</h1><p class="lead">We sell tea pots made of clay and of iron, and send them anywhere.</p>
<div class="card" data-id="007"><h2>Clay  pot</h2><span class="price">$1,299.00</span><a href="clay">more</a>
  <time datetime="2024-05-03T10:00:00Z">May</time><i class="rating" title="4,5 of 5">4,5</i><img src="clay.png" alt="A pot"></div>
<div class="card" data-id="008"><h2>Iron pot</h2><span class="price">from 20</span><a href="mailto:x@y.example">write</a>
  <b class="day">3 May 2024</b><b class="sku">20240503</b><b class="note">Model 2024-05-03</b></div>
<script>window.secret = 1</script><style>.x{}</style></main>
<aside class="ad"><p>Buy now, buy here, buy everything that we have today.</p><a href="/ad">ad</a></aside></body></html>`

layer(Extractor.layerInline)("the options of a reading", (it) => {
  it.effect("fields: only these keys are answered, in the order of a Document", () =>
    Effect.gen(function*() {
      const some = yield* read(shop, { fields: ["markdown", "url", "title"] })
      assert.deepStrictEqual(Object.keys(some), ["url", "title", "markdown"])
      assert.include(some.markdown, "# Tea pots")
      const trace = yield* read(shop, { fields: ["trace"] })
      assert.deepStrictEqual(Object.keys(trace), ["trace"])
      assert.deepStrictEqual(trace.trace.stages.map(({ name }) => name), [...stageNames])
      assert.deepStrictEqual(Object.keys(yield* read(shop, { fields: ["status"] })), ["status"])
      assert.include((yield* read(shop, { fields: ["html"] })).html, "window.secret")
    }))

  it.effect("fields: what is answered is what the whole Document says", () =>
    Effect.gen(function*() {
      const whole = yield* read(shop, {})
      for (const name of Object.keys(whole) as Array<keyof Document>) {
        if (name === "trace" || name === "html") continue
        assert.deepStrictEqual(Object.entries(yield* read(shop, { fields: [name] })), [[name, whole[name]]])
      }
    }))

  it.effect("include_selectors: the content is these elements, whole and in document order", () =>
    Effect.gen(function*() {
      const { images, links, markdown, text, trace } = yield* read(shop, {
        include_selectors: ["aside", ".card:last-of-type", "main .lead", "main > p", ".none"]
      })
      assert.strictEqual(text.split("\n")[0], "We sell tea pots made of clay and of iron, and send them anywhere.")
      assert.include(markdown, "## Iron pot")
      assert.isBelow(markdown.indexOf("Iron pot"), markdown.indexOf("Buy now"))
      assert.notInclude(markdown, "Clay pot")
      assert.deepStrictEqual(images, [])
      assert.lengthOf(links, 3)
      assert.deepStrictEqual(trace.warnings.map(({ code, message }) => [code, message]), [
        ["selector_unmatched", "\".none\" of include_selectors matches nothing on this page."]
      ])
      const all = yield* read(shop, { include_selectors: ["html"] })
      assert.notInclude(all.text, "window.secret")
      assert.strictEqual((yield* read(shop, { include_selectors: [".none"] })).text, "")
    }))

  it.effect("exclude_selectors: these elements are gone before anything is read", () =>
    Effect.gen(function*() {
      const { links, markdown, records, trace } = yield* read(shop, {
        exclude_selectors: ["nav, aside", ".card", "title", ".none"],
        extract: [{ select: ".card", fields: { title: "h2" } }]
      })
      assert.deepStrictEqual(links, [])
      assert.notInclude(markdown, "pot\n")
      assert.deepStrictEqual(records, [])
      assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["selector_unmatched"])
      for (const selector of ["html", "body", "*", "body *"]) {
        assert.strictEqual((yield* read(shop, { exclude_selectors: [selector] })).text, "", selector)
      }
    }))

  it.effect("extract: one record an element, with typed values", () =>
    Effect.gen(function*() {
      const { records } = yield* read(shop, {
        fields: ["records"],
        extract: [
          {
            type: "Pot",
            select: ".card",
            fields: {
              id: "@data-id",
              name: "h2",
              price: ".price",
              url: "a@href",
              when: "time",
              rating: ".rating",
              image: "img@src",
              alt: "img",
              day: ".day",
              sku: ".sku",
              note: ".note"
            }
          },
          { fields: { heading: "h1", cards: ".card", none: ".none" } }
        ]
      })
      const found = records.filter(({ source }) => source === "selectors")
      assert.deepStrictEqual(
        found.map(({ image, name, price, url }) => ({ image, name, price, url })),
        [
          {
            image: "https://site.test/shop/clay.png",
            name: "Clay pot",
            price: 1299,
            url: "https://site.test/shop/clay"
          },
          { image: "", name: "Iron pot", price: null, url: "" },
          { image: "", name: "", price: null, url: "" }
        ]
      )
      assert.deepStrictEqual(found.map(({ fields, source, type }) => ({ source, type, fields })), [
        {
          source: "selectors",
          type: "Pot",
          fields: {
            id: "007",
            name: "Clay pot",
            price: 1299,
            url: "https://site.test/shop/clay",
            when: "2024-05-03",
            rating: 4.5,
            image: "https://site.test/shop/clay.png",
            alt: "A pot"
          }
        },
        {
          source: "selectors",
          type: "Pot",
          fields: {
            id: "008",
            name: "Iron pot",
            price: "from 20",
            url: "mailto:x@y.example",
            day: "2024-05-03",
            sku: "20240503",
            note: "Model 2024-05-03"
          }
        },
        { source: "selectors", type: "", fields: { heading: "Tea pots", cards: records[2]?.fields["cards"] } }
      ])
      assert.strictEqual(records[0]?.source, "selectors")
    }))

  it.effect("wait_for: a page without the element counts as a shell and says so", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const there = yield* extractor.extract({ ...inputOf(shop), options: { wait_for: ".card" } })
      assert.isFalse(there.shell.isShell)
      const missing = yield* extractor.extract({ ...inputOf(shop), options: { wait_for: ".late" } })
      assert.deepInclude(missing.shell, { isShell: true, isAwaited: true })
      assert.deepStrictEqual(missing.warnings.map(({ code }) => code), ["wait_for_missing"])
      const rendered = yield* extractor.extract({ ...inputOf(shop), options: { wait_for: ".late" }, rendered: true })
      assert.isFalse(rendered.shell.isShell)
      const notFound = yield* extractor.extract({ ...inputOf(shop), options: { wait_for: ".late" }, status: 404 })
      assert.isFalse(notFound.shell.isShell)
    }))

  it.effect("wait_for: its element is in the content, wherever it stands", () =>
    Effect.gen(function*() {
      const words = "The harbour has been dredged every spring since the great storm, and nobody minds the noise. "
      const around = (aside: string) =>
        `<title>Tides</title><nav><a href="/">Home</a><a href="/a">About</a></nav><main><h1>Tides</h1>`
        + `${`<p>${words}</p>`.repeat(8)}</main>${aside}<footer><a href="/f">Legal notice</a></footer>`
      const stock = `<aside class="widget sidebar"><ul><li>Stock: <b id="stock">42 left</b></li></ul></aside>`
      const plain = yield* read(around(stock), {})
      assert.notInclude(plain.text, "42 left")
      const awaited = yield* read(around(stock), { wait_for: "#stock" })
      assert.include(awaited.text, "Stock: 42 left")
      assert.include(awaited.text, "The harbour has been dredged")
      assert.deepStrictEqual(awaited.trace.warnings, [])
      // An element whose text is content already changes nothing, nor does the whole page.
      assert.strictEqual((yield* read(around(stock), { wait_for: "main, #stock" })).text, plain.text)
      assert.strictEqual((yield* read(around(stock), { wait_for: "body" })).text, plain.text)
      const script = yield* read(around(`<script id="data">{"a":1}</script>`), { wait_for: "#data" })
      assert.deepStrictEqual(script.trace.warnings.map(({ code }) => code), ["wait_for_missing"])
    }))

  it.effect("selectors do not touch what is not HTML, and a warning says so", () =>
    Effect.gen(function*() {
      const { text, trace } = yield* read("a,b\n1,2\n", { include_selectors: ["main"], wait_for: "x" }, "text/csv")
      assert.include(text, "1")
      assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["selector_unmatched"])
    }))

  it.effect(
    "a selector that costs too much ends with an error, not with the time of the reader",
    () =>
      Effect.gen(function*() {
        const extractor = yield* Extractor
        const attributes = Array.from({ length: 2000 }, (_, index) => `a${index}`).join(" ")
        const wide = `<main ${attributes}>${"<i></i>".repeat(51_000)}</main>`
        const hostile: ReadonlyArray<readonly [string, PageOptions]> = [
          [wide, { exclude_selectors: ["[b] > i"] }],
          [wide, { wait_for: "[b] > i" }],
          [wide, { extract: [{ select: "i", fields: { a: "[b] > i" } }] }]
        ]
        for (const [html, options] of hostile) {
          const error = yield* Effect.flip(extractor.extract({ ...inputOf(html), options }))
          assert.strictEqual(error.code, "fetch_failed")
          assert.match(error.detail, /selectors of the request cost more/)
        }
      }),
    { tags: "long" }
  )

  it.effect("selectors over far elements cost no more than the page is large", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const deep = `${"<div><a>".repeat(250)}x${"</a></div>".repeat(250)}`
      const wide = "<i></i>".repeat(60_000)
      const costly: ReadonlyArray<readonly [string, PageOptions]> = [
        [deep, { exclude_selectors: [`nope ${"div ".repeat(60)}a`] }],
        [wide, { wait_for: "b ~ i ~ i ~ i" }],
        [wide, { extract: [{ select: "i", fields: { a: ":has(~ b ~ i)" } }] }],
        [wide, { wait_for: "i:has(+ i)" }]
      ]
      const read = yield* Effect.forEach(costly, ([html, options]) => extractor.extract({ ...inputOf(html), options }))
      assert.deepStrictEqual(read.flatMap(({ warnings }) => warnings.map(({ code }) => code)), [
        "selector_unmatched",
        "wait_for_missing"
      ])
    }))

  it.effect("places among siblings are counted once a parent", () =>
    Effect.gen(function*() {
      const rows = Array.from({ length: 60_000 }, (_, row) => `<li>${row}`).join("")
      const { text } = yield* read(`<ul>${rows}</ul>`, {
        fields: ["text"],
        include_selectors: ["li:nth-child(3n):nth-last-of-type(2n+1):nth-child(-n+9)"]
      })
      assert.strictEqual(text, "5")
    }))
})

layer(
  extractorOverStages(stages).pipe(
    Layer.provide([Layer.mock(Metadata, {}), Layer.mock(Media, {}), Layer.mock(Records, {})]),
    Layer.provide(stagesLayer)
  )
)("stages that no field asks for", (it) => {
  it.effect("are not run", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(Object.keys(yield* read(shop, { fields: ["markdown", "links", "status"] })), [
        "status",
        "markdown",
        "links"
      ])
    }))
})

layer(extractorOverStages(stages).pipe(Layer.provide(Layer.mock(Content, {})), Layer.provide(stagesLayer)))(
  "a page of which nothing is asked",
  (it) => {
    it.effect("is not read", () =>
      Effect.gen(function*() {
        const answer = yield* read(shop, { fields: ["url", "final_url", "status", "size_bytes", "content_type"] })
        assert.lengthOf(Object.keys(answer), 5)
      }))
  }
)
