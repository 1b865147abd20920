import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { PhraseSet } from "../../../../src/extract/dom/fast/PhraseSet.ts"

const letters = fc.string({ unit: fc.constantFrom("a", "b", "B", "é", "É", "д", "本", " "), maxLength: 40 })
const phrases = fc.array(
  fc.string({ unit: fc.constantFrom("a", "b", "é", "д", "本", " "), maxLength: 5 })
)

it("finds a phrase at any position, in either case, and none where none does", () => {
  fc.assert(fc.property(phrases, letters, (list, text) => {
    assert.strictEqual(
      new PhraseSet(list).bitsIn(text) !== 0,
      list.some((phrase) => text.toLowerCase().includes(phrase))
    )
  }))
})

it("returns the bits of the phrases in a text", () => {
  fc.assert(fc.property(phrases, letters, (list, text) => {
    const bitOf = (phrase: string) => 1 << list.indexOf(phrase)
    assert.strictEqual(
      new PhraseSet(list, bitOf).bitsIn(text),
      list.reduce((bits, phrase) => text.toLowerCase().includes(phrase) ? bits | bitOf(phrase) : bits, 0)
    )
  }))
})
