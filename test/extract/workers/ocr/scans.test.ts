import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { Document } from "../../../../src/core/domain/document/Document.ts"
import type { PageOptions } from "../../../../src/core/domain/options/PageOptions.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { folderOf, pdfPeer, usableLanguages } from "../../../../src/extract/workers/ocr/ocr-peer.ts"
import { jsonOf } from "../../document-of.ts"
import { inputOf } from "../../markdown/page-of.ts"
import { bomb, brokenJpeg, ccitt, flate, jbig, pdfOf, png, tiff, webp } from "./scan-pdf.ts"

const languages = usableLanguages(["eng", "deu"])
const isInstalled = languages.length === 2
const reason = isInstalled ? "" : " (skipped: tesseract.js or its languages eng and deu are not installed)"

const extractor = Extractor.layerHere.pipe(
  Layer.provide(Settings.layerWith({ ocrLanguages: Option.some(["eng", "deu"]) }))
)

const documentOf = Effect.fnUntraced(function*(body: Uint8Array, mediaType: string, options: PageOptions = {}) {
  const extraction = yield* (yield* Extractor).extract({ ...inputOf(""), body, mediaType, options })
  const document: Document = JSON.parse(jsonOf(extraction))
  return document
})

const pdf = "application/pdf"
const english =
  "The harbour master writes the height of the water twice a day, and the fishermen read it before they leave."
const german = "Die Flut steigt sechs Stunden lang, und danach"
/** Of several equal pages, the first lines are running heads. */
const rest = "a day, and the fishermen read it before they leave."
const codesOf = ({ trace }: Document) => trace.warnings.map(({ code }) => code)

describe.skipIf(!isInstalled)(`scans${reason}`, () => {
  layer(extractor)("read by optical character recognition", (it) => {
    it.effect("are pages among those with text", () =>
      Effect.gen(function*() {
        const document = yield* documentOf(
          pdfOf([{ text: "The first page." }, { picture: flate }, { text: "The last page." }]),
          pdf
        )
        const places = ["The first page.", english, german, "The last page."].map((text) => document.text.indexOf(text))
        assert.isAbove(Math.min(...places), -1, document.text)
        assert.deepStrictEqual(places.toSorted((a, b) => a - b), places)
        assert.include(document.markdown, "# Tide tables")
        assert.deepStrictEqual(document.tables.flatMap(({ rows }) => rows).slice(-2).map((row) => row.slice(0, 2)), [
          ["Tuesday", "07:01"],
          ["Friday", "09:48"]
        ])
        assert.deepStrictEqual(document.trace.ocr?.map(({ page }) => page), [2])
        assert.isAbove(document.trace.ocr?.[0]?.confidence ?? 0, 0.85)
        assert.isAtMost(document.trace.ocr?.[0]?.confidence ?? 2, 1)
        assert.deepStrictEqual(document.trace.warnings, [{
          code: "ocr_used",
          message: "Text of page 2 was read from pictures and may have mistakes; trace.ocr has the confidence."
        }])
      }))

    it.effect("are images", () =>
      Effect.gen(function*() {
        const document = yield* documentOf(png, "image/png")
        assert.strictEqual(document.title, "Tide tables")
        assert.include(document.text, english)
        assert.include(document.text, german)
        assert.deepStrictEqual(document.trace.ocr?.map(({ page }) => page), [1])
        assert.deepStrictEqual(codesOf(document), ["ocr_used"])
      }))

    it.effect("are images of other formats", () =>
      Effect.gen(function*() {
        for (const [body, type] of [[webp, "image/webp"], [tiff(), "image/tiff"]] as const) {
          assert.include((yield* documentOf(body, type)).text, english, type)
        }
      }), { tags: "long" })

    it.effect("are not read where the caller refuses it", () =>
      Effect.gen(function*() {
        const document = yield* documentOf(pdfOf([{ picture: flate }]), pdf, { ocr: false })
        assert.deepStrictEqual([document.text, codesOf(document), document.trace.ocr], [
          "",
          ["pdf_without_text"],
          undefined
        ])
        const refused = yield* Effect.flip(documentOf(png, "image/png", { ocr: false }))
        assert.strictEqual(refused.code, "unsupported_content_type")
      }))

    it.effect("may lie on their side or their head", () =>
      Effect.gen(function*() {
        for (const rotate of [90, 180, 270]) {
          const document = yield* documentOf(pdfOf([{ picture: flate, rotate }]), pdf)
          assert.include(document.text, english, String(rotate))
          assert.isAbove(document.trace.ocr?.[0]?.confidence ?? 0, 0.85, String(rotate))
        }
      }), { tags: "long" })

    it.effect("may be rotated, mirrored, in strips, or painted through a stencil", () =>
      Effect.gen(function*() {
        const [w, h] = [360, 247.68]
        const upsideDown = `q -${w} 0 0 -${h} ${w} ${h} cm /P Do Q`
        // The same picture twice, each time with half of it visible.
        const strips = `q 0 ${h / 2} ${w} ${h / 2} re W n ${w} 0 0 ${h} 0 0 cm /P Do Q `
          + `q 0 0 ${w} ${h / 2} re W n ${w} 0 0 ${h} 0 0 cm /P Do Q`
        const stencil = { ...flate, dictionary: `${flate.dictionary}/ImageMask true` }
        const document = yield* documentOf(
          pdfOf([
            { picture: flate, draw: upsideDown, rotate: 180 },
            { picture: flate, draw: strips },
            { picture: stencil }
          ]),
          pdf
        )
        assert.strictEqual(document.text.split(rest).length, 4, document.text)
      }))

    it.effect("that are broken or too large are missed, and the others read", () =>
      Effect.gen(function*() {
        const document = yield* documentOf(
          pdfOf([{ picture: brokenJpeg }, { picture: bomb }, { picture: flate }, { text: "The last page." }]),
          pdf
        )
        assert.include(document.text, english)
        assert.include(document.text, "The last page.")
        assert.deepStrictEqual(document.trace.ocr?.map(({ page }) => page).at(-1), 3)
        assert.include(codesOf(document), "ocr_incomplete")
        const refused = yield* Effect.flip(documentOf(bombImage, "image/png"))
        assert.deepStrictEqual([refused.code, refused.detail], [
          "fetch_failed",
          "The image was not read: it has more than 40 million pixels."
        ])
        const cut = yield* Effect.flip(documentOf(png.subarray(0, 60), "image/png"))
        assert.strictEqual(cut.code, "fetch_failed")
      }))

    it.effect("without text are not documents", () =>
      Effect.gen(function*() {
        const refused = yield* Effect.flip(documentOf(whiteImage, "image/bmp"))
        assert.deepStrictEqual([refused.code, refused.detail], [
          "unsupported_content_type",
          "The image (image/bmp) has no text that can be recognized."
        ])
      }))

    it.effect.skipIf(folderOf(pdfPeer) === undefined)(
      "are read in the codings of fax machines and of JBIG2 (skipped where pdfjs-dist is not installed)",
      () =>
        Effect.gen(function*() {
          const document = yield* documentOf(pdfOf([{ picture: ccitt }, { picture: jbig }]), pdf)
          assert.strictEqual(document.text.split(english).length, 3, document.text)
        })
    )
  })
})

/** Its header declares 10 gigapixels. */
const bombImage = Buffer.from(png)
bombImage.writeUInt32BE(100_000, 16)
bombImage.writeUInt32BE(100_000, 20)

const whiteImage = Buffer.alloc(54 + 3 * 64 * 64, 255)
whiteImage.write("BM")
for (const [at, value] of [[2, whiteImage.length], [6, 0], [10, 54], [14, 40], [18, 64], [22, 64], [30, 0]] as const) {
  whiteImage.writeUInt32LE(value, at)
}
whiteImage.writeUInt16LE(1, 26)
whiteImage.writeUInt16LE(24, 28)
