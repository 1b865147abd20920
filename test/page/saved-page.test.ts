import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { Settings } from "../../src/core/settings/Settings.ts"
import { savedInput } from "../../src/page/saved-page.ts"

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const odt = "application/vnd.oasis.opendocument.text"

const typeOf = (name: string, bytes: Uint8Array) =>
  savedInput({ url: "", name, contentType: undefined, bytes: Stream.make(bytes) }).pipe(
    Effect.map(({ mediaType }) => mediaType),
    Effect.provide(Settings.layerWith())
  )

const contentTypes = (main: string) => `<Types><Override PartName="/${main}" ContentType="${docx}.main+xml"/></Types>`

const zip = (files: Readonly<Record<string, string>>, level: 0 | 6 = 0) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level })

const word = (main: string) => zip({ "[Content_Types].xml": contentTypes(main), [main]: "<w/>" }, 6)
const photos = zip({ "1.jpg": "one", "2.jpg": "two" })

describe("a saved office document", () => {
  const cases = [
    ["a Word document", "report.docx", word("word/document.xml"), docx],
    ["a Word document under another name", "report", word("word/document.xml"), docx],
    ["a Word document whose text is not where it usually is", "report", word("word/document2.xml"), docx],
    ["an OpenDocument text", "report.odt", zip({ mimetype: odt, "content.xml": "<o/>" }), odt],
    ["an OpenDocument text that names its type last", "report", zip({ "content.xml": "<o/>", mimetype: odt }), odt],
    ["an OpenDocument text that was packed again", "report", zip({ mimetype: odt, "content.xml": "<o/>" }, 6), odt],
    ["another archive", "photos.zip", photos, "application/zip"],
    ["an archive that speaks of a Word document", "a.zip", zip({ "a.txt": "word/document.xml" }), "application/zip"],
    ["an archive that breaks off", "photos.zip", photos.subarray(0, 20), "application/zip"]
  ] as const
  for (const [what, name, bytes, type] of cases) {
    it.effect(`is known by its bytes: ${what}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* typeOf(name, bytes), type)
      }))
  }
})
