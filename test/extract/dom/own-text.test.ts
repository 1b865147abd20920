import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pageInput } from "../../../scripts/support/page-input.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { heapUsed, megabyte } from "../../support/processes/heap-used.ts"

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
