import { strToU8, zipSync } from "fflate"
import * as fs from "node:fs"
import * as path from "node:path"

interface File {
  readonly type: string
  readonly body: Buffer
}

const workbook = path.join(import.meta.dirname, "../../../extract/parsers/office/SampleSS.xlsx")

/** A small EPUB 3 book with one chapter. */
const book = (): Buffer =>
  Buffer.from(zipSync({
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": strToU8(
      `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
    ),
    "book.opf": strToU8(
      `<package version="3.0" unique-identifier="id" xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">tides</dc:identifier><dc:title>A book of tides</dc:title><dc:language>en</dc:language></metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>`
    ),
    "one.xhtml": strToU8(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Spring tides</title></head><body><h1>Spring tides</h1><p>At new and full moon the tide rises highest.</p></body></html>`
    )
  }))

/** Files of the demo site, made when they are requested. */
export const files: Readonly<Record<string, () => File>> = {
  "/files/sample.xlsx": () => ({
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: fs.readFileSync(workbook)
  }),
  "/files/tides.epub": () => ({ type: "application/epub+zip", body: book() })
}
