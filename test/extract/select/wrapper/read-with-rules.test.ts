import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Rules } from "../../../../src/core/domain/data/Rules.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { learnRules } from "../../../../src/extract/works/learn-rules.ts"
import { withTrace } from "../../../../src/extract/works/with-trace.ts"
import { offlineProvenance } from "../../../../src/page/page-input.ts"
import { inputOf } from "../../markdown/page-of.ts"
import { jsonLd, number, objectWith, text } from "../../records/data/data-of.ts"

const wrapper = "0123456789abcdef0123456789abcdef"
const schema = objectWith({
  name: text,
  price: number,
  maker: objectWith({ name: text, town: text }),
  sku: text
})

const rules: Rules = {
  rows: [],
  fields: [
    { pointer: "/price", selector: ".now", attribute: null },
    { pointer: "/maker/town", selector: "dd", label: "Town", attribute: null }
  ]
}

const dataOf = Effect.fnUntraced(function*(source: string, given: Rules = rules, mediaType = "text/html") {
  const input = { ...inputOf(source), mediaType, options: { schema }, wrapperRules: { wrapper, rules: given } }
  const extraction = yield* (yield* Extractor).extract(input)
  const { data, trace } = JSON.parse(new TextDecoder().decode(withTrace(extraction, offlineProvenance)))
  return { data, trace: trace.data }
})

const shown = "<h1>Anvil</h1><p class=\"now\">12.50 €</p><dl><dt>Town:</dt><dd>Sheffield</dd></dl>"
const declared = jsonLd({ "@type": "Product", name: "Anvil", offers: { price: "14.00" } })

layer(Extractor.layerInline)("data by the rules of a wrapper", (it) => {
  it.effect("comes before declared data, which gives the rest", () =>
    Effect.gen(function*() {
      const { data, trace } = yield* dataOf(`${declared}<main>${shown}</main>`)
      assert.deepStrictEqual(data, { name: "Anvil", price: 12.5, maker: { town: "Sheffield" } })
      assert.strictEqual(trace.source, "mixed")
      assert.strictEqual(trace.wrapper, wrapper)
      assert.deepStrictEqual(trace.missing, ["/maker/name", "/sku"])
      assert.deepStrictEqual(
        trace.fields.map(({ pointer, selector, source }: Record<string, string>) => [pointer, source, selector]),
        [
          ["/name", "json-ld", "script[type=\"application/ld+json\"]"],
          ["/price", "wrapper", ".now"],
          ["/maker/town", "wrapper", "dd"]
        ]
      )
      assert.isTrue(trace.fields[1].url.endsWith("#:~:text=12.50%20%E2%82%AC"))
    }))

  it.effect("has the source wrapper where only the rules give values, and declared where they give none", () =>
    Effect.gen(function*() {
      const onlyPrice = { ...rules, fields: rules.fields.slice(0, 1) }
      assert.strictEqual((yield* dataOf("<p class=\"now\">12.50 €</p>", onlyPrice)).trace.source, "wrapper")
      const none = yield* dataOf(`${declared}<p>Nothing</p>`)
      assert.deepStrictEqual(none.data, { name: "Anvil", price: 14 })
      assert.strictEqual(none.trace.source, "declared")
      assert.deepStrictEqual(none.trace.missing, ["/maker", "/sku"])
    }))

  it.effect("is null on a page that has nothing", () =>
    Effect.gen(function*() {
      const { data, trace } = yield* dataOf("<p>Nothing</p>", { rows: [], fields: rules.fields.slice(0, 1) })
      assert.isNull(data)
      assert.strictEqual(trace.source, "none")
    }))

  it.effect("fails a page whose rules cost too much", () =>
    Effect.gen(function*() {
      const attributes = Array.from({ length: 2000 }, (_, index) => `a${index}`).join(" ")
      const wide = `<main ${attributes}>${"<i></i>".repeat(51_000)}</main>`
      const fields = [{ pointer: "/name", selector: "[b] > i", attribute: null }]
      const fault = yield* Effect.flip(dataOf(wide, { rows: [], fields }))
      assert.include(fault.message, "selectors")
    }))

  it.effect("fails a page whose texts are read too often", () =>
    Effect.gen(function*() {
      const follows = `<main>${"word ".repeat(50_000)}<p>${"<i></i>".repeat(1000)}</p></main>`
      const label = [{ pointer: "/name", selector: "i", label: "Name", attribute: null }]
      assert.include((yield* Effect.flip(dataOf(follows, { rows: [], fields: label }))).message, "selectors")
      const rule = { pointer: "/price", selector: "i", attribute: "title", before: "EUR" }
      const items = `<main>${"<i title='5'></i>".repeat(40_000)}</main>`
      const fields = Array.from({ length: 90 }, () => rule)
      assert.include((yield* Effect.flip(dataOf(items, { rows: [], fields }))).message, "selectors")
    }))

  it.effect("gives the first choice with the text of the page, whatever its case and white space", () =>
    Effect.gen(function*() {
      const choices = Array.from({ length: 100 }, (_, n) => ({ text: `Word ${n}`, value: `w${n}` }))
      const fields = [{
        pointer: "/name",
        selector: "i",
        attribute: null,
        choices: [...choices, ...choices.slice(0, 1)]
      }]
      const source = `<main>${"<i>other</i>".repeat(20_000)}<i> WORD  7</i></main>`
      assert.deepStrictEqual((yield* dataOf(source, { rows: [], fields })).data, { name: "w7" })
      // The schema wants a number.
      const price = fields.map((rule) => ({ ...rule, pointer: "/price" }))
      assert.isNull((yield* dataOf(source, { rows: [], fields: price })).data)
    }))

  it("are learnt anew in place of rules that cost too much", () => {
    const attributes = Array.from({ length: 2000 }, (_, index) => `a${index}`).join(" ")
    const pageOf = (price: number) =>
      `<main ${attributes}><p class="now">${price}</p>${"<i></i>".repeat(51_000)}</main>`
    const examples = [12, 14].map((price) => ({
      document: new TextEncoder().encode(
        JSON.stringify({ final_url: "https://shop.test/p", html: pageOf(price) })
      ),
      data: { price }
    }))
    const before = { rows: [], fields: [{ pointer: "/price", selector: "[b] > i", attribute: null }] }
    const { data, problem } = learnRules({ url: "https://shop.test/p", schema, examples, checks: [], before })
    assert.include(problem, "/name")
    assert.deepStrictEqual(data, [{ price: 12 }, { price: 14 }])
  })

  it.effect("is learnt from the parts of a page that readers can see, as rules are run on these", () =>
    Effect.gen(function*() {
      // The number of hidden parts changes from page to page, and one of them has a value.
      const pageOf = (price: number, town: string, hidden: number) =>
        `<main>${"<p hidden>Sold out</p>".repeat(hidden)}<p>Anvil</p><p>${price} €</p><p>${town}</p>
        <p style="display:none">17</p></main>`
      const pages = [[12, "Sheffield", 0], [14, "Leeds", 2], [15, "York", 1]] as const
      const examples = pages.map(([price, town, hidden]) => ({
        document: new TextEncoder().encode(
          JSON.stringify({ final_url: "https://shop.test/p", html: pageOf(price, town, hidden) })
        ),
        data: { price, maker: { town }, sku: "17" }
      }))
      const { problem, rules } = learnRules({ url: "https://shop.test/p", schema, examples, checks: [] })
      assert.include(problem, "the value \"17\" of /sku is not on its page")
      // A browser hides it for another reason than its markup.
      const rendered = examples.map((example, n) => {
        const html = pageOf(pages[n]![0], pages[n]![1], 0).replace("<p>Anvil", "<p>Sold out</p>".repeat(n) + "<p>Anvil")
        const document = new TextEncoder().encode(JSON.stringify({ final_url: "https://shop.test/p", html }))
        const unseen = [...html.matchAll(/<p(?=>Sold out| style)/g)].map(({ index }) =>
          [index + 2, "position"] as const
        )
        return { ...example, document, unseen }
      })
      assert.deepStrictEqual(
        learnRules({ url: "https://shop.test/p", schema, examples: rendered, checks: [] }).rules,
        rules
      )
      const { data } = yield* dataOf(pageOf(20, "Hull", 3), rules ?? assert.fail("no rules"))
      assert.deepStrictEqual(data, { price: 20, maker: { town: "Hull" } })
    }))
})
