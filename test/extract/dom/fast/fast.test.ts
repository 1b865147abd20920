import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { segment } from "../../../../src/extract/content/blocks/blocks.ts"
import { groupsOf } from "../../../../src/extract/content/blocks/containers.ts"
import { PhraseSet } from "../../../../src/extract/dom/fast/PhraseSet.ts"
import { compileModel, predict, type TreeModel } from "../../../../src/extract/dom/fast/trees.ts"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"

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

const sizes = (source: string) => groupsOf(segment(parseHtml(source).body)).map(({ size }) => size)

it("posts that are numbered in their class names have one shape", () => {
  assert.deepStrictEqual(sizes("<p class='post post-17'>one</p><p class='post post-203'>two</p>"), [2, 2])
})

it("other names make other shapes", () => {
  assert.deepStrictEqual(sizes("<p class='post'>one</p><p class='note'>two</p>"), [1, 1])
})

const model: TreeModel = {
  bias: 0.25,
  trees: [
    { feature: [0, -1, 1, -1, -1], threshold: [0.5, -1, 2, 0.75, 3], left: [1, 0, 3, 0, 0] },
    { feature: [-1], threshold: [0.125], left: [0] }
  ]
}

const expected = (first: number, second: number): number => {
  const sum = 0.25 + (first <= 0.5 ? -1 : second <= 2 ? 0.75 : 3) + 0.125
  return Math.fround(1 / (1 + Math.exp(-sum)))
}

it("gives each row the probability of its leaves, whatever the number of rows", () => {
  for (const rows of [0, 1, 2, 3, 4, 5, 255, 256, 257, 1000]) {
    const values = Float32Array.from({ length: rows * 2 }, (_, at) => (at * 7 % 13) / 4)
    const found = predict(compileModel(model), values, 2, rows)
    assert.deepStrictEqual(
      [...found],
      Array.from({ length: rows }, (_, row) => expected(values[row * 2] ?? 0, values[row * 2 + 1] ?? 0))
    )
  }
})

it("takes a settled row for one that goes on like this", () => {
  const many = (value: number) => Array.from({ length: 40 }, () => ({ feature: [-1], threshold: [value], left: [0] }))
  const first = (value: number) =>
    predict(compileModel({ bias: 0, trees: [...many(value), ...many(1)] }), Float32Array.of(0), 1, 1)[0]
  assert.strictEqual(first(-0.125), Math.fround(1 / (1 + Math.exp(5 * 1.2))))
  assert.isAbove(first(-0.05) ?? 0, 0.99)
})
