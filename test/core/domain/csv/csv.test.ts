import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as fc from "fast-check"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import { headerOf, linesOf } from "../../../../src/core/domain/csv/csv-table.ts"
import { documentTable, flatFields } from "../../../../src/core/domain/csv/document-table.ts"
import { pageCsv } from "../../../../src/core/domain/csv/page-csv.ts"
import { ParquetFile } from "../../../../src/core/domain/csv/ParquetFile.ts"
import { recordTable } from "../../../../src/core/domain/csv/record-table.ts"
import type { PageRecord } from "../../../../src/core/domain/document/Document.ts"
import { csvLine } from "../../../../src/core/kernel/csv.ts"

const rowsOf = (csv: string): ReadonlyArray<ReadonlyArray<string>> => parse(csv, { relax_column_count: false })

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const run = <A>(work: Generator<void, A>): A => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

const csvOf = (fields: ReadonlyArray<"records" | "tables" | "title">, document: object): string =>
  run(pageCsv(fields).textOf(bytesOf(document)))

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^[=+\-@\t\r\n",;' a1]{0,8}$/),
  fc.double({ noNaN: true }).map(String)
).map((text) => text.toWellFormed())

const record = (more: Partial<PageRecord>): PageRecord => ({
  source: "json-ld",
  type: "Product",
  name: "",
  url: "",
  image: "",
  price: null,
  currency: "",
  description: "",
  fields: {},
  ...more
})

describe("a line of CSV", () => {
  it("is read back by a reader of RFC 4180 as it was, but for the apostrophe before a formula", () =>
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const read = rowsOf(rows.map(csvLine).join(""))
        assert.deepStrictEqual(
          read.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])/, ""))),
          rows.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])/, "")))
        )
      })
    ))

  it("has no cell that a spreadsheet calculates", () =>
    fc.assert(
      fc.property(cell, (text) => {
        const [[read = ""] = []] = rowsOf(csvLine([text, "x"]))
        assert.isFalse(/^[=@\t\r\n]/.test(read) || /^[+-](?![\d.,]+(?:[eE][+-]?\d+)?%?$)/.test(read), read)
      })
    ))

  it("escapes formulas and leaves numbers", () => {
    const cells = [
      "=1+1",
      "+1+1",
      "-2+3",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "＝1",
      "-5",
      "+49",
      "-1,234.5",
      "-1e-7",
      "-3%",
      -5,
      "- a"
    ]
    assert.deepStrictEqual(rowsOf(csvLine(cells))[0], [
      ..."=1+1 +1+1 -2+3 @SUM(A1)".split(" ").map((text) => `'${text}`),
      "'\t=1",
      "'\r=1",
      "'＝1",
      "-5",
      "+49",
      "-1,234.5",
      "-1e-7",
      "-3%",
      "-5",
      "'- a"
    ])
  })

  it("ends with CRLF, quotes only if needed, and is never blank", () => {
    assert.strictEqual(csvLine(["a", "b c", "d,e", "f\"g", null, undefined, 0]), "a,b c,\"d,e\",\"f\"\"g\",,,0\r\n")
    assert.strictEqual(csvLine([""]), "\"\"\r\n")
  })
})

describe("a Document as CSV", () => {
  it("is a row of its texts and numbers by default", () => {
    const table = documentTable()
    const document = { url: "https://x.example/", status: 200, title: "A \"b\"", keywords: ["a", "b"], links: [] }
    const [names = [], row = []] = rowsOf(headerOf(table) + run(linesOf(table, bytesOf(document))))
    const read = Object.fromEntries(names.map((name, column) => [name, row[column]]))
    assert.deepInclude(read, { url: "https://x.example/", status: "200", title: "A \"b\"", keywords: "a; b", text: "" })
    assert.notProperty(read, "links")
  })

  it("has the rights of its page without their texts, and none of a page without statements", () => {
    const table = documentTable()
    const rights = (sources: ReadonlyArray<object>) => {
      const trace = { cache_hit: false, rights: { uses: { "ai-train": "no" }, sources } }
      const [names = [], row = []] = rowsOf(headerOf(table) + run(linesOf(table, bytesOf({ url: "u", trace }))))
      return row[names.indexOf("rights")]
    }
    assert.strictEqual(
      rights([{ from: "robots.txt", text: "Content-Signal: ai-train=no" }, { from: "robots.txt", text: "again" }]),
      "{\"uses\":{\"ai-train\":\"no\"},\"sources\":[{\"from\":\"robots.txt\"}]}"
    )
    assert.strictEqual(rights([]), "")
    assert.notInclude(documentTable(["url", "trace"]).columns, "rights")
  })

  it("has these columns", () =>
    assert.strictEqual(
      flatFields.join(),
      "url,final_url,fetched_at,status,content_type,depth,size_bytes,title,author,published_date,language,description,keywords,site_name,image,markdown,text,confidence"
    ))

  it("has lists and objects as JSON if they are asked for", () => {
    const links = [{ url: "https://x.example/a", text: "a, b" }]
    const table = documentTable(["title", "links"])
    const [, row] = rowsOf(headerOf(table) + run(linesOf(table, bytesOf({ links, title: "t" }))))
    assert.deepStrictEqual(row, ["t", JSON.stringify(links)])
  })
})

describe("records as CSV", () => {
  const records = [
    record({ name: "Clock", price: -5, fields: { offers: { price: "5" }, sku: "=1", tags: ["a", "b"] } }),
    record({ type: "Event", name: "Tide, high", fields: { startDate: "2026-01-01", offers: { price: 0 } } })
  ]
  const common = ["source", "type", "name", "url", "image", "price", "currency", "description"]

  it("of one page have a column for each field, after the common ones", () =>
    assert.deepStrictEqual(rowsOf(csvOf(["records"], { records })), [
      [...common, "fields.offers.price", "fields.sku", "fields.tags", "fields.startDate"],
      ["json-ld", "Product", "Clock", "", "", "-5", "", "", "5", "'=1", "[\"a\",\"b\"]", ""],
      ["json-ld", "Event", "Tide, high", "", "", "", "", "", "0", "", "", "2026-01-01"]
    ]))

  it("of one page have their fields as JSON if there are too many columns", () => {
    const fields = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, index]))
    const [names, row] = rowsOf(csvOf(["records"], { records: [record({ fields })] }))
    assert.deepStrictEqual(names, [...common, "fields"])
    assert.strictEqual(row?.at(-1), JSON.stringify(fields))
  })

  it("of many pages have the same columns whatever they contain, and can be of one type", () => {
    const document = bytesOf({ url: "https://x.example/", records })
    const linesOfType = (type?: string, from?: number) =>
      rowsOf(headerOf(recordTable()) + run(linesOf(recordTable(type, from), document)))
    assert.deepStrictEqual(linesOfType()[0], ["page_url", ...common, "fields"])
    assert.deepStrictEqual(linesOfType().map((row) => row[3]), ["name", "Clock", "Tide, high"])
    assert.deepStrictEqual(linesOfType("Event").map((row) => row[3]), ["name", "Tide, high"])
    assert.deepStrictEqual(linesOfType(undefined, 1).map((row) => row[3]), ["name", "Tide, high"])
    assert.deepStrictEqual(JSON.parse(linesOfType()[1]?.at(-1) ?? ""), records[0]?.fields)
  })

  it("are read back whatever their values are", () =>
    fc.assert(
      fc.property(fc.array(fc.record({ name: cell, description: cell })), (given) => {
        const rows = rowsOf(csvOf(["records"], { records: given.map(record) }))
        assert.deepStrictEqual(
          rows.slice(1).map((row) => [row[2], row[7]]),
          given.map(({ description, name }) => [...rowsOf(csvLine([name, description]))[0] ?? []])
        )
      })
    ))
})

describe("a table as CSV", () => {
  it("is the one with the most cells, with as many columns in each row", () => {
    const small = { caption: "", headers: ["a"], rows: [["1"]] }
    const large = { caption: "", headers: ["day", "time"], rows: [["Mon", "-5"], ["Tue"], ["Wed", "=1", "x"]] }
    assert.deepStrictEqual(rowsOf(csvOf(["tables"], { tables: [small, large] })), [
      ["day", "time", ""],
      ["Mon", "-5", ""],
      ["Tue", "", ""],
      ["Wed", "'=1", "x"]
    ])
  })

  it("has a header also if its page gives none, and is empty without a table", () => {
    assert.strictEqual(
      csvOf(["tables"], { tables: [{ caption: "", headers: [], rows: [["a", "b"]] }] }),
      "column 1,column 2\r\na,b\r\n"
    )
    assert.strictEqual(csvOf(["tables"], { tables: [] }), "")
  })
})

const whole = (parts: ReadonlyArray<Uint8Array>): ArrayBuffer => new Uint8Array(Buffer.concat(parts)).buffer

describe("a Parquet file", () => {
  it("has texts as they are, numbers, and null for an empty cell", async () => {
    const file = new ParquetFile({ columns: ["url", "status", "title"] })
    const parts = [file.add([["a", "200", "=1+1"]]), file.add([["b", 404, ""], ["c", "", "\uD800z"]]), file.end()]
    assert.deepStrictEqual(await parquetReadObjects({ file: whole(parts) }), [
      { url: "a", status: 200, title: "=1+1" },
      { url: "b", status: 404, title: null },
      { url: "c", status: null, title: "\uFFFDz" }
    ])
  })

  it("is written in row groups, so that the rows before are not in memory", async () => {
    const file = new ParquetFile({ columns: ["url", "markdown"] })
    const texts = Array.from({ length: 5 }, (_, n) => `${n}${"tide ".repeat(120_000)}`)
    const parts = [...texts.map((text, n) => file.add([[`p${n}`, text]])), file.end()]
    assert.deepStrictEqual(parts.map(({ length }) => length > 1000), [false, true, false, true, false, true])
    const read = whole(parts)
    assert.lengthOf(parquetMetadata(read).row_groups, 3)
    const rows = await parquetReadObjects({ file: read })
    assert.deepStrictEqual(rows.map(({ markdown }) => markdown), texts)
  })

  it("may be empty", async () => {
    assert.deepStrictEqual(await parquetReadObjects({ file: whole([new ParquetFile({ columns: ["url"] }).end()]) }), [])
  })
})
