import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TimeLimit } from "../../../src/extract/parsers/TimeLimit.ts"
import { documentOf } from "../document-of.ts"
import { pdfOf } from "./pdf-of.ts"

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
