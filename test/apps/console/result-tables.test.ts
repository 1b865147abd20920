import { assert, describe, it } from "@effect/vitest"
import { dataRows } from "../../../src/apps/console/scrape/data-rows.ts"
import { recordTables } from "../../../src/apps/console/scrape/record-tables.ts"
import { stepsOf } from "../../../src/apps/console/scrape/trace-steps.ts"
import type { Document } from "../../../src/contract/client/index.ts"

describe("records in tables", () => {
  const none = { name: "", price: null, currency: "", url: "", image: "", description: "" }

  it("has one table for each type, the common fields first, and nothing twice", () => {
    assert.deepStrictEqual(
      recordTables([
        {
          ...none,
          source: "json-ld",
          type: "Product",
          name: "Lamp",
          price: 62.25,
          fields: { name: "Lamp", sku: "L1" }
        },
        { ...none, source: "repeated", type: "", fields: { text: "a" } },
        { ...none, source: "json-ld", type: "Product", name: "Rope", fields: { "@id": "x", brand: { name: "B" } } }
      ]),
      [
        {
          name: "Product (json-ld)",
          columns: ["name", "price", "sku", "brand"],
          rows: [["Lamp", "62.25", "L1", ""], ["Rope", "", "", "{\"name\":\"B\"}"]]
        },
        { name: "Items (repeated)", columns: ["text"], rows: [["a"]] }
      ]
    )
  })
})

describe("the values of data", () => {
  it("are listed by their pointers, with their sources", () => {
    const field = (
      pointer: string
    ) => ({ pointer, source: "json-ld", selector: "", url: "https://site.test/" } as const)
    const fields = [field("/price"), field("/reviews/1/a~1b~0c")]
    const trace = { data: { source: "declared", wrapper: null, fields, missing: [] } } as unknown as Document["trace"]
    assert.deepStrictEqual(
      dataRows({ data: { price: 12, reviews: [{}, { "a/b~c": "good" }] }, trace }).map(({ value }) => value),
      ["12", "good"]
    )
  })
})

describe("the steps of a trace", () => {
  const stages = [{ name: "fetch", elapsed_ms: 500 }, { name: "parse", elapsed_ms: 3 }] as const
  const trace = { stages, waits: { turn_ms: 1000, robots_ms: 20, render_ms: 400 } } as unknown as Document["trace"] // used parts

  it("have the waits, and the fetch without what it includes", () => {
    assert.deepStrictEqual(stepsOf(trace).map(({ elapsed_ms, name }) => [name, elapsed_ms]), [
      ["wait for the turn", 1000],
      ["robots.txt", 20],
      ["fetch", 80],
      ["render", 400],
      ["parse", 3]
    ])
    const short = { ...trace, waits: { turn_ms: 0, robots_ms: 0.02, render_ms: 0 } }
    assert.deepStrictEqual(stepsOf(short).map(({ name }) => name), ["fetch", "parse"])
  })
})
