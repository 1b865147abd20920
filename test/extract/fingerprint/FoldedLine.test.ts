import fc from "fast-check"
import { expect, test } from "vitest"
import { countWords } from "../../../src/extract/content/blocks/measure-text.ts"
import { FoldedLine, lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"

const line = new FoldedLine()

/** The rule by regular expressions. Units of pairs count as letters. */
const foldedByRule = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}\uD800-\uDFFF\u{10000}-\u{10FFFF}]/gu, " ").replace(/ +/g, " ").trim()

test.each([
  ["Tides of the YEAR: 2026!", "tides of the year 2026"],
  ["ΟΔΟΣ, ΟΔΟΣ", "οδος οδος"],
  ["İstanbul'da", "i stanbul da"],
  ["𐐀 🙂 ok", "𐐨 🙂 ok"],
  [" — ", ""]
])("folds %j", (text, folded) => {
  line.read(text)
  expect(line.text).toBe(folded)
})

test("agrees with the rule by regular expressions, and hashes a folded line as the line itself", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
    line.read(text)
    expect(line.text).toBe(foldedByRule(text))
    expect(line.words).toBe(countWords(line.text))
    expect(line.hash).toBe(lineHash(line.text))
  }))
})
