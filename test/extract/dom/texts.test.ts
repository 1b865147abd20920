import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { pageInput } from "../../../scripts/support/page-input.ts"
import { registrableDomain } from "../../../src/core/domain/WebUrl.ts"
import { fold } from "../../../src/extract/dom/walk.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { heapUsed, megabyte } from "../../support/processes/heap-used.ts"

const urls = 2000

/** The host of a URL with a path of 8,000 characters. */
const hostOfLongUrl = (index: number): string =>
  new URL(`https://long-address-${index}.example.com/${"x".repeat(8000)}/${index}`).hostname

it("what is remembered of a host keeps no URL in memory", () => {
  const before = heapUsed()
  for (let index = 0; index < urls; index++) registrableDomain(hostOfLongUrl(index))
  assert.isBelow(heapUsed() - before, 5 * megabyte)
})

/** A page of one megabyte. Every text of it that could be remembered is its own, and longer than the engine copies. */
const largePage = (index: number): string =>
  `<html lang="language-of-page-${index}"><title>The title of page number ${index}</title>
   <div class="names-of-page-${index}"><p id="place-in-page-${index}">${"Some words of a page. ".repeat(20)}</p>
   <a href="/target-of-page-${index}">The text of a link in page number ${index}</a></div>
   <script>${"x".repeat(megabyte)}</script>`

it.effect("a page is freed, whatever is remembered of it", () =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const read = (index: number) => extractor.extract(pageInput(largePage(index), `https://page.example/${index}`))
    yield* Effect.forEach([0, 1, 2], read)
    const before = heapUsed()
    const extractions = yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => index + 3), read)
    const grown = heapUsed() - before
    assert.strictEqual(extractions.length, 20)
    assert.isBelow(grown, 10 * megabyte)
  }).pipe(Effect.provide(Extractor.layerInline)))

const folded = (text: string): string => text.replace(/[\s\u200B]+/g, " ").trim()

it("folds every kind of white space, wherever it stands", () => {
  const chars = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const texts = chars.flatMap((char) => [char, `a${char}b`, `${char} a`, `a ${char}`])
  assert.deepStrictEqual(texts.filter((text) => fold(text) !== folded(text)), [])
})

it("folds runs of white space in short and long texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "本", " ", "\n", "\u00A0", "\u200B"), maxLength: 12 })
  fc.assert(fc.property(text, fc.nat(80), (some, times) => {
    assert.strictEqual(fold(some.repeat(times)), folded(some.repeat(times)))
  }))
})
