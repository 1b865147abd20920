import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { Budget } from "../../../src/extract/parsers/office/measure/Budget.ts"
import { measureOffice } from "../../../src/extract/parsers/office/measure/measure-office.ts"
import { measureOldWorkbook } from "../../../src/extract/parsers/office/measure/measure-sheets.ts"
import { documentOf } from "../document-of.ts"

const zip = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part])
    )
  )

const sheet = (rows: string, texts = ""): Uint8Array =>
  zip({
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst>${texts}</sst>`
  })

const tables = (rows: string): Uint8Array =>
  zip({ "content.xml": `<office:spreadsheet><table:table>${rows}</table:table></office:spreadsheet>` })

const book = (spine: string, chapter: string): Uint8Array =>
  zip({
    "OPS/book.opf":
      `<package><manifest><item id="a" href="text/a%20b.xhtml"/></manifest><spine>${spine}</spine></package>`,
    "OPS/text/a b.xhtml": `<html><body>${chapter}</body></html>`
  })

const slides = (list: string): Uint8Array =>
  zip({
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels":
      "<Relationships><Relationship Id='r1' Target='slides/slide1.xml'/></Relationships>",
    "ppt/slides/slide1.xml": `<p:sld>${"text ".repeat(10_000)}</p:sld>`
  })

/** Records of MS-XLSB: a row, and a number in a column. */
const binarySheet = (cells: ReadonlyArray<readonly [row: number, column: number]>): Uint8Array =>
  zip({
    "xl/worksheets/sheet1.bin": Buffer.concat(cells.flatMap(([row, column]) => {
      const [begin, cell] = [Buffer.alloc(6), Buffer.alloc(18)]
      begin.set([0, 4])
      begin.writeUInt32LE(row, 2)
      cell.set([5, 16])
      cell.writeUInt32LE(column, 2)
      return [begin, cell]
    }))
  })

const input = (body: Uint8Array) =>
  ({ url: "https://files.test/a", mediaType: "", body }) as Parameters<
    typeof measureOffice
  >[0]

const said = (body: Uint8Array, format: string) =>
  Effect.match(measureOffice(input(body), format), { onFailure: ({ detail }) => detail, onSuccess: () => "fits" })

const far = (reference: string) => `<row r="1"><c r="A1"><v>1</v></c></row><row><c r="${reference}"><v>1</v></c></row>`
const long = "word ".repeat(2000)

describe("a document that unfolds to more than one page may be", () => {
  const cases: ReadonlyArray<readonly [name: string, format: string, body: () => Uint8Array]> = [
    ["two cells in the corners of a sheet", "xlsx", () => sheet(far("XFD1048576"))],
    [
      "the same with other quotes and a prefix",
      "xlsx",
      () => sheet("<x:c r='A1'><x:v>1</x:v></x:c><x:c r='ZZ2000'><x:is/></x:c>")
    ],
    [
      "rows whose cells are far apart",
      "xlsx",
      () =>
        sheet(
          Array.from({ length: 3000 }, (_, row) =>
            `<row><c/><c r="${row % 2 === 0 ? "A" : "XFD"}${row + 1}"><v>1</v></c></row>`).join("")
        )
    ],
    [
      "a text that many cells share",
      "xlsx",
      () => sheet("<row><c t=\"s\"><v>0</v></c></row>".repeat(2000), `<si><t>${long}</t></si>`)
    ],
    ["cells of a binary workbook", "xlsx", () => binarySheet([[0, 0], [1_000_000, 16_000]])],
    ["repeated rows of repeated cells", "ods", () =>
      tables(
        "<table:table-row table:number-rows-repeated=\"1000\"><table:table-cell table:number-columns-repeated=\"1000\"><text:p>a</text:p></table:table-cell></table:table-row>"
      )],
    ["a long cell that repeats", "ods", () =>
      tables(
        `<table:table-row><table:table-cell table:number-columns-repeated="2000"><text:p>${long}</text:p></table:table-cell></table:table-row>`
      )],
    ["a chapter that repeats", "epub", () => book("<itemref idref=\"a\"/>".repeat(20_000), long)],
    [
      "cells that span many",
      "epub",
      () =>
        book(
          "<itemref idref=\"a\"/>",
          `<table>${"<tr><td colspan=\"1000\" rowspan=\"9\">a</td></tr>".repeat(500)}</table>`
        )
    ],
    ["a slide that repeats", "pptx", () => slides("<p:sldId id=\"256\" r:id=\"r1\"/>".repeat(1000))]
  ]
  for (const [name, format, body] of cases) {
    it.effect(`is refused before it is unfolded: ${name}`, () =>
      Effect.gen(function*() {
        assert.include(yield* said(body(), format), "larger unpacked than one page may be")
      }))
  }

  it("is refused in the format before 2007", () => {
    const records = Buffer.concat([[0, 0], [65_535, 255]].map(([row = 0, column = 0]) => {
      const record = Buffer.alloc(18)
      record.writeUInt16LE(0x0203)
      record.writeUInt16LE(14, 2)
      record.writeUInt16LE(row, 4)
      record.writeUInt16LE(column, 6)
      return record
    }))
    assert.throws(() => measureOldWorkbook(records, new Budget()), RangeError)
  })

  it.effect("is refused where a note is cited again and again", () =>
    Effect.gen(function*() {
      const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      const error = yield* Effect.flip(documentOf(
        zip({
          "word/document.xml": `<w:document xmlns:w="${word}"><w:body><w:p>${
            "<w:r><w:footnoteReference w:id=\"2\"/></w:r>".repeat(2000)
          }</w:p></w:body></w:document>`,
          "word/footnotes.xml":
            `<w:footnotes xmlns:w="${word}"><w:footnote w:id="2"><w:p><w:r><w:t>${long}</w:t></w:r></w:p></w:footnote></w:footnotes>`
        }),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
      ))
      assert.include(error.detail, "larger unpacked than one page may be")
    }))
})

describe("a document that fits", () => {
  const cases: ReadonlyArray<readonly [name: string, format: string, body: () => Uint8Array]> = [
    [
      "a sheet with a style in its last cell",
      "xlsx",
      () => sheet("<row><c><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\" s=\"1\"/></row>")
    ],
    [
      "a table far from the corner",
      "xlsx",
      () => sheet("<row r=\"900000\"><c r=\"XFA900000\"><v>1</v></c><c><v>2</v></c></row>")
    ],
    ["20,000 rows of 10 cells", "xlsx", () => sheet(`<row>${"<c><v>1</v></c>".repeat(10)}</row>`.repeat(20_000))],
    ["empty rows to the end of a table", "ods", () =>
      tables(
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"1023\"/></table:table-row><table:table-row table:number-rows-repeated=\"1048575\"><table:table-cell table:number-columns-repeated=\"1024\"/></table:table-row>"
      )],
    ["a long book", "epub", () => book("<itemref idref=\"a\"/>", long.repeat(1500))],
    ["slides", "pptx", () => slides("<p:sldId id=\"256\" r:id=\"r1\"/>")]
  ]
  for (const [name, format, body] of cases) {
    it.effect(`is left to its parser: ${name}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* said(body(), format), "fits")
      }))
  }
})
