import { strToU8, zipSync } from "fflate"

/** Documents of six formats with 60 numbered texts each, and the places at which tests damage them. */
export interface Sample {
  readonly type: string
  /** Parts by their names. */
  readonly parts: Readonly<Record<string, string>>
  /** The part with the texts. */
  readonly main: string
  /** The part that lists the others. */
  readonly list?: string
}

const schemas = "http://schemas.openxmlformats.org"
const office = `${schemas}/officeDocument/2006/relationships`
const word = `${schemas}/wordprocessingml/2006/main`
const sheet = `${schemas}/spreadsheetml/2006/main`
const urn = "urn:oasis:names:tc:opendocument:xmlns"
const openXml = "application/vnd.openxmlformats-officedocument"
const openDocument = "application/vnd.oasis.opendocument"

export const textOf = (index: number): string =>
  `text${String(index).padStart(2, "0")} the harbour has ${index * 37} boats and ${(index * 7919).toString(36)} nets`

export const count = 60

/** Which of the texts are in a document, by their numbers. */
export const textsIn = (text: string): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index).filter((index) =>
    text.includes(`text${String(index).padStart(2, "0")}`)
  )

const each = (from: number, to: number, write: (index: number) => string): string =>
  Array.from({ length: to - from }, (_, index) => write(from + index)).join("")

const relations = (list: ReadonlyArray<readonly [id: string, type: string, target: string]>): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships">${
    list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join("")
  }</Relationships>`

const types = (main: string, family: string): string =>
  `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${openXml}.${family}.main+xml"/></Types>`

const openPackage = (main: string, family: string, list: ReadonlyArray<readonly [string, string, string]>) => ({
  "[Content_Types].xml": types(main, family),
  "_rels/.rels": relations([["main", "officeDocument", main]]),
  [main.replace(/([^/]*)$/, "_rels/$1.rels")]: relations(list)
})

const openDocumentOf = (kind: string, content: string): Sample => ({
  type: `${openDocument}.${kind}`,
  main: "content.xml",
  parts: {
    mimetype: `${openDocument}.${kind}`,
    "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="${urn}:manifest:1.0"/>`,
    "content.xml":
      `<?xml version="1.0"?><office:document-content xmlns:office="${urn}:office:1.0" xmlns:text="${urn}:text:1.0" xmlns:table="${urn}:table:1.0" xmlns:draw="${urn}:drawing:1.0"><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`
  }
})

const slide = (from: number): string =>
  `<p:sld xmlns:p="${schemas}/presentationml/2006/main" xmlns:a="${schemas}/drawingml/2006/main"><p:cSld><p:spTree>${
    each(from, from + 15, (index) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="${index + 2}" name="s"/><p:nvPr/></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${
        textOf(index)
      }</a:t></a:r></a:p></p:txBody></p:sp>`)
  }</p:spTree></p:cSld></p:sld>`

const cells = (from: number): string =>
  `<worksheet xmlns="${sheet}"><sheetData>${
    each(from, from + 30, (index) =>
      `<row r="${index - from + 1}"><c r="A${index - from + 1}" t="s"><v>${index}</v></c></row>`)
  }</sheetData></worksheet>`

const chapter = (name: string, from: number): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title></head><body><h1>${name}</h1>${
    each(from, from + 30, (index) => `<p>${textOf(index)}</p>`)
  }</body></html>`

export const samples = {
  docx: {
    type: `${openXml}.wordprocessingml.document`,
    main: "word/document.xml",
    list: "word/_rels/document.xml.rels",
    parts: {
      ...openPackage("word/document.xml", "wordprocessingml.document", [["styles", "styles", "styles.xml"]]),
      "word/document.xml": `<w:document xmlns:w="${word}"><w:body>${
        each(0, count, (index) =>
          `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:t>${textOf(index)}</w:t></w:r></w:p>`)
      }</w:body></w:document>`,
      "word/styles.xml":
        `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`
    }
  },
  xlsx: {
    type: `${openXml}.spreadsheetml.sheet`,
    main: "xl/sharedStrings.xml",
    list: "xl/_rels/workbook.xml.rels",
    parts: {
      ...openPackage("xl/workbook.xml", "spreadsheetml.sheet", [
        ["s1", "worksheet", "worksheets/sheet1.xml"],
        ["s2", "worksheet", "worksheets/sheet2.xml"],
        ["texts", "sharedStrings", "sharedStrings.xml"]
      ]),
      "xl/workbook.xml":
        `<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets><sheet name="Spring" sheetId="1" r:id="s1"/><sheet name="Autumn" sheetId="2" r:id="s2"/></sheets></workbook>`,
      "xl/worksheets/sheet1.xml": cells(0),
      "xl/worksheets/sheet2.xml": cells(30),
      "xl/sharedStrings.xml": `<sst xmlns="${sheet}" count="60" uniqueCount="60">${
        each(0, count, (index) => `<si><t>${textOf(index)}</t></si>`)
      }</sst>`
    }
  },
  pptx: {
    type: `${openXml}.presentationml.presentation`,
    main: "ppt/slides/slide4.xml",
    list: "ppt/_rels/presentation.xml.rels",
    parts: {
      ...openPackage(
        "ppt/presentation.xml",
        "presentationml.presentation",
        [1, 2, 3, 4].map((number) => [`s${number}`, "slide", `slides/slide${number}.xml`] as const)
      ),
      "ppt/presentation.xml":
        `<p:presentation xmlns:p="${schemas}/presentationml/2006/main" xmlns:r="${office}"><p:sldIdLst>${
          each(1, 5, (number) => `<p:sldId id="${255 + number}" r:id="s${number}"/>`)
        }</p:sldIdLst></p:presentation>`,
      "ppt/slides/slide1.xml": slide(0),
      "ppt/slides/slide2.xml": slide(15),
      "ppt/slides/slide3.xml": slide(30),
      "ppt/slides/slide4.xml": slide(45)
    }
  },
  odt: openDocumentOf("text", each(0, count, (index) => `<text:p>${textOf(index)}</text:p>`)),
  ods: openDocumentOf(
    "spreadsheet",
    `<table:table table:name="Spring">${
      each(0, count, (index) =>
        `<table:table-row><table:table-cell><text:p>${textOf(index)}</text:p></table:table-cell></table:table-row>`)
    }</table:table>`
  ),
  epub: {
    type: "application/epub+zip",
    main: "OPS/b.xhtml",
    list: "OPS/book.opf",
    parts: {
      mimetype: "application/epub+zip",
      "META-INF/container.xml":
        "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\"><rootfiles><rootfile full-path=\"OPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>",
      "OPS/book.opf":
        "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><metadata/><manifest><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/><item id=\"b\" href=\"b.xhtml\" media-type=\"application/xhtml+xml\"/></manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
      "OPS/a.xhtml": chapter("Spring", 0),
      "OPS/b.xhtml": chapter("Autumn", 30)
    }
  }
} satisfies Readonly<Record<string, Sample>>

export const packed = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part])
  ))
