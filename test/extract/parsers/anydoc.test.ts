import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import * as fs from "node:fs"
import { OfficePeer } from "../../../src/extract/parsers/office/office-peer.ts"
import { sniffMediaType } from "../../../src/web/fetch/media-type.ts"
import { documentOf } from "../document-of.ts"

const fixture = (name: string): Uint8Array => fs.readFileSync(new URL(`office/${name}`, import.meta.url))

/** As a server sends it that knows no type of its file. */
const read = (body: Uint8Array) => documentOf(body, sniffMediaType("application/octet-stream", body).essence)

describe("an office document", () => {
  const files: ReadonlyArray<readonly [file: string, lines: ReadonlyArray<string>, title: string]> = [
    [
      "SampleSS.xlsx",
      ["## First Sheet", "| 2nd row | 2nd row 2nd column |", "## Sheet Number 2"],
      "Sample Spreadsheet"
    ],
    ["SampleSS.xls", ["## First Sheet", "| 2nd row | 2nd row 2nd column |", "## Sheet Number 2"], "Sample Spreadsheet"],
    ["SampleSS.ods", ["## First Sheet", "| 2nd row | 2nd row 2nd column |", "## Sheet Number 2"], "Sample Spreadsheet"],
    ["SampleShow.pptx", [
      "## Title of the first slide",
      "> I am the notes of the first slide",
      "## This is the second slide"
    ], "SlideShow Sample"],
    [
      "basic_test_ppt_file.ppt",
      ["## This is a test title", "> These are the notes for page 1"],
      "This is a test title"
    ],
    ["SampleDoc.doc", ["I am a test document", "This is page two"], "Test Document"],
    ["ol.odp", ["## OL", "1. Eins", "   1. Dray"], "PowerPoint Presentation"]
  ]
  for (const [file, lines, title] of files) {
    it.effect(`is read with its headings, tables and notes: ${file}`, () =>
      Effect.gen(function*() {
        const document = yield* read(fixture(file))
        assert.deepStrictEqual(lines.filter((line) => !document.markdown.split("\n").includes(line)), [])
        assert.strictEqual(document.title, title)
        assert.deepStrictEqual(document.trace.warnings, [])
      }))
  }

  it.effect("has its sheets as tables, and the facts that it declares", () =>
    Effect.gen(function*() {
      for (const file of ["SampleSS.xls", "SampleSS.ods", "SampleDoc.doc"]) {
        const { author, published_date } = yield* read(fixture(file))
        assert.deepStrictEqual([author, published_date], ["Nick Burch", "2008-01-04"], file)
      }
      const { author, published_date, tables } = yield* read(fixture("SampleSS.xlsx"))
      assert.deepStrictEqual([author, published_date], ["Nick Burch", "2008-01-04"])
      assert.deepStrictEqual(tables.map(({ rows }) => rows.length), [3, 5])
    }))

  it.effect("is refused with the package that reads it, where that is not installed", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read(fixture("SampleSS.xlsx")))
      assert.strictEqual(error.code, "unsupported_content_type")
      assert.include(error.detail, "npm install @firecrawl/anydoc")
    }).pipe(Effect.provideService(OfficePeer, () => Promise.resolve(undefined))))
})

const epub = (parts: Readonly<Record<string, string>> = {}, level: 1 | 6 = 6): Uint8Array =>
  zipSync(
    {
      mimetype: [strToU8("application/epub+zip"), { level: 0 }],
      ...Object.fromEntries(
        Object.entries({
          "META-INF/container.xml":
            "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\"><rootfiles><rootfile full-path=\"OPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>",
          "OPS/book.opf":
            "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>On tides</dc:title><dc:creator>Ann Harbour</dc:creator><dc:date>2025-05-02</dc:date><dc:language>en-GB</dc:language></metadata><manifest><item id=\"b\" href=\"b.xhtml\" media-type=\"application/xhtml+xml\"/><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/></manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
          "OPS/a.xhtml": chapter("Ebb", "The water falls for six hours."),
          "OPS/b.xhtml": chapter("Flood", "Then it rises again."),
          ...parts
        }).map(([name, text]) => [name, strToU8(text)])
      )
    },
    { level }
  )

const chapter = (title: string, text: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1><p>${text} <a href="https://tides.test/table">table</a></p></body></html>`

it.effect("a book has its chapters in the order of its spine, and the facts of its package", () =>
  Effect.gen(function*() {
    const { author, language, links, markdown, published_date, title } = yield* read(epub())
    assert.deepStrictEqual([title, author, published_date, language], [
      "On tides",
      "Ann Harbour",
      "2025-05-02",
      "en-GB"
    ])
    assert.match(markdown, /# Ebb\n\nThe water falls[^]*# Flood\n\nThen it rises/)
    assert.deepStrictEqual(links.map(({ url }) => url), ["https://tides.test/table"])
  }))

it.effect("a text in RTF has its notes and the facts of its information group", () =>
  Effect.gen(function*() {
    const { author, markdown, published_date, title } = yield* read(strToU8(
      "{\\rtf1\\ansi{\\info{\\title Caf\\'e9 tides \\u8212?}{\\author Ann Harbour}{\\creatim\\yr2025\\mo5\\dy2\\hr8\\min0}}\\pard The {\\b tide} comes{\\super\\chftn{\\footnote\\pard Twice a day.}}.\\par}"
    ))
    assert.deepStrictEqual([title, author, published_date], ["Café tides —", "Ann Harbour", "2025-05-02"])
    assert.match(markdown, /The \*\*tide\*\* comes/)
    assert.match(markdown, /Twice a day\./)
  }))

describe("a broken or hostile document", () => {
  const office = "http://schemas.openxmlformats.org"
  const sheet = (data: string, level: 1 | 6 = 6): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries({
          "[Content_Types].xml":
            `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
          "_rels/.rels":
            `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="a" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
          "xl/_rels/workbook.xml.rels":
            `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="s" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          "xl/workbook.xml":
            `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Tides" sheetId="1" r:id="s"/></sheets></workbook>`,
          "xl/worksheets/sheet1.xml":
            `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`
        }).map(([name, text]) => [name, strToU8(text)])
      ),
      { level }
    )
  const value = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = `<row>${value("Day")}${value("Time")}</row>`

  it.effect("has the first row of a sheet as header where each of its cells has words", () =>
    Effect.gen(function*() {
      const { tables } = yield* read(sheet(`${row}<row>${value("1")}${value("06:12")}</row>`))
      assert.deepStrictEqual(tables.map(({ headers, rows }) => [headers, rows]), [[["Day", "Time"], [["1", "06:12"]]]])
    }))

  const mebibytes = (count: number) => " ".repeat(count * 1024 * 1024)
  const entities = `<!DOCTYPE w [<!ENTITY a "${"lol".repeat(1000)}">${
    Array.from("bcdefgh", (name) =>
      `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)
      .join("")
  }]>`

  const bodies: ReadonlyArray<readonly [name: string, body: () => Uint8Array, outcome: RegExp]> = [
    ["an archive cut in half", () => fixture("SampleSS.xlsx").subarray(0, 4000), /broken|First Sheet|2nd row/],
    ["a compound file cut in half", () => fixture("SampleDoc.doc").subarray(0, 9000), /broken|no parser/],
    ["a password", () => fixture("PasswordProtected.doc"), /password/],
    ["a ZIP bomb", () => sheet(`${row}${mebibytes(100)}`, 1), /larger unpacked|Day/],
    [
      "a book that is a ZIP bomb",
      () => epub({ "OPS/a.xhtml": chapter("x", mebibytes(100)) }, 1),
      /larger unpacked|Flood/
    ],
    [
      "a document within a document",
      () => sheet(`${row}<row>${value("PK".repeat(1000))}</row>`),
      /Day/
    ],
    ["entities of entities", () => epub({ "OPS/a.xhtml": entities + chapter("&h;", "&h;") }), /broken|Flood|unpacked/],
    ["a million empty rows", () => sheet(row + "<row/>".repeat(1_000_000)), /Day/],
    ["a million empty cells", () => sheet(`${row}<row>${"<c/>".repeat(1_000_000)}</row>`), /Day|broken|unpacked/],
    ["brackets in brackets", () => strToU8(`{\\rtf1 ${"{\\b ".repeat(500_000)}x`), /x|broken|unpacked/],
    [
      "noise in a compound file",
      () =>
        Uint8Array.from(
          { length: 1_000_000 },
          (_, index) => index < 4 ? [0xD0, 0xCF, 0x11, 0xE0][index] ?? 0 : index * 31
        ),
      /broken|parser/
    ]
  ]
  for (const [name, body, outcome] of bodies) {
    it.effect(`is answered in time: ${name}`, () =>
      Effect.gen(function*() {
        const said = yield* Effect.match(read(body()), {
          onFailure: ({ detail }) => detail,
          onSuccess: ({ markdown }) => markdown
        })
        assert.match(said, outcome)
      }), { tags: name.includes("bomb") ? "long" : [] })
  }
})
