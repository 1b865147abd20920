import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"
import { pdfOf } from "./pdf-of.ts"

const long =
  "The tide comes in twice a day and leaves the harbour dry in between, as all who live by the coast know well. "

describe("a page of a PDF", () => {
  const lines = (from: number, count: number): ReadonlyArray<string> =>
    Array.from({ length: count }, (_, index) => `Line ${from + index} tells of the tides and the harbour.`)
  const column = (pdf: PDFKit.PDFDocument, texts: ReadonlyArray<string>, x: number, y = 120) => {
    for (const [index, text] of texts.entries()) pdf.fontSize(10).text(text, x, y + 13 * index, { lineBreak: false })
  }

  it.effect("is read by its columns, though it is written in another order", () =>
    Effect.gen(function*() {
      const body = yield* pdfOf({}, (pdf) => {
        column(pdf, lines(20, 10), 320)
        column(pdf, lines(10, 10), 50)
        pdf.fontSize(18).text("Two accounts of one voyage", 50, 80)
      })
      const { markdown } = yield* documentOf(body, "application/pdf")
      assert.match(markdown, /^# Two accounts of one voyage\n/)
      assert.deepStrictEqual(
        markdown.match(/(?<=Line )\d+/g),
        Array.from({ length: 20 }, (_, index) => `${10 + index}`)
      )
    }))

  it.effect("has no head, foot or page number of its own where it is prose", () =>
    Effect.gen(function*() {
      const body = yield* pdfOf({ margin: 0 }, (pdf) => {
        column(pdf, ["Harbour Letter"], 50, 40)
        column(pdf, ["May 2024"], 500, 40)
        column(pdf, lines(10, 30).map((text) => `${text} ${text}`), 50)
        column(pdf, ["1. The clerk has signed it."], 50, 690)
        column(pdf, ["Page 3 of 12"], 280, 750)
      })
      const { text } = yield* documentOf(body, "application/pdf")
      assert.notMatch(text, /Letter|May|Page/)
      assert.match(text, /^Line 10[^]*The clerk has signed it\.$/)
    }))

  it.effect("keeps the facts at its edges where it is a form or a letter", () =>
    Effect.gen(function*() {
      const body = yield* pdfOf({ margin: 0 }, (pdf) => {
        column(pdf, ["Invoice 4711"], 50, 40)
        column(pdf, ["3 May 2024"], 500, 40)
        column(pdf, ["Rope", "Nets", "Oars", "Lamps", "Sum"], 50)
        column(pdf, ["12.50", "3.20", "8.00", "1.10", "24.80"], 300)
        column(pdf, ["IBAN DE02 1203 0000 0000 2020 51"], 50, 750)
      })
      const { text } = yield* documentOf(body, "application/pdf")
      for (const fact of ["Invoice 4711", "3 May 2024", "24.80", "IBAN DE02"]) assert.include(text, fact)
    }))

  it.effect("has raised and lowered signs, and fractions", () =>
    Effect.gen(function*() {
      const body = yield* pdfOf({}, (pdf) => {
        const signs: ReadonlyArray<readonly [text: string, x: number, y: number, size: number]> = [
          ["E = mc", 100, 100, 12],
          ["2", 142, 96, 8],
          ["+", 150, 100, 12],
          ["a+b", 160, 92, 12],
          ["2c", 163, 108, 12],
          ["H", 186, 100, 12],
          ["2", 195, 105, 8],
          ["O", 200, 100, 12]
        ]
        for (const [text, x, y, size] of signs) pdf.fontSize(size).text(text, x, y + 12 - size, { lineBreak: false })
        column(pdf, lines(10, 3), 72, 160)
      })
      const { text } = yield* documentOf(body, "application/pdf")
      assert.match(text, /^E = mc ?² ?\+ \(a\+b\)\/2c H₂O/)
    }))

  it.effect("has bullets, dashes below them and numbers as lists", () =>
    Effect.gen(function*() {
      const body = yield* pdfOf({}, (pdf) => {
        column(pdf, ["• Open the gate", "– never on Sunday", "• Close it", "1. Untie the rope", "2. Push off"], 72)
        column(pdf, ["7. of the harbour's rules says so."], 72, 220)
      })
      const { markdown } = yield* documentOf(body, "application/pdf")
      assert.strictEqual(
        markdown,
        "- Open the gate\n- never on Sunday\n- Close it\n\n1. Untie the rope\n2. Push off\n\n7\\. of the harbour's rules says so."
      )
    }))
})

describe("a table in a PDF", () => {
  /** Each row is written cell by cell, at these places on the line. */
  const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>, lefts: ReadonlyArray<number>, pitch = 18) =>
    pdfOf({}, (pdf) => {
      pdf.fontSize(12).text(long.repeat(2), 72, 72)
      for (const [index, row] of rows.entries()) {
        for (const [column, cell] of row.entries()) {
          if (cell !== "") pdf.text(cell, lefts[column] ?? 0, 160 + index * pitch, { lineBreak: false })
        }
      }
      pdf.text(long.repeat(2), 72, 180 + rows.length * pitch)
    })

  const levels = [["Harbour", "High water", "Level"], ["Emden", "06:12", "3.4"], ["Husum", "07:40", "3.9"], [
    "Cuxhaven",
    "05:58",
    "3.1"
  ]]

  it.effect("has the cells that stand below each other as columns, between the text around it", () =>
    Effect.gen(function*() {
      const { markdown, tables } = yield* documentOf(yield* tableOf(levels, [72, 200, 320]), "application/pdf")
      assert.deepStrictEqual(tables.flatMap(({ headers, rows }) => [headers, ...rows]), levels)
      assert.match(markdown, /know well\.\n\n\| Harbour \|[^]*3\.1 \|\n\nThe tide comes in/)
    }))

  it.effect("joins the lines of a cell that is wrapped", () =>
    Effect.gen(function*() {
      const wrapped = [["Harbour", "Note"], ["Emden", "at the mouth"], ["", "of the Ems"], ["Husum", "grey town"], [
        "Cuxhaven",
        "ferries"
      ]]
      const body = pdfOf({}, (pdf) => {
        const heights = [160, 190, 203, 233, 263]
        for (const [index, row] of wrapped.entries()) {
          for (const [column, cell] of row.entries()) {
            if (cell !== "") pdf.fontSize(12).text(cell, 72 + column * 150, heights[index] ?? 0, { lineBreak: false })
          }
        }
      })
      const { tables } = yield* documentOf(yield* body, "application/pdf")
      assert.deepStrictEqual(tables[0]?.rows[1], ["Emden", "at the mouth of the Ems"])
    }))

  it.effect("is found where each cell is written with all its lines, and ends before the text below it", () =>
    Effect.gen(function*() {
      const body = pdfOf({}, (pdf) => {
        const cell = (texts: ReadonlyArray<string>, x: number, y: number) => {
          for (const [index, text] of texts.entries()) {
            pdf.fontSize(10).text(text, x, y + 13 * index, { lineBreak: false })
          }
        }
        cell(["Item"], 110, 100)
        cell(["Description"], 200, 100)
        cell(["Price"], 400, 100)
        cell(["A-17"], 72, 133)
        cell(["Rope of hemp that was tarred", "and dried in the loft", "for a year"], 150, 120)
        cell(["12.50"], 400, 133)
        cell(["B-22"], 72, 177)
        cell(["Lantern with green", "glass"], 150, 170)
        cell(["48.00"], 400, 177)
        cell([long.slice(0, 90)], 72, 210)
      })
      const { tables, text } = yield* documentOf(yield* body, "application/pdf")
      assert.deepStrictEqual(tables.flatMap(({ headers, rows }) => [headers, ...rows]), [
        ["Item", "Description", "Price"],
        ["A-17", "Rope of hemp that was tarred and dried in the loft for a year", "12.50"],
        ["B-22", "Lantern with green glass", "48.00"]
      ])
      assert.isTrue(text.endsWith(long.slice(0, 90).trim()))
    }))

  const prose: ReadonlyArray<readonly [name: string, rows: ReadonlyArray<ReadonlyArray<string>>]> = [
    ["two columns of prose", Array.from({ length: 8 }, () => [long.slice(0, 40), long.slice(41, 80)])],
    ["a table of contents", levels.map(([name = ""], index) => [`${name} . . . . . . . .`, String(index)])],
    ["two lines", levels.slice(0, 2)]
  ]
  for (const [name, rows] of prose) {
    it.effect(`is not made of ${name}`, () =>
      Effect.gen(function*() {
        const { tables } = yield* documentOf(yield* tableOf(rows, [72, 330, 450]), "application/pdf")
        assert.deepStrictEqual(tables, [])
      }))
  }
})
