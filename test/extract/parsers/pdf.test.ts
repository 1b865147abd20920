import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import Pdf from "pdfkit"
import { TimeLimit } from "../../../src/extract/parsers/TimeLimit.ts"
import { documentOf } from "../document-of.ts"

/** The bytes of a PDF that `write` fills. */
const pdfOf = (options: PDFKit.PDFDocumentOptions, write: (pdf: PDFKit.PDFDocument) => void) =>
  Effect.promise(() =>
    new Promise<Uint8Array>((resolve) => {
      const pdf = new Pdf(options)
      const chunks: Array<Uint8Array> = []
      pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk))
      pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))))
      write(pdf)
      pdf.end()
    })
  )

const long =
  "The tide comes in twice a day and leaves the harbour dry in between, as all who live by the coast know well. "

const report = pdfOf(
  {
    info: {
      Title: "Tides of the North Sea",
      Author: "Ann Lee",
      Keywords: "sea, moon",
      CreationDate: new Date("2021-03-04T10:00:00Z")
    }
  },
  (pdf) => {
    for (const [index, chapter] of ["Causes", "Tables", "Harbours"].entries()) {
      if (index > 0) pdf.addPage()
      pdf.fontSize(8).text("North Sea Institute").moveDown(2)
      if (index === 0) pdf.fontSize(24).text("Tides of the North Sea").moveDown()
      pdf.fontSize(16).text(chapter).moveDown(0.5)
      pdf.fontSize(12).text(long.repeat(4)).moveDown()
      pdf.text("The moon pulls the water. See ", { continued: true })
        .text(`the tables of part ${index}`, { link: `https://example.com/tables/${index}`, continued: true })
        .text(" for more.", { link: null }).moveDown()
      pdf.text("• First point").text("• Second point").moveDown(2)
      pdf.fontSize(8).text(`Page ${index + 1} of 3`)
    }
  }
)

describe("PDF", () => {
  it.effect("whose time is over is what was read by then, with a warning", () =>
    Effect.gen(function*() {
      const { text, trace } = yield* documentOf(yield* report, "application/pdf").pipe(
        Effect.provideService(TimeLimit, 0)
      )
      assert.include(text, "Tides of the North Sea")
      assert.notInclude(text, "Harbours")
      assert.deepStrictEqual(trace.warnings.map(({ code, message }) => [code, message]), [
        ["pdf_truncated", "Only the first 1 of 3 pages were read."]
      ])
    }))

  it.effect("has its text in reading order, with headings, lists and links", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(yield* report, "application/pdf")
      assert.deepStrictEqual(
        document.markdown.match(/^#.*$/gm),
        ["# Tides of the North Sea", "## Causes", "## Tables", "## Harbours"]
      )
      assert.include(document.text, long.repeat(4).trim())
      assert.include(
        document.markdown,
        "The moon pulls the water. See [the tables of part 1](https://example.com/tables/1) for more."
      )
      assert.match(document.markdown, /^[-*]\s+First point$/m)
      assert.deepStrictEqual(document.links.map(({ text, url }) => [url, text]), [
        ["https://example.com/tables/0", "the tables of part 0"],
        ["https://example.com/tables/1", "the tables of part 1"],
        ["https://example.com/tables/2", "the tables of part 2"]
      ])
    }))

  it.effect("leaves out running heads that differ on left and right pages", () =>
    Effect.gen(function*() {
      const book = yield* pdfOf({}, (pdf) => {
        for (let page = 1; page <= 8; page++) {
          if (page > 1) pdf.addPage().fontSize(8).text(page % 2 === 0 ? "Tides" : "Ann Lee").moveDown(2)
          pdf.fontSize(12).text(long.repeat(3))
        }
      })
      const { text } = yield* documentOf(book, "application/pdf")
      assert.include(text, "The tide comes in twice a day")
      assert.notMatch(text, /Tides|Ann Lee/)
    }))

  it.effect("says who wrote it and when, and leaves running heads and page numbers out", () =>
    Effect.gen(function*() {
      const { author, content_type, keywords, published_date, text, title } = yield* documentOf(
        yield* report,
        "application/pdf"
      )
      assert.deepStrictEqual({ author, content_type, keywords, published_date, title }, {
        author: "Ann Lee",
        content_type: "application/pdf",
        keywords: ["sea", "moon"],
        published_date: "2021-03-04",
        title: "Tides of the North Sea"
      })
      assert.notInclude(text, "North Sea Institute")
      assert.notMatch(text, /Page \d of 3/)
    }))

  it.effect("takes its first heading for a title that the writing program left", () =>
    Effect.gen(function*() {
      const bytes = yield* pdfOf({ info: { Title: "Microsoft Word - draft7.doc" } }, (pdf) => {
        pdf.fontSize(20).text("Minutes of May").moveDown().fontSize(11).text(long)
      })
      assert.strictEqual((yield* documentOf(bytes, "application/pdf")).title, "Minutes of May")
    }))

  it.effect("mends words that a line's end broke", () =>
    Effect.gen(function*() {
      const bytes = yield* pdfOf({}, (pdf) => {
        pdf.text("The har-").text("bour is dry, well-").text("Known men say.")
      })
      const twice = yield* pdfOf({}, (pdf) => pdf.text("A twenty-first-").text("century mother-").text("land."))
      assert.strictEqual((yield* documentOf(twice, "application/pdf")).text, "A twenty-first-century motherland.")
      assert.strictEqual((yield* documentOf(bytes, "application/pdf")).text, "The harbour is dry, well-Known men say.")
    }))

  it.effect("without text gives an empty page with a warning", () =>
    Effect.gen(function*() {
      const bytes = yield* pdfOf({}, (pdf) => pdf.rect(10, 10, 50, 50).fill())
      const document = yield* documentOf(bytes, "application/pdf")
      assert.strictEqual(document.text, "")
      assert.deepStrictEqual(document.trace.warnings.map(({ code }) => code), ["pdf_without_text"])
    }))

  it.effect("that is locked, cut off, or none at all fails in words", () =>
    Effect.gen(function*() {
      const locked = yield* pdfOf({ userPassword: "secret" }, (pdf) => pdf.text(long))
      const error = yield* Effect.flip(documentOf(locked, "application/pdf"))
      assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "decode"])
      assert.strictEqual(error.detail, "The PDF is protected by a password.")
      for (const bytes of [(yield* report).slice(0, 400), new TextEncoder().encode("%PDF-1.7\nnothing")]) {
        const broken = yield* Effect.flip(documentOf(bytes, "application/pdf"))
        assert.deepStrictEqual([broken.code, broken.reason], ["fetch_failed", "decode"])
      }
    }))
})

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
