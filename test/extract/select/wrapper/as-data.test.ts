import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readShape } from "../../../../src/core/domain/data/read-shape.ts"
import { asData } from "../../../../src/extract/select/wrapper/model/as-data.ts"

const base = new URL("https://shop.test/p/1")

const read = (schema: Readonly<Record<string, unknown>>, answer: unknown) =>
  asData(Result.getOrThrow(readShape(schema)), answer, base)

const product = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    stock: { type: "integer" },
    sold: { type: "boolean" },
    day: { type: "string", format: "date" },
    link: { type: "string", format: "uri" },
    size: { enum: ["S", "M"] },
    offers: { type: "array", items: { type: "object", properties: { seller: { type: "string" } } } },
    maker: { type: "object", properties: { "a/b": { type: "string" } } }
  }
}

describe("the data of a model's answer", () => {
  it("has no parts that nest deeper than the schema, however deep they are", () => {
    const deep = JSON.parse(`${"{\"name\":".repeat(100_000)}1${"}".repeat(100_000)}`)
    assert.deepStrictEqual(read(product, { price: 5, name: deep }), { data: { price: 5 }, left: ["/name"] })
  })

  it("is in the forms of the schema", () => {
    const whole = {
      name: " Anvil <new> ",
      price: "1.299,00 €",
      stock: 4,
      sold: false,
      day: "3 May 2026",
      link: "/p/1?x",
      size: "m",
      offers: [{ seller: "Acme" }],
      maker: { "a/b": "Forge" }
    }
    assert.deepStrictEqual(read(product, whole), {
      data: {
        ...whole,
        name: "Anvil <new>",
        price: 1299,
        day: "2026-05-03",
        link: "https://shop.test/p/1?x",
        size: "M"
      },
      left: []
    })
  })

  it("leaves out what is not of the schema, and names it", () => {
    const answer = {
      name: { text: "Anvil" },
      price: "on request",
      stock: 1.5,
      sold: "perhaps",
      day: "soon",
      link: "not a link",
      size: "XL",
      offers: ["Acme", { seller: "Forge" }],
      maker: { "a/b": [] },
      color: "red"
    }
    assert.deepStrictEqual(read(product, answer), {
      data: { offers: [{ seller: "Forge" }] },
      left: ["/name", "/price", "/stock", "/sold", "/day", "/link", "/size", "/offers/0"]
    })
  })

  it("is absent where the model says that the page has none", () => {
    for (
      const answer of [{}, { name: null, offers: [] }, { name: "", maker: { "a/b": null } }, { __proto__: { name: 1 } }]
    ) {
      assert.deepStrictEqual(read(product, answer), { data: undefined, left: [] })
    }
    assert.deepStrictEqual(read(product, [1]), { data: undefined, left: ["/"] })
  })

  it("may be a list in an object, as endpoints without lists give it", () => {
    const list = { type: "array", items: { type: "object", properties: { name: { type: "string" } } } }
    const items = [{ name: "Anvil" }, { name: "Tongs" }]
    for (const answer of [items, { items }, { products: items, total: 2 }]) {
      assert.deepStrictEqual(read(list, answer).data, items)
    }
    assert.deepStrictEqual(read(list, { name: "Anvil" }).data, [{ name: "Anvil" }])
    assert.lengthOf(read(list, Array.from({ length: 2000 }, () => items[0])).data as ReadonlyArray<unknown>, 500)
  })
})
