import { assert, it } from "@effect/vitest"
import { compileModel, predict, type TreeModel } from "../../../../src/extract/dom/fast/trees.ts"

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
