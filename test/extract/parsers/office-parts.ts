import { strToU8, zipSync } from "fflate"

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
export const odtType = "application/vnd.oasis.opendocument.text"

export const zip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

export const office = "http://schemas.openxmlformats.org/officeDocument/2006"

export const paragraph = (text: string, style = "") =>
  `<w:p>${style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

export const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

export const docxParts = {
  "[Content_Types].xml":
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>",
  "_rels/.rels":
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/_rels/document.xml.rels":
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="${office}/relationships/hyperlink" Target="https://tides.test/table" TargetMode="External"/></Relationships>`,
  "word/styles.xml":
    "<w:styles xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:style w:type=\"paragraph\" w:styleId=\"Heading1\"><w:name w:val=\"heading 1\"/></w:style></w:styles>",
  "word/document.xml":
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships"><w:body>${
      paragraph("Tides", "Heading1")
    }${
      paragraph("The tide comes in &lt; twice a day.")
    }<w:p><w:hyperlink r:id="h"><w:r><w:t>The table</w:t></w:r></w:hyperlink></w:p><w:tbl><w:tr>${cell("Day")}${
      cell("Time")
    }</w:tr><w:tr>${cell("Monday")}${cell("06:12")}</w:tr></w:tbl></w:body></w:document>`,
  "docProps/core.xml":
    "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\" xmlns:dcterms=\"t\"><dc:title>On tides</dc:title><dc:creator>Ann Harbour</dc:creator><cp:keywords>sea, moon</cp:keywords><dcterms:created>2025-05-02T08:00:00Z</dcterms:created></cp:coreProperties>"
}

export const odtParts = {
  mimetype: odtType,
  "META-INF/manifest.xml": "<manifest:manifest/>",
  "meta.xml":
    "<office:document-meta><office:meta><dc:title>On tides</dc:title><meta:initial-creator>Ann Harbour</meta:initial-creator><meta:keyword>sea</meta:keyword><meta:keyword>moon</meta:keyword><meta:creation-date>2025-05-02T08:00:00</meta:creation-date></office:meta></office:document-meta>",
  "content.xml":
    "<office:document-content><office:body><office:text><text:h text:style-name=\"P1\" text:outline-level=\"1\">Tides</text:h><text:p>The tide<text:s/>comes in &lt; <text:span text:style-name=\"T1\">twice</text:span> a day.</text:p><text:p/><text:p><text:a xlink:href=\"https://tides.test/table?a=1&amp;b=2\">The table</text:a></text:p><text:list><text:list-item><text:p>ebb</text:p></text:list-item><text:list-item><text:p>flood</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell><table:table-cell><text:p>Time</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Monday</text:p></table:table-cell><table:table-cell><text:p>06:12</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>"
}
