import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { PhraseSet } from "../../../src/extract/content/PhraseSet.ts"

const letters = fc.string({ unit: fc.constantFrom("a", "b", "B", "é", "É", "д", "本", " "), maxLength: 40 })
const phrases = fc.array(
  fc.string({ unit: fc.constantFrom("a", "b", "é", "д", "本", " "), minLength: 1, maxLength: 5 })
)

it("finds a phrase wherever one stands, in either case, and none where none does", () => {
  fc.assert(fc.property(phrases, letters, (list, text) => {
    assert.strictEqual(
      new PhraseSet(list).isIn(text),
      list.some((phrase) => text.toLowerCase().includes(phrase))
    )
  }))
})
