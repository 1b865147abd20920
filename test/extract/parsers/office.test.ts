import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"
import { docxParts, docxType, odtParts, odtType, office, paragraph, zip } from "./office-parts.ts"

/** Of the unpacked size in an entry of a ZIP's directory (APPNOTE 4.3.12). */
const sizeOffset = 24

describe("a table of a Word document", () => {
  const withLook = (look: string, row = "<w:tr>") =>
    zip({
      ...docxParts,
      "word/document.xml": docxParts["word/document.xml"].replace(
        "<w:tbl><w:tr>",
        `<w:tbl><w:tblPr>${look}</w:tblPr><w:tblGrid><w:gridCol w:w="1"/></w:tblGrid>${row}`
      )
    })
  for (
    const [name, body] of [
      ["Header Row", withLook("<w:tblLook w:val=\"04A0\" w:firstRow=\"1\"/>")],
      ["Header Row of Word 2007", withLook("<w:tblLook w:val=\"04A0\"/>")],
      ["rows with properties", withLook("<w:tblLook w:firstRow=\"1\"/>", "<w:tr><w:trPr><w:cantSplit/></w:trPr>")]
    ] as const
  ) {
    it.effect(`has its first row as header where its look says so: ${name}`, () =>
      Effect.gen(function*() {
        const { tables } = yield* documentOf(body, docxType)
        assert.deepStrictEqual(tables.map(({ headers, rows }) => [headers, rows]), [[["Day", "Time"], [[
          "Monday",
          "06:12"
        ]]]])
      }))
  }

  it.effect("has none where its look has none", () =>
    Effect.gen(function*() {
      const { tables } = yield* documentOf(withLook("<w:tblLook w:val=\"04A0\" w:firstRow=\"0\"/>"), docxType)
      assert.deepStrictEqual(tables.map(({ headers }) => headers), [[]])
    }))
})

describe("a Word document whose text is not where Word writes it", () => {
  const moved = Object.fromEntries(
    Object.entries(docxParts).map(([name, text]) => [
      name.replace(/^word\//, "content/").replace("document", "main"),
      text.replace("word/document.xml", "content/main.xml")
    ])
  )
  const { "_rels/.rels": relations = "", ...untold } = moved
  const strict = Object.fromEntries(
    Object.entries(moved).map(([name, text]) => [
      name,
      name.endsWith(".rels") ? text.replaceAll(office, "http://purl.oclc.org/ooxml/officeDocument") : text
    ])
  )
  const prefixed = relations.replaceAll("<Rel", "<p:Rel").replaceAll("xmlns=", "xmlns:p=").replaceAll(
    "</Rel",
    "</p:Rel"
  )
  const cases = [
    ["its relations name the part", moved],
    ["with a slash", { ...moved, "_rels/.rels": relations.replace("\"content/", "\"/content/") }],
    ["with a prefix", { ...moved, "_rels/.rels": prefixed }],
    ["in the strict format", strict],
    ["only its content types name the part", untold]
  ] as const
  for (const [name, parts] of cases) {
    it.effect(`is read: ${name}`, () =>
      Effect.gen(function*() {
        const { links, markdown, tables, title } = yield* documentOf(zip(parts), docxType)
        assert.include(markdown, "# Tides\n\nThe tide comes in < twice a day.")
        assert.deepStrictEqual(links.map(({ url }) => url), ["https://tides.test/table"])
        assert.deepStrictEqual([title, tables.length], ["On tides", 1])
      }))
  }
})

describe("a damaged Word document", () => {
  const main = docxParts["word/document.xml"]
  const styles = docxParts["word/styles.xml"]
  const damages: ReadonlyArray<readonly [name: string, parts: Readonly<Record<string, string>>]> = [
    ["is cut", {
      ...docxParts,
      "word/document.xml": main.slice(0, -"</w:tc></w:tr></w:tbl></w:body></w:document>".length)
    }],
    ["has tags that do not match", {
      ...docxParts,
      "word/document.xml": main.replaceAll("</w:r></w:p>", "</w:x></w:p>")
    }],
    ["has elements that are left open", {
      ...docxParts,
      "word/document.xml": main.replaceAll("</w:t></w:r></w:p>", "")
    }],
    ["has a bare ampersand and a control character", {
      ...docxParts,
      "word/document.xml": main.replace("<w:t>Tides", "<w:t>Tides\u0001</w:t></w:r><w:r><w:t> & <")
    }],
    ["has an end of its body in the middle", {
      ...docxParts,
      "word/document.xml": main.replace("</w:p>", "</w:p></w:body></w:document>")
    }],
    ["has broken styles", { ...docxParts, "word/styles.xml": styles.slice(0, -"/></w:style></w:styles>".length) }],
    ["has styles that are not XML", { ...docxParts, "word/styles.xml": "broken" }]
  ]
  for (const [name, parts] of damages) {
    it.effect(`is repaired: ${name}`, () =>
      Effect.gen(function*() {
        const { links, tables, text, trace } = yield* documentOf(zip(parts), docxType)
        for (const words of ["Tides", "The tide comes in < twice a day.", "The table", "Monday", "06:12"]) {
          assert.include(text, words)
        }
        assert.deepStrictEqual(links.map(({ url }) => url), ["https://tides.test/table"])
        assert.deepStrictEqual(tables.map(({ rows }) => rows.flat().join(" ").includes("Monday 06:12")), [true])
        assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_repaired"])
      }))
  }

  it.effect("is an error without any element", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(documentOf(zip({ ...docxParts, "word/document.xml": "broken" }), docxType))
      assert.include(error.message, "broken or incomplete")
    }))

  it.effect("has its notes from a folder of their own", () =>
    Effect.gen(function*() {
      const space = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
      const { text, trace } = yield* documentOf(
        zip({
          ...docxParts,
          "word/document.xml": main.replace(
            "twice a day.</w:t></w:r>",
            "twice a day.</w:t></w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r>"
          ),
          "word/_rels/document.xml.rels": docxParts["word/_rels/document.xml.rels"].replace(
            "</Rel",
            `<Relationship Id="n" Type="${office}/relationships/footnotes" Target="n/footnotes.xml"/></Rel`
          ),
          "word/n/footnotes.xml": `<w:footnotes ${space}><w:footnote w:id="2">${
            paragraph("At the harbour.")
          }</w:footnote></w:footnotes>`
        }),
        docxType
      )
      assert.include(text, "At the harbour.")
      assert.isEmpty(trace.warnings)
    }))
})

describe("an office document", () => {
  for (const [name, type, parts] of [["DOCX", docxType, docxParts], ["ODT", odtType, odtParts]] as const) {
    it.effect(`${name}: its text, links and tables, and what it says of itself`, () =>
      Effect.gen(function*() {
        const document = yield* documentOf(zip(parts), type)
        assert.include(document.markdown, "# Tides\n\nThe tide comes in < twice a day.")
        assert.include(document.markdown, "[The table](https://tides.test/table")
        assert.deepStrictEqual(document.tables.map(({ rows }) => rows.at(-1)), [["Monday", "06:12"]])
        assert.deepStrictEqual(document.links.map(({ text }) => text), ["The table"])
        const { author, keywords, published_date, title } = document
        assert.deepStrictEqual(
          { author, keywords, published_date, title },
          { author: "Ann Harbour", keywords: ["sea", "moon"], published_date: "2025-05-02", title: "On tides" }
        )
      }))

    const faultOf = (body: Uint8Array) =>
      Effect.map(Effect.flip(documentOf(body, type)), ({ code, detail, reason }) => [code, reason, detail])

    it.effect(`${name}: more than may be made a tree of is cut, and told`, () =>
      Effect.gen(function*() {
        const marks = name === "DOCX"
          ? ["word/document.xml", "</w:body>", "<w:bookmarkEnd/>"]
          : ["content.xml", "</office:text>", "<x/>"]
        const [part = "", end = "", filler = ""] = marks
        const long = Object.entries(parts).map(([key, text]) =>
          [key, key === part ? text.replace(end, filler.repeat(500_001) + end) : text] as const
        )
        const { markdown, trace } = yield* documentOf(zip(Object.fromEntries(long)), type)
        assert.include(markdown, "# Tides")
        assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_truncated"])
      }), { tags: "long" })

    it.effect(`${name}: another file, and a document that is cut short, are reported as such`, () =>
      Effect.gen(function*() {
        const broken = ["fetch_failed", "decode", "The document is broken or incomplete and could not be read."]
        const whole = zip(parts)
        for (const length of [0, 4, 100]) {
          assert.deepStrictEqual(yield* faultOf(whole.subarray(0, length)), broken)
        }
        const { text, trace } = yield* documentOf(whole.subarray(0, whole.length - 30), type)
        assert.include(text, "twice a day.")
        assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_repaired"])
        assert.deepStrictEqual(yield* faultOf(zip({ "other.xml": "<a/>" })), broken)
        const encrypted = yield* faultOf(new Uint8Array([0xD0, 0xCF, 0x11, 0xE0, 0xA1]))
        assert.include(encrypted[2], "password")
      }))

    it.effect(`${name}: a bomb is refused by what it would unpack to`, () =>
      Effect.gen(function*() {
        const bomb = zip(parts)
        const directory = Buffer.from(bomb.buffer).indexOf("PK\u0001\u0002")
        for (let at = directory; at >= 0; at = Buffer.from(bomb.buffer).indexOf("PK\u0001\u0002", at + 4)) {
          new DataView(bomb.buffer).setUint32(at + sizeOffset, 900_000_000, true)
        }
        const [, , detail] = yield* faultOf(bomb)
        assert.include(detail, "larger unpacked")
      }))
  }

  it.effect(
    "fields that open and never close cost no more than their number, and those in their depth are read",
    () =>
      Effect.gen(function*() {
        const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
        const link = (text: string) =>
          `${mark("begin")}<w:r><w:instrText>HYPERLINK "https://tides.test/${text}"</w:instrText></w:r>${
            mark("separate")
          }` +
          `<w:r><w:t>${text}</w:t></w:r>`
        const body = `<w:p>${link("first")}${mark("end")}</w:p><w:p>${link("x").repeat(30_000)}</w:p>`
        const part = docxParts["word/document.xml"]
        const long = { ...docxParts, "word/document.xml": part.replace("</w:body>", `${body}</w:body>`) }
        const { links, markdown } = yield* documentOf(zip(long), docxType)
        assert.include(links.map(({ url }) => url), "https://tides.test/first")
        assert.include(markdown, "xxxx")
      }),
    { tags: "long" }
  )

  it.effect("an encrypted ODT is told by its manifest", () =>
    Effect.gen(function*() {
      const manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
      const { detail } = yield* Effect.flip(
        documentOf(zip({ ...odtParts, "META-INF/manifest.xml": manifest }), odtType)
      )
      assert.include(detail, "password")
    }))

  it.effect("an ODT whose headings nest as they should not still ends, with its levels", () =>
    Effect.gen(function*() {
      const content = `<office:text>${
        "<text:h text:outline-level=\"3\">Deep</text:h><text:p>line<text:line-break/>break</text:p>".repeat(200)
      }</office:text>`
      const { markdown } = yield* documentOf(zip({ ...odtParts, "content.xml": content }), odtType)
      assert.strictEqual(markdown.match(/^### Deep$/gm)?.length, 200)
    }))

  const withText = (text: string) =>
    documentOf(
      zip({
        ...odtParts,
        "content.xml":
          `<office:document-content><office:body><office:text>${text}</office:text></office:body></office:document-content>`
      }),
      odtType
    )

  it.effect("ODT: comments and deletions are left out, sections and references are read as XML has them", () =>
    Effect.gen(function*() {
      const { markdown } = yield* withText(
        `<!-- <text:p>a</text:p> --><text:p title="a > b">One <office:annotation><text:p>remark</text:p></office:annotation>sea</text:p>
        <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
        <text:h text:outline-level='2'>Two &#x2014; &lt;i&gt;</text:h><text:p><![CDATA[<b>1 & 2</b>]]></text:p>`
      )
      assert.strictEqual(markdown, "One sea\n\n## Two — \\<i>\n\n\\<b>1 & 2\\</b>")
    }))

  it.effect("ODT: nesting and attributes without end are read in time of their length", () =>
    Effect.gen(function*() {
      const deep = yield* withText(
        `<text:p>first</text:p>${"<text:span>".repeat(100_000)}<text:p>deep</text:p>${"</text:span>".repeat(100_000)}`
      )
      assert.strictEqual(deep.markdown, "first")
      assert.deepStrictEqual(deep.trace.warnings.map(({ code }) => code), ["document_truncated"])
      const lists = yield* withText(`${"<text:list><text:list-item>".repeat(400)}<text:p>deep</text:p>`)
      assert.include(lists.markdown, "deep")
      const attributes = Array.from({ length: 100_000 }, (_, index) => ` a${index}=""`).join("")
      const wide = yield* withText(`<text:p${attributes}>wide</text:p>`)
      assert.strictEqual(wide.markdown, "wide")
    }))
})
