import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as fs from "node:fs"
import * as path from "node:path"
import { decodeText } from "../../../../src/web/fetch/charset/charset.ts"
import { growsInProportion } from "../../../support/processes/cpu-time.ts"

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array => Buffer.from(text, encoding)
const html = "text/html"

describe("decodeText", () => {
  it("takes a byte order mark over the header, the header over the document", () => {
    const utf8 = Buffer.concat([Buffer.from([0xEF, 0xBB, 0xBF]), bytes("<meta charset=koi8-r>é")])
    assert.deepStrictEqual(decodeText(utf8, "iso-8859-1", html), {
      text: "<meta charset=koi8-r>é",
      encoding: "utf-8",
      isGuess: false
    })
    assert.strictEqual(decodeText(bytes("<meta charset=koi8-r>"), "iso-8859-5", html).encoding, "iso-8859-5")
    assert.strictEqual(decodeText(bytes("<meta charset=koi8-r>"), undefined, html).encoding, "koi8-r")
    assert.strictEqual(decodeText(bytes("<meta charset=koi8-r>"), "no-such-charset", html).encoding, "koi8-r")
  })

  it("reads UTF-16 by its mark in either order, and drops the mark", () => {
    const little = Buffer.concat([Buffer.from([0xFF, 0xFE]), bytes("naïve", "utf16le")])
    const big = Buffer.from(little).swap16()
    assert.deepStrictEqual(decodeText(little, undefined, html), { text: "naïve", encoding: "utf-16le", isGuess: false })
    assert.deepStrictEqual(decodeText(big, "utf-8", html), { text: "naïve", encoding: "utf-16be", isGuess: false })
  })

  it("takes undeclared bytes for UTF-8 where they are valid, else for windows-1252", () => {
    assert.deepStrictEqual(decodeText(bytes("naïve"), undefined, html), {
      text: "naïve",
      encoding: "utf-8",
      isGuess: false
    })
    assert.deepStrictEqual(decodeText(bytes("na\u00EFve\u0080", "latin1"), undefined, "text/plain"), {
      text: "naïve€",
      encoding: "windows-1252",
      isGuess: true
    })
  })

  it("reads an XML declaration in XML, and in HTML where no meta speaks", () => {
    const xml = bytes("<?xml version='1.0' encoding='iso-8859-15'?><a>\u00A4</a>", "latin1")
    assert.strictEqual(decodeText(xml, undefined, "application/rss+xml").text.slice(-5), "€</a>")
    assert.strictEqual(decodeText(xml, undefined, html).encoding, "iso-8859-15")
    assert.strictEqual(decodeText(xml, undefined, "text/plain").encoding, "windows-1252")
    assert.strictEqual(
      decodeText(bytes("<?xml version='1.0'?><a/>", "utf16le"), undefined, "text/xml").encoding,
      "utf-16le"
    )
  })

  it("does not believe a declaration of UTF-16 that it could read byte by byte", () => {
    assert.strictEqual(decodeText(bytes("<meta charset=utf-16>"), undefined, html).encoding, "utf-8")
    assert.strictEqual(decodeText(bytes("<meta charset=x-user-defined>"), undefined, html).encoding, "windows-1252")
  })

  it("finds a meta behind a long head, and none in a comment", () => {
    const filler = `<script>${"x".repeat(20_000)}</script>`
    assert.strictEqual(decodeText(bytes(`${filler}<meta charset=shift_jis>`), undefined, html).encoding, "shift_jis")
    assert.strictEqual(decodeText(bytes("<!-- <meta charset=shift_jis> -->"), undefined, html).encoding, "utf-8")
    assert.strictEqual(decodeText(bytes("<!--><meta charset=shift_jis>"), undefined, html).encoding, "shift_jis")
  })

  it("passes over a label that would blank the page", () => {
    assert.strictEqual(decodeText(bytes("text"), "iso-2022-kr", html).encoding, "utf-8")
  })

  for (const piece of ["<", "<meta ", "<!--", "<a b='", "<meta charset", "<?xml encoding=\"", "<a ="]) {
    it.effect(`takes linear time on a head made of half tags: ${piece}`, () =>
      growsInProportion(200_000, (times) => Effect.sync(() => decodeText(bytes(piece.repeat(times)), undefined, html))))
  }

  const label = fc.oneof(
    fc.constantFrom("utf-8", "utf-16", "utf-7", "shift_jis", "replacement", "x-user-defined", "\0", ""),
    fc.string({ unit: "binary", maxLength: 20 })
  )

  it("gives a text for any bytes under any label, in an encoding that there is", () => {
    const page = fc.tuple(label, fc.uint8Array({ maxLength: 200 })).map(([name, rest]) =>
      Buffer.concat([bytes(`<meta charset="${name}">`), rest])
    )
    fc.assert(fc.property(fc.oneof(page, fc.uint8Array()), fc.option(label, { nil: undefined }), (body, charset) => {
      for (const mediaType of [html, "text/xml", "text/plain"]) {
        const { encoding, text } = decodeText(body, charset, mediaType)
        assert.strictEqual(new TextDecoder(encoding).encoding, encoding)
        assert.strictEqual(new TextDecoder(encoding).decode(body), text)
      }
    }))
  })

  it("reads any text back that was written in UTF-8", () => {
    const text = fc.string({ unit: "grapheme" }).filter((text) => !text.startsWith("\uFEFF"))
    fc.assert(fc.property(text, (text) => {
      assert.strictEqual(decodeText(bytes(text), undefined, "text/plain").text, text)
    }))
  })
})

const folder = path.join(import.meta.dirname, "../../../../../shared/conformance/html5lib/encoding")
const files = ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"]

interface Case {
  readonly data: Uint8Array
  readonly encoding: string
}

/** The html5lib format: `#data`, bytes, `#encoding`, name; an empty line between two cases. */
const casesOf = (file: string): ReadonlyArray<Case> =>
  fs.readFileSync(path.join(folder, file)).toString("latin1").split(/^#data\n/m).slice(1).map((block) => {
    const [data = "", encoding = ""] = block.split(/\n#encoding\n/)
    return { data: Buffer.from(data, "latin1"), encoding: encoding.trim().toLowerCase() }
  })

// scripted/tests1.dat holds one case: a script writes the meta. Nothing here runs scripts, and so it does not apply.
describe.skipIf(!fs.existsSync(folder))(`html5lib encoding cases (in ${folder})`, () => {
  const expected: Record<string, number> = { "tests1.dat": 59, "tests2.dat": 22, "test-yahoo-jp.dat": 1 }
  for (const file of files) {
    it(`reads the encoding of every case of ${file}`, () => {
      const cases = casesOf(file)
      assert.strictEqual(cases.length, expected[file])
      const wrong = cases.flatMap(({ data, encoding }) => {
        // Where nothing is declared, the suite expects windows-1252 whatever the bytes, and we UTF-8 where they are
        // valid: one byte behind the data makes them invalid.
        const { encoding: ours } = decodeText(Buffer.concat([data, Buffer.from([0xE9])]), undefined, "text/html")
        return ours === encoding ? [] : [{ data: Buffer.from(data).toString("latin1"), encoding, ours }]
      })
      assert.deepStrictEqual(wrong, [])
    })
  }
})
