import { assert, describe, it } from "@effect/vitest"
import type { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { recordChanges } from "../../../src/extract/works/record-changes.ts"

const record = (name: string, more: Partial<PageRecord> = {}): PageRecord => ({
  source: "json-ld",
  type: "Product",
  name,
  url: "",
  image: "",
  price: null,
  currency: "",
  description: "",
  fields: {},
  ...more
})

describe("the changes of records", () => {
  it("are values before and after, the common ones once", () => {
    assert.deepStrictEqual(
      recordChanges(
        [record("Kettle", { price: 20, fields: { name: "Kettle", offers: { price: 20, availability: "InStock" } } })],
        [record("Kettle", { price: 25, fields: { name: "Kettle", offers: { price: 25, availability: "SoldOut" } } })]
      ),
      [
        { name: "Kettle", field: "price", before: 20, after: 25 },
        { name: "Kettle", field: "offers.availability", before: "InStock", after: "SoldOut" }
      ]
    )
  })

  it("match records by URL, else by type and name, in any order", () => {
    const url = "https://a.example/1"
    assert.deepStrictEqual(
      recordChanges(
        [record("Old name", { url }), record("Pan"), record("Lid", { price: 1 }), record("Lid", { price: 2 })],
        [record("Lid", { price: 1 }), record("New name", { url }), record("Lid", { price: 3 }), record("Pot")]
      ),
      [
        { name: "New name", field: "name", before: "Old name", after: "New name" },
        { name: "Lid", field: "price", before: 2, after: 3 },
        { name: "Pot", field: "", before: null, after: "Pot" },
        { name: "Pan", field: "", before: "Pan", after: null }
      ]
    )
  })

  it("name a value that has come or gone", () => {
    assert.deepStrictEqual(
      recordChanges([record("Pan", { image: "https://a.example/p" })], [record("Pan", { description: "Iron" })]),
      [
        { name: "Pan", field: "image", before: "https://a.example/p", after: null },
        { name: "Pan", field: "description", before: null, after: "Iron" }
      ]
    )
  })
})
