import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { isEmpty, withCommonFields } from "../../../src/extract/records/common-fields.ts"
import { recordsOf } from "./records-of.ts"

const base = new URL("https://site.test/dir/page.html")
const raw = (fields: Record<string, unknown>) => ({ source: "json-ld" as const, type: "Product", fields })
const common = (fields: Record<string, unknown>) => withCommonFields(raw(fields), base)

describe("the common fields of a declared record", () => {
  const cases: ReadonlyArray<readonly [name: string, fields: Record<string, unknown>, expected: Partial<PageRecord>]> =
    [
      ["a headline is its name", { headline: "Tides &amp; winds" }, { name: "Tides & winds" }],
      ["an address is absolute", { name: "K", url: "../k" }, { url: "https://site.test/k" }],
      ["the page it is about", { mainEntityOfPage: { "@id": "https://site.test/k" } }, { url: "https://site.test/k" }],
      ["the address of its offer", { offers: [{ price: 1, url: "/k" }] }, { url: "https://site.test/k", price: 1 }],
      ["an id that is a place on a page is not taken as an address", { "@id": "https://site.test/#k" }, { url: "" }],
      ["the first of several pictures", { image: ["/a.jpg", "/b.jpg"] }, { image: "https://site.test/a.jpg" }],
      ["a picture as an object", { image: { "@type": "ImageObject", contentUrl: "/a.jpg" } }, {
        image: "https://site.test/a.jpg"
      }],
      ["a price as text", { offers: { price: "1,299.00", priceCurrency: "usd" } }, { price: 1299, currency: "USD" }],
      ["a price with a decimal comma", { offers: { price: "49,95", priceCurrency: "EUR" } }, {
        price: 49.95,
        currency: "EUR"
      }],
      ["a price with its sign", { price: "€ 49,95" }, { price: 49.95, currency: "EUR" }],
      ["a price with three decimals", { price: "10.500" }, { price: 10.5 }],
      ["the lowest of several offers", { offers: [{ price: 9 }, { price: "7.5" }] }, { price: 7.5 }],
      ["the lowest of an aggregate", { offers: { "@type": "AggregateOffer", lowPrice: "2.98", highPrice: "40" } }, {
        price: 2.98
      }],
      ["not a list price", {
        offers: { priceSpecification: [{ priceType: "https://schema.org/ListPrice", price: 5 }, { price: 8 }] }
      }, { price: 8 }],
      ["the price of its variants", { hasVariant: [{ offers: { price: 12 } }, { offers: { price: 11 } }] }, {
        price: 11
      }],
      ["a price that is only words", { price: "on request" }, { price: null, currency: "" }],
      ["a free one", { price: 0 }, { price: 0 }],
      ["a description as HTML", { description: "<p>Boils <b>fast</b>.</p>" }, { description: "Boils fast ." }]
    ]
  for (const [name, fields, expected] of cases) {
    it(name, () => {
      const record = common(fields)
      const keys = Object.keys(expected) as ReadonlyArray<keyof PageRecord>
      assert.deepStrictEqual(Object.fromEntries(keys.map((key) => [key, record[key]])), expected)
      assert.strictEqual(record.fields, fields)
    })
  }

  it("ends at objects that hold each other", () => {
    const loop: Record<string, unknown> = {}
    loop["offers"] = loop
    loop["image"] = loop
    loop["url"] = loop
    assert.strictEqual(common(loop).price, null)
  })
})

describe("empty records", () => {
  const cases: ReadonlyArray<readonly [fields: Record<string, unknown>, isEmpty: boolean]> = [
    [{}, true],
    [{ "@id": "#a", position: 3 }, true],
    [{ name: "", tags: ["", []], brand: { "@type": "Brand", name: "" } }, true],
    [{ name: "A" }, false],
    [{ price: 0 }, false]
  ]
  for (const [fields, expected] of cases) {
    it(JSON.stringify(fields), () => assert.strictEqual(isEmpty(raw(fields)), expected))
  }

  it("are left out", () => {
    const html =
      "<div vocab='https://schema.org/' typeof=Person></div><div itemscope itemtype='https://schema.org/Event'></div>"
    assert.deepStrictEqual(recordsOf(html), [])
  })
})

it("a record that an earlier version stored has the common fields when it is read", () => {
  const decoded = Schema.decodeUnknownSync(PageRecord)({ source: "repeated", type: "", fields: { title: "A" } })
  assert.deepStrictEqual(decoded, {
    source: "repeated",
    type: "",
    fields: { title: "A" },
    name: "",
    url: "",
    image: "",
    price: null,
    currency: "",
    description: ""
  })
})
