import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import { countWords } from "../../../src/extract/content/blocks/measure-text.ts"
import { FoldedLine, lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { pageLines } from "../../../src/extract/fingerprint/page-lines.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

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

const block = (text: string, score: number) => ({ text, score })

describe("the lines of a page", () => {
  it("have the score of the block that they are a part of", () => {
    const text = "one two three four\nfive six seven eight\nnine ten eleven twelve"
    const scores = [block("one two three four\nfive six seven eight", 0.95), block("nine ten eleven twelve", 0.5)]
    const lines = new Map(pageLines({ text, selection: { scores } }).map(({ hash, isSure }) => [hash, isSure]))
    const folded = new FoldedLine()
    const isSure = (line: string) => {
      folded.read(line)
      return lines.get(folded.hash)
    }
    assert.deepStrictEqual(text.split("\n").map(isSure), [true, true, false])
  })

  const filler = "lorem ".repeat(200)
  const texts: ReadonlyArray<readonly [string, number, (length: number) => string]> = [
    [
      "a block of many megabytes",
      5000,
      (length) => Array.from({ length: length / 1000 }, (_, n) => `the line ${n} of ${filler}`).join("\n")
    ],
    [
      "a line far behind in its block",
      2,
      (length) => `${"x y z ".repeat(length / 10)}\n${"the same far line\n".repeat(length / 250)}`
    ]
  ]
  it.effect.each(texts)(
    "are found in linear time in %s",
    ([, lines, text]) =>
      growsInProportion(1_500_000, (length) =>
        Effect.sync(() => {
          const whole = text(length)
          assert.isAtMost(pageLines({ text: whole, selection: { scores: [block(whole, 0.5)] } }).length, lines)
        }))
  )
})
