import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { hasNoText, parseContentType, sniffMediaType } from "../../../src/web/fetch/media-type.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** The first entry of a ZIP (APPNOTE 4.3.7), as Latin-1. */
const archive = (name: string, content: string): string =>
  `PK\u0003\u0004${"\0".repeat(18)}${String.fromCharCode(content.length)}\0\0\0${
    String.fromCharCode(name.length)
  }\0\0\0${name}${content}`

const compoundFile = (stream: string): string =>
  `\u00D0\u00CF\u0011\u00E0${Buffer.from(stream, "utf16le").toString("latin1")}`

const bytes = (text: string) => Buffer.from(text, "latin1")

describe("parseContentType", () => {
  const cases: ReadonlyArray<readonly [header: string, essence: string | undefined, charset: string | undefined]> = [
    ["text/html", "text/html", undefined],
    [" Text/HTML ; Charset=UTF-8", "text/html", "UTF-8"],
    ["text/html;charset=\"koi8-r\"", "text/html", "koi8-r"],
    ["text/html;charset='koi8-r'", "text/html", "'koi8-r'"],
    ["text/html;charset=\"a;b\"", "text/html", "a;b"],
    ["text/html; x=1; charset=utf-8; charset=latin1", "text/html", "utf-8"],
    ["text/html;charset =utf-8", "text/html", undefined],
    ["text/html, text/plain", "text/plain", undefined],
    ["text/html;charset=utf-8, text/html", "text/html", "utf-8"],
    ["text/html;charset=utf-8, text/plain", "text/plain", undefined],
    ["text/html, */*", "text/html", undefined],
    ["text/html, nonsense", "text/html", undefined],
    ["application/atom+xml;type=feed", "application/atom+xml", undefined],
    ["html", undefined, undefined],
    ["", undefined, undefined],
    ["text/ html", undefined, undefined],
    ["text/html;charset=\"\"", "text/html", undefined],
    [`text/html;charset=utf-8;${"x".repeat(60_000)}`, "text/html", "utf-8"]
  ]
  for (const [header, essence, charset] of cases) {
    it(JSON.stringify(header), () => {
      const parsed = parseContentType(header)
      assert.deepStrictEqual([parsed?.essence, parsed?.charset], [essence, charset])
    })
  }
})

describe("sniffMediaType", () => {
  const cases: ReadonlyArray<readonly [header: string | undefined, body: string, essence: string]> = [
    [undefined, "  \n<!DOCTYPE html><p>", "text/html"],
    [undefined, "\u00EF\u00BB\u00BF<html>", "text/html"],
    [undefined, "<!-- a comment", "text/html"],
    [undefined, "<htmlish>", "text/plain"],
    [undefined, "<script>", "text/html"],
    [undefined, "<?xml version=\"1.0\"?><rss>", "text/xml"],
    [undefined, "<?xml version=\"1.0\"?><html xmlns=\"x\">", "application/xhtml+xml"],
    [undefined, "%PDF-1.7", "application/pdf"],
    [undefined, "just text", "text/plain"],
    ["application/vnd.ms-excel", "<html><table>", "text/html"],
    ["application/msword", "%PDF-1.7", "application/pdf"],
    ["application/octet-stream", archive("mimetype", "application/epub+zip"), "application/epub+zip"],
    ["application/zip", archive("[Content_Types].xml", "...xl/workbook.xml"), sheetType],
    ["application/zip", archive("[Content_Types].xml", ""), "application/zip"],
    ["application/zip", archive("readme.txt", "xl/workbook.xml"), "application/zip"],
    ["application/vnd.ms-powerpoint", compoundFile("WordDocument"), "application/msword"],
    ["application/vnd.ms-excel", compoundFile("Other"), "application/vnd.ms-excel"],
    ...[undefined, "text/plain", "text/html", "text/rtf", "application/msword", "application/octet-stream", "text/csv"]
      .map((header) => [header, "{\\rtf1\\ansi The tide", "application/rtf"] as const),
    ["text/plain", "{\\rt}", "text/plain"],
    [undefined, "\0\u0001\u0002", "application/octet-stream"],
    [undefined, "", "text/plain"],
    [undefined, "BMW builds cars", "text/plain"],
    [undefined, "BM\u0000\u0001", "image/bmp"],
    [undefined, "<html\nlang=en>", "text/html"],
    [undefined, "<a:feed xmlns:a='x'>", "text/plain"],
    [undefined, "\0\0\0 ftypqt  \0", "video/mp4"],
    [undefined, "wOF2\0\u0001", "font/woff2"],
    [undefined, "7z\u00BC\u00AF\u0027\u001C\0", "application/x-7z-compressed"],
    ["application/octet-stream", "<html>", "text/html"],
    ["application/octet-stream", "%PDF-1.7", "application/pdf"],
    ["application/octet-stream", "\0\u0001", "application/octet-stream"],
    ["text/plain", "\u0089PNG\r\n\u001A\n\0", "image/png"],
    ["text/plain", "\u00FE\u00FF\0a", "text/plain"],
    ["text/plain; charset=utf-8", "<html>", "text/plain"],
    ["text/html", "%PDF-1.7", "application/pdf"],
    ["text/html", "plain words", "text/html"],
    ["text/html", "PK\u0003\u0004\0\0", "application/zip"],
    ["application/json", "{}", "application/json"],
    ["*/*", "<html>", "text/html"]
  ]
  for (const [header, body, essence] of cases) {
    it(`${header} with ${JSON.stringify(body.slice(0, 30))} is ${essence}`, () => {
      assert.strictEqual(sniffMediaType(header, bytes(body)).essence, essence)
    })
  }

  it("knows the types that hold no text", () => {
    assert.deepStrictEqual(
      ["image/png", "video/mp4", "font/woff2", "application/zip", "audio/mpeg"].map(hasNoText),
      [true, true, true, true, true]
    )
    assert.deepStrictEqual(
      ["image/svg+xml", "text/html", "application/pdf", "application/json", "text/csv"].map(hasNoText),
      [false, false, false, false, false]
    )
  })

  for (const filler of [" ", ";", ",", "\"", "\\", "=", "a", "a=\"", "; a=b", "text/html,", "text/html "]) {
    it.effect(`costs no more than in proportion to the field: ${JSON.stringify(filler)}`, () =>
      growsInProportion(
        60_000,
        (length) => Effect.sync(() => parseContentType(`text/html${filler.repeat(length / filler.length)}x`))
      ))
  }

  it("are said of any header and any bytes, in lower case", () => {
    const header = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom("text/html", "TEXT/plain", "*/*", ";", ",", "charset", "=", "\"", "\\", "utf-8", " "))
        .map((parts) => parts.join(""))
    )
    fc.assert(
      fc.property(fc.option(header, { nil: undefined }), fc.uint8Array({ maxLength: 64 }), (header, body) => {
        const { charset, essence } = sniffMediaType(header, body)
        assert.match(essence, /^[^\s/;,A-Z]+\/[^\s/;,A-Z]+$/)
        assert.notStrictEqual(charset, "")
      }),
      { numRuns: 2000 }
    )
  })
})
