import { strToU8, zipSync } from "fflate"
import { deflateSync, gzipSync } from "node:zlib"

/** Body of a hostile site that tries to exhaust a resource of a reader. */
export interface HostileBody {
  readonly kind: string
  readonly mediaType: string
  readonly make: () => Uint8Array
}

/** A body of one kind; `size` in bytes, about. */
interface Kind {
  readonly kind: string
  readonly mediaType: string
  readonly make: (size: number) => string | Uint8Array
}

const mebibyte = 1024 * 1024

/** Bodies of all kinds, from 1 to 10 MB, in mixed order; each is made on request. */
export const hostileBodies = (count: number): ReadonlyArray<HostileBody> =>
  Array.from({ length: Math.ceil(count / kinds.length) }, () => kinds).flat().slice(0, count).map((each, index) => {
    const { kind, make, mediaType } = each
    // No two of a kind of one size; below the cap of a body.
    const share = (Math.floor(index / kinds.length) + (index % 4) / 4) / Math.ceil(count / kinds.length)
    return {
      kind,
      mediaType,
      make: () => {
        const made = make(Math.floor((1 + 8.9 * share) * mebibyte))
        return typeof made === "string" ? strToU8(made) : made
      }
    }
  })

const filled = (piece: string, around: readonly [string, string] = ["", ""]) => (size: number): string =>
  around[0] + piece.repeat(Math.ceil(size / Buffer.byteLength(piece))) + around[1]

const nested = (open: string, close: string) => (size: number): string => {
  const times = Math.ceil(size / (open.length + close.length))
  return open.repeat(times) + close.repeat(times)
}

const numbered = (line: (index: number) => string, around: readonly [string, string]) => (size: number): string => {
  const lines: Array<string> = []
  for (let index = 0, length = 0; length < size; index++) {
    const next = line(index)
    lines.push(next)
    length += next.length
  }
  return around[0] + lines.join("") + around[1]
}

const of = (mediaType: string, makers: Readonly<Record<string, Kind["make"]>>): ReadonlyArray<Kind> =>
  Object.entries(makers).map(([kind, make]) => ({ kind, mediaType, make }))

const page = (start: string, end = ""): readonly [string, string] => [
  `<!doctype html><title>A page</title><main><p>Some words of it.</p>${start}`,
  `${end}</main>`
]

const html = of("text/html", {
  "open brackets": filled("<"),
  "elements never closed": filled("<div>"),
  "elements in elements": nested("<div>", "</div>"),
  "quotes in quotes": nested("<blockquote>", "</blockquote>"),
  "inline elements": filled("<span>ab cd</span>", page("<p>", "</p>")),
  "formatting never closed": filled("<b><i>x<p>", page("")),
  "attributes": numbered((index) => ` a${index}=1`, page("<p", ">x</p>")),
  "an attribute": filled("x", page("<p class=\"", "\">y</p>")),
  "entities": filled("&amp;", page("<p>", "</p>")),
  "a word": filled("x", page("<p>", "</p>")),
  "quotation marks": filled("\"", page("<p>", "</p>")),
  "a cell": filled("word ", page("<table><tr><td>1<td>", "</table>")),
  "cells": filled("<td>1", page("<table><tr>", "</table>")),
  "rows": filled("<tr><td>1<td>2", page("<table>", "</table>")),
  "tables in tables": nested("<table><tr><td>", "</table>"),
  "links": numbered((index) => `<a href=${index}>x</a>`, page("")),
  "list items": filled("<li>x", page("<ul>", "</ul>")),
  "headings": filled("<h2>Some words</h2>", page("")),
  "comments": filled("<!-- -->", page("")),
  "a script": filled("x=1;", page("<script>", "</script>")),
  "JSON-LD of brackets": filled("[", page("<script type=application/ld+json>", "</script>")),
  "JSON-LD of objects": filled("{\"@type\":\"Article\",\"name\":\"x\"},", [
    "<title>x</title><script type=application/ld+json>[",
    "{}]</script><p>words"
  ]),
  "microdata": filled("<div itemscope itemtype=https://schema.org/Product><p itemprop=name>x</p></div>", page("")),
  "meta": filled("<meta name=author content=\"A B\">", ["<title>x</title>", "<p>words"]),
  "images": numbered((index) => `<img src=${index} srcset="a 1x, b 2x">`, page("")),
  "formulas": nested("<math><mrow>", "</mrow></math>"),
  "forms": filled("<select><option>x", page("")),
  "tokens of base64": filled("A7f+/", page("<p>", "</p>")),
  "Han": filled("汉", page("<p>", "</p>")),
  "bytes of no encoding": (size) => Uint8Array.from({ length: size }, (_, index) => 0x80 + (index * 7) % 128),
  "nul bytes": filled("\0", page("<p>", "</p>"))
})

const csv = [
  ...of("text/csv", {
    "commas": filled(","),
    "rows of commas": filled(`${",".repeat(999)}\n`),
    "quotes": filled("\""),
    "doubled quotes": filled("\"\"\"\","),
    "rows": filled("1,2,3\n"),
    "line ends": filled("\n"),
    "a huge cell": filled("x", ["a,b\n1,", "\n"]),
    "ampersands": filled("&", ["a,b\n1,", "\n"])
  }),
  ...of("text/tab-separated-values", { "tabs": filled("\t"), "rows of tabs": filled("a\tb\n") })
]

const json = of("application/json", {
  "open brackets": filled("["),
  "arrays in arrays": nested("[", "]"),
  "objects in objects": nested("{\"a\":", "}"),
  "many deep arrays": filled(`${"[".repeat(3000)}1${"]".repeat(3000)},`, ["[", "1]"]),
  "numbers": filled("1,", ["[", "1]"]),
  "empty arrays": filled("[],", ["[", "1]"]),
  "empty objects": filled("{},", ["[", "1]"]),
  "keys": numbered((index) => `"k${index}":1,`, ["{", "\"z\":1}"]),
  "a key": filled("k", ["{\"", "\":1}"]),
  "a string": filled("x", ["\"", "\""]),
  "escapes": filled("\\u0000", ["\"", "\""]),
  "that breaks off": filled("{\"a\":[1,2,")
})

const feeds = [
  ...of("application/rss+xml", {
    "items": filled("<item><title>x</title><link>/a</link></item>", [
      "<rss><channel><title>F</title>",
      "</channel></rss>"
    ]),
    "empty items": filled("<item/>", ["<rss><channel>", "</channel></rss>"]),
    "one item": filled("words ", [
      "<rss><channel><item><title>x</title><description>",
      "</description></item></channel></rss>"
    ]),
    "escaped markup": filled("&lt;b&gt;", [
      "<rss><channel><item><description>",
      "</description></item></channel></rss>"
    ]),
    "entities of entities": filled("<item><title>&b;</title></item>", [
      `<!DOCTYPE r [<!ENTITY a "${"lol".repeat(100)}"><!ENTITY b "${"&a;".repeat(100)}">]><rss><channel>`,
      "</channel></rss>"
    ])
  }),
  ...of("application/atom+xml", {
    "entries": filled("<entry><link href=\"/a\"/><content type=\"html\">&lt;p>x</content></entry>", [
      "<feed>",
      "</feed>"
    ])
  }),
  ...of("application/feed+json", {
    "items": filled("{\"url\":\"/a\",\"content_html\":\"<p>x\"},", [
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[",
      "{}]}"
    ])
  })
]

const xml = of("application/xml", {
  "open elements": filled("<a>"),
  "elements in elements": nested("<a>", "</a>"),
  "empty elements": filled("<a/>", ["<r>", "</r>"]),
  "attributes": numbered((index) => ` a${index}="1"`, ["<r", "/>"]),
  "entities": filled("&amp;", ["<r>", "</r>"]),
  "CDATA": filled("<![CDATA[x]]>", ["<r>", "</r>"]),
  "a sitemap": filled("<url><loc>/a</loc></url>", ["<urlset>", "</urlset>"]),
  "a sitemap of one location": filled("x", ["<urlset><url><loc>/", "</loc></url></urlset>"])
})

const text = [
  ...of("text/plain", {
    "a line": filled("x"),
    "blank lines": filled("\n\n"),
    "spaces": filled(" ", ["x", "x"]),
    "marks of markdown": filled("*_[`"),
    "lines": filled("a b\n")
  }),
  ...of("text/markdown", {
    "open links": filled("[a]("),
    "pictures": filled("!["),
    "headings": filled("# a\n"),
    "fences": filled("```\n")
  })
]

const office = "http://schemas.openxmlformats.org/officeDocument/2006"

export const docx = (document: string, level: 1 | 6 = 6): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8(
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>"
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
    ),
    "word/document.xml": strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${document}</w:body></w:document>`
    )
  }, { level })

const odt = (content: string, level: 1 | 6 = 6): Uint8Array =>
  zipSync({
    mimetype: strToU8("application/vnd.oasis.opendocument.text"),
    "content.xml": strToU8(`<o><office:body><office:text>${content}</office:text></office:body></o>`)
  }, { level })

const documents = [
  ...of("application/vnd.openxmlformats-officedocument.wordprocessingml.document", {
    "paragraphs": (size) => docx(filled("<w:p><w:r><w:t>x</w:t></w:r></w:p>")(size * 4)),
    "empty elements": (size) => docx(filled("<w:p/>")(size * 4)),
    "nested tables": (size) => docx(nested("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>")(size)),
    "a bomb": () => docx(" ".repeat(80 * mebibyte), 1),
    "many parts": () =>
      zipSync(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`word/p${index}.xml`, strToU8("<a/>")])),
        {
          level: 0
        }
      ),
    "noise": (size) =>
      Uint8Array.from({ length: size }, (_, index) => index === 0 ? 0x50 : index === 1 ? 0x4B : index * 31)
  }),
  ...of("application/vnd.oasis.opendocument.text", {
    "paragraphs": (size) => odt(filled("<text:p>x</text:p>")(size * 4)),
    "nested lists": (size) => odt(nested("<text:list><text:list-item>", "</text:list-item></text:list>")(size)),
    "a bomb": () => odt(" ".repeat(80 * mebibyte), 1)
  })
]

export const xlsx = (data: string, level: 1 | 6 = 6): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8(
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/></Types>"
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${office}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
    ),
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}/relationships"><sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>`
    ),
    "xl/worksheets/sheet1.xml": strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`
    )
  }, { level })

const sheets = [
  ...of("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", {
    "cells": (size) => xlsx(filled("<row><c><v>1</v></c><c><v>2</v></c></row>")(size * 4)),
    "empty rows": (size) => xlsx(filled("<row/>")(size * 4)),
    "cells far apart": () =>
      xlsx("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>"),
    "a bomb": () => xlsx(" ".repeat(300 * mebibyte), 1)
  }),
  ...of("application/rtf", {
    "open groups": filled("{\\b ", ["{\\rtf1 ", ""]),
    "cells": filled("\\trowd\\cellx1 x\\cell\\row ", ["{\\rtf1 ", "}"])
  })
]

/** A PDF of one page whose content is this, packed. */
const pdf = (content: string): Uint8Array => {
  const stream = deflateSync(content)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`
    ),
    stream,
    Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>\n")
  ])
}

const pdfs = of("application/pdf", {
  "text": (size) => pdf(filled("(some words) Tj 0 -12 Td\n", ["BT /F 12 Tf 10 700 Td\n", "ET"])(size * 4)),
  "a bomb": () => pdf(" ".repeat(300 * mebibyte)),
  "arrays in arrays": (size) => pdf(filled("[")(size)),
  "states": (size) => pdf(filled("q ")(size * 4)),
  "noise": (size) => strToU8(filled("1 0 obj<</Type/Page>>endobj\n", ["%PDF-1.4\n", ""])(size))
})

const kinds: ReadonlyArray<Kind> = [html, csv, json, feeds, xml, text, documents, sheets, pdfs].flat()

/** As it goes over the wire. */
export const packed = (body: Uint8Array): Uint8Array => gzipSync(body, { level: 1 })
