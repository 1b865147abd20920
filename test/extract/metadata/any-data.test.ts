import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { collectRecords } from "../../../src/extract/records/collect-records.ts"
import { documentOf } from "../document-of.ts"
import { pageOf } from "../markdown/page-of.ts"

const id = fc.constantFrom("#a", "#b", "#c")

const names = [
  "@id",
  "@type",
  "@graph",
  "author",
  "name",
  "headline",
  "publisher",
  "datePublished",
  "keywords",
  "description",
  "mainEntity",
  "itemListElement",
  "item",
  "hasPart",
  "__proto__",
  "constructor"
]

const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("Article", "WebPage", "ItemList", "ListItem", "Person", "2024-05-03", "", "&amp;amp;"),
    id,
    fc.string(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 })
  )
}))

const attributes = fc.array(
  fc.constantFrom(
    "itemscope",
    "itemprop=author",
    "itemprop=\"name url\"",
    "itemprop=__proto__",
    "itemref=\"x y z\"",
    "itemtype=https://schema.org/Article",
    "id=x",
    "id=y",
    "id=z",
    "typeof=Article",
    "property=\"schema:name dc:date\"",
    "resource=#a",
    "class=\"byline date\"",
    "class=card",
    "rel=author",
    "content=\"2024-05-03\"",
    "href=\"//[\"",
    "datetime=x"
  ),
  { maxLength: 4 }
)

const { markup } = fc.letrec<{ markup: string }>((tie) => ({
  markup: fc.tuple(
    fc.constantFrom("div", "p", "a", "time", "meta", "h1", "span", "li", "img", "table", "tr", "td"),
    attributes,
    fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.array(tie("markup"), { maxLength: 4 }).map((parts) => parts.join(""))
    )
  ).map(([tag, attrs, inside]) => `<${tag} ${attrs.join(" ")}>${inside}</${tag}>`)
}))

describe("any data that a page declares", () => {
  it("gives facts and records of no more than its size, and never throws", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 3 }), fc.array(markup, { maxLength: 4 }), (blocks, elements) => {
        const scripts = blocks.map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`)
        const source = `<title>T | S</title>${scripts.join("")}${elements.join("")}`
        const page = pageOf(source)
        const content = contentOf(page)
        const facts = readFacts(page, content)
        const size = JSON.stringify([facts, collectRecords(page, content, facts)]).length
        assert.isBelow(size, 20_000 + source.length * 200)
        for (const text of [facts.title, facts.author, facts.language]) assert.notMatch(text, /[\n\t]/)
        assert.match(facts.published_date, /^(?:\d{4}-\d{2}-\d{2})?$/)
      }),
      { numRuns: 60 }
    )
  })
})

const jsonLd = (depth: number) =>
  `<script type="application/ld+json">${"{\"a\":".repeat(depth)}1${"}".repeat(depth)}</script><p>The page itself.</p>`

describe("data that is made to hurt", () => {
  it.effect("JSON-LD nested absurdly deep costs that block, not the page", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(jsonLd(20_000))
      assert.include(document.text, "The page itself.")
      assert.deepStrictEqual(document.metadata.json_ld, [])
      assert.deepStrictEqual(document.trace.warnings.map(({ code }) => code), ["json_ld_invalid"])
    }))

  it.effect("JSON-LD of a usual depth is kept", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* documentOf(jsonLd(20))).metadata.json_ld, 1)
    }))

  it.effect("one microdata property may be repeated any number of times", () =>
    Effect.gen(function*() {
      const repeated = 40_000
      const document = yield* documentOf(`<div itemscope>${"<i itemprop=\"a\">w</i>".repeat(repeated)}</div>`)
      assert.lengthOf(document.metadata.microdata[0]?.["a"] as ReadonlyArray<unknown>, repeated)
    }))

  it.effect("markdown of unclosed brackets is read in a moment", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(`# A title #\n\n[link](/x) ${"![a](".repeat(40_000)}`, "text/markdown")
      assert.strictEqual(document.title, "A title")
      assert.include(document.text, "A title")
      assert.include(document.text, "link ![a](")
    }))
})
