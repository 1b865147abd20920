import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  decodeFingerprint,
  encodeFingerprint,
  type Fingerprint
} from "../../../src/core/domain/document/Fingerprint.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { foldedLine, lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { LineHashes } from "../../../src/extract/fingerprint/LineHashes.ts"
import { extractorHere } from "../../../src/extract/stages/extractor-over-stages.ts"
import { offlineProvenance } from "../../../src/page/page-input.ts"
import { inputOf } from "../markdown/page-of.ts"

const paragraph = "The tide tables of the harbour are printed every year, and every year they are slightly wrong."
const page = `<title>Tides</title><nav><a href=/a>Home</a></nav><main><h1>Tides of the year</h1><p>${paragraph}</p>
<ul><li>Short item</li><li>Free delivery for orders above 50 euros</li></ul></main>`

const extract = (html: string, isStored = true) =>
  Effect.gen(function*() {
    const input = inputOf(html)
    return yield* (yield* Extractor).extract(isStored ? { ...input, provenance: offlineProvenance } : input)
  }).pipe(Effect.provide(extractorHere))

const linesOf = (fingerprint: Fingerprint | undefined) => {
  const lines = new LineHashes(fingerprint?.lines ?? new Uint8Array())
  return Array.from({ length: lines.count }, (_, index) => ({ hash: lines.hashAt(index), words: lines.wordsAt(index) }))
    .sort((a, b) => a.words - b.words)
}

describe("the fingerprint of a page", () => {
  it.effect("has the lines of four words and more", () =>
    Effect.gen(function*() {
      const { fingerprint } = yield* extract(page)
      assert.deepStrictEqual(linesOf(fingerprint), [
        { hash: lineHash("tides of the year"), words: 4 },
        { hash: lineHash("free delivery for orders above 50 euros"), words: 7 },
        { hash: lineHash(foldedLine(paragraph)), words: 17 }
      ])
    }))

  it.effect("is the same for every page of a job with that text, in other case, space and signs", () =>
    Effect.gen(function*() {
      const other = page.replace(paragraph, paragraph.toUpperCase().replaceAll(",", " -").replaceAll(" ", "\n "))
      assert.deepStrictEqual(linesOf((yield* extract(other)).fingerprint), linesOf((yield* extract(page)).fingerprint))
    }))

  it.effect("is not made for a scrape", () =>
    Effect.gen(function*() {
      assert.isUndefined((yield* extract(page, false)).fingerprint)
    }))

  it("is stored as bytes, and parts of a later version are skipped", () => {
    const fingerprint: Fingerprint = { host: Uint8Array.of(7), lines: Uint8Array.of(1, 2, 3) }
    const later = Buffer.concat([Uint8Array.of(200, 0, 2, 9, 9), encodeFingerprint(fingerprint)])
    assert.deepStrictEqual(decodeFingerprint(later), fingerprint)
    assert.deepStrictEqual(decodeFingerprint(new Uint8Array()), { host: new Uint8Array(), lines: new Uint8Array() })
  })
})
