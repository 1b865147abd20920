import { strToU8, zipSync } from "fflate"
import { type Place, readBody } from "./place.ts"

const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;")

const json = (text: string): string => JSON.stringify(text)

const words = "The keeper of the light had climbed the stairs each evening for thirty years."

const body = (name: string, mediaType: string, bodyOf: (fill: string) => string | Uint8Array, url?: string): Place => ({
  name,
  made: (fill) => Promise.resolve(readBody(bodyOf(fill), mediaType, url))
})

const zip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 1 })

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const office = "http://schemas.openxmlformats.org/officeDocument/2006"

const docx = (text: string, title: string): Uint8Array =>
  zip({
    "[Content_Types].xml":
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${docxType}.main+xml"/></Types>`,
    "_rels/.rels":
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml":
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p><w:p><w:r><w:t>${
        xml(text)
      }</w:t></w:r></w:p></w:body></w:document>`,
    "docProps/core.xml":
      `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title><dc:creator>${title}</dc:creator><cp:keywords>${title}</cp:keywords></cp:coreProperties>`
  })

const odtType = "application/vnd.oasis.opendocument.text"

const odt = (inside: string, title: string): Uint8Array =>
  zip({
    mimetype: odtType,
    "META-INF/manifest.xml": "<manifest:manifest/>",
    "meta.xml":
      `<office:document-meta><office:meta><dc:title>${title}</dc:title><meta:initial-creator>${title}</meta:initial-creator></office:meta></office:document-meta>`,
    "content.xml":
      `<office:document-content><office:body><office:text><text:p>${words}</text:p>${inside}</office:text></office:body></office:document-content>`
  })

/** As short a PDF as readers take: its table of objects is left for them to find. */
const pdf = (text: string, title: string): Uint8Array => {
  const shown = (value: string) => value.replace(/[\\()]/g, "\\$&").replace(/[\r\n\0]/g, " ")
  const pieces = shown(text).match(/(?:\\.|[^\\]){1,80}/gs) ?? []
  const lines = pieces.map((piece) => `(${piece}) Tj 0 -12 Td`).join("\n")
  const content = `BT /F1 10 Tf 40 800 Td\n${lines}\nET`
  const source =
    `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 840]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj\n4 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj\n5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\n6 0 obj <</Title(${
      shown(title)
    })/Author(${shown(title)})/Keywords(${shown(title)})>> endobj\ntrailer <</Root 1 0 R/Info 6 0 R>>\n%%EOF`
  return Buffer.from(source, "latin1")
}

const rss = (inside: string): string =>
  `<rss><channel><title>A feed</title><item><title>One</title>${inside}</item><item><title>Two</title></item></channel></rss>`

export const bodyPlaces: ReadonlyArray<Place> = [
  body("feed title", "application/rss+xml", (fill) => `<rss><channel><title>${xml(fill)}</title></channel></rss>`),
  body("feed description", "application/rss+xml", (fill) => rss(`<description>${xml(xml(fill))}</description>`)),
  body("feed content", "application/rss+xml", (fill) => rss(`<content:encoded><![CDATA[${fill}]]></content:encoded>`)),
  body(
    "feed date and author",
    "application/rss+xml",
    (fill) => rss(`<pubDate>${xml(fill)}</pubDate><dc:creator>${xml(fill)}</dc:creator><link>/${xml(fill)}</link>`)
  ),
  body(
    "Atom",
    "application/atom+xml",
    (fill) =>
      `<feed><title type="html">${xml(fill)}</title><entry><title>${xml(fill)}</title><content type="xhtml"><div>${
        xml(fill)
      }</div></content><updated>${xml(fill)}</updated></entry></feed>`
  ),
  body("XML text", "application/xml", (fill) => `<list><a b="${xml(fill)}">${xml(fill)}</a></list>`),
  body("XML, raw", "application/xml", (fill) => `<list>${fill}</list>`),
  body("XML attributes, raw", "application/xml", (fill) => `<list ${fill}></list>`),
  body("XML doctype", "application/xml", (fill) => `<!DOCTYPE list [${fill}]><list>a</list>`),
  body("CSV cell", "text/csv", (fill) => `one,two\n"${fill.replaceAll("\"", "\"\"")}",2\n3,4\n`),
  body("CSV, raw", "text/csv", (fill) => `one,two\n1,2\n${fill}`),
  body("CSV header", "text/csv", (fill) => `${fill}\n1,2\n`),
  body("tab-separated, raw", "text/tab-separated-values", (fill) => fill),
  body("JSON text", "application/json", (fill) => `{"title":${json(fill)},"content":${json(fill)}}`),
  body("JSON key", "application/json", (fill) => `{${json(fill)}:1}`),
  body("JSON, raw", "application/json", (fill) => fill),
  body(
    "JSON feed",
    "application/feed+json",
    (fill) =>
      `{"version":"https://jsonfeed.org/version/1.1","title":${json(fill)},"items":[{"title":${
        json(fill)
      },"content_html":${json(fill)},"date_published":${json(fill)}}]}`
  ),
  body("plain text", "text/plain", (fill) => fill),
  body("plain text among words", "text/plain", (fill) => `${words}\n\n${fill}\n\n${words}`),
  body("markdown", "text/markdown", (fill) => fill),
  body("markdown among words", "text/markdown", (fill) => `# Title\n\n${words} ${fill}\n\n${words}`),
  body("PDF text", "application/pdf", (fill) => pdf(fill, "A title")),
  body("PDF title", "application/pdf", (fill) => pdf(words, fill)),
  body("DOCX text", docxType, (fill) => docx(fill, "A title")),
  body("DOCX title", docxType, (fill) => docx(words, xml(fill))),
  body("ODT text", odtType, (fill) => odt(`<text:p>${xml(fill)}</text:p>`, "A title")),
  body("ODT, raw", odtType, (fill) => odt(fill, "A title")),
  body("ODT attributes, raw", odtType, (fill) => odt(`<text:p ${fill}>word</text:p>`, "A title")),
  body("ODT title", odtType, (fill) => odt("", xml(fill))),
  ...(["path", "query", "fragment"] as const).map((part): Place => ({
    name: `address, ${part}`,
    made: (fill) => {
      const url = new URL("https://page.example/")
      if (part === "path") url.pathname = `/news/${fill}`
      else if (part === "query") url.search = `?${fill}`
      else url.hash = fill
      return Promise.resolve(
        readBody(
          `<title>The last keeper</title><article class="byline">By Anna Berg<h1>The last keeper</h1><p>${words}</p><a href="b">b</a></article>`,
          "text/html",
          url.href
        )
      )
    }
  }))
]
