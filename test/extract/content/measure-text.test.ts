import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { measureText } from "../../../src/extract/content/blocks/measure-text.ts"

const anyText = fc.array(fc.constantFrom("a", "Z", "7", "_", " ", "  ", "\n", ".", "-", "’", "…", "é", "я"), {
  maxLength: 40
}).map((parts) => parts.join(""))

describe("measuring a text", () => {
  it("counts runs of letters and digits, and sees white space that is not folded", () => {
    fc.assert(fc.property(anyText, (text) => {
      assert.deepStrictEqual(measureText(text), {
        words: text.match(/[\wéя]+/g)?.length ?? 0,
        isFolded: !/[^\S ]| {2}/.test(text)
      })
    }))
  })

  it("counts two characters as a word where words are not separated", () => {
    assert.strictEqual(measureText("速く読むページ").words, 4)
    assert.strictEqual(measureText("速く読むページ GB").words, 5)
  })

  it("takes unusual spaces for white space that is not folded", () => {
    for (const space of ["\u00a0", "\u2003", "\u2009", "\u3000", "\ufeff"]) {
      assert.isFalse(measureText(`one${space}two`).isFolded)
    }
  })
})
