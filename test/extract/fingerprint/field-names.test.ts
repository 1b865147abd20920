import { assert, describe, it } from "@effect/vitest"
import type { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { fieldNames, readFieldNames } from "../../../src/extract/fingerprint/field-names.ts"

const record = (type: string, fields: Readonly<Record<string, unknown>>): PageRecord => ({
  source: "json-ld",
  type,
  fields,
  name: "A",
  url: "",
  image: "",
  price: null,
  currency: "",
  description: ""
})

describe("fieldNames", () => {
  it("names filled fields and the fields of records by type, the common ones first", () => {
    const records = [
      record("Product", { sku: 1, name: "A", color: "" }),
      record("Product", { gtin: "2" }),
      record("", { date: "2024-01-01" })
    ]
    const names = fieldNames({ title: "T", author: "", keywords: [], text: "t", records })
    assert.strictEqual(names, "title,text Product:name,sku,gtin :name,date")
    assert.deepStrictEqual(readFieldNames(names), {
      fields: ["title", "text"],
      records: [{ type: "Product", fields: ["name", "sku", "gtin"] }, { type: "", fields: ["name", "date"] }]
    })
  })

  it("leaves out names that have a separator, and bounds their number", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 1]))
    const names = fieldNames({
      records: [record("A B", { "x y": 1, "a:b": 1, "c,d": 1, ok: 1 }), record("Many", many)]
    })
    assert.match(names, /^ :name,ok Many:name,f0,/)
    assert.isBelow(names.length, 300)
    assert.deepStrictEqual(readFieldNames(fieldNames({})), { fields: [], records: [] })
  })
})
