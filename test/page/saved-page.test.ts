import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { savedInput } from "../../src/page/saved-page.ts"
import { Settings } from "../../src/Settings.ts"

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const odt = "application/vnd.oasis.opendocument.text"

const typeOf = (name: string, bytes: Uint8Array) =>
  savedInput({ url: "", name, contentType: undefined, bytes: Stream.make(bytes) }).pipe(
    Effect.map(({ mediaType }) => mediaType),
    Effect.provide(Settings.layerWith())
  )

const zip = (...names: ReadonlyArray<string>) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name === "mimetype" ? odt : "<a/>")])), { level: 0 })

describe("a saved office document", () => {
  const cases = [
    ["a Word document", "report.docx", zip("[Content_Types].xml", "word/document.xml"), docx],
    ["a Word document under another name", "report", zip("[Content_Types].xml", "word/document.xml"), docx],
    ["an OpenDocument text", "report.odt", zip("mimetype", "content.xml"), odt],
    ["another archive", "photos.zip", zip("1.jpg", "2.jpg"), "application/zip"],
    ["an archive that breaks off", "photos.zip", zip("1.jpg").subarray(0, 20), "application/zip"]
  ] as const
  for (const [what, name, bytes, type] of cases) {
    it.effect(`is known by its bytes: ${what}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* typeOf(name, bytes), type)
      }))
  }
})
