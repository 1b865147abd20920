import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { chooseBlocks } from "../../../src/extract/content/decide/choose-blocks.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

/** How many blocks are kept of blocks of so many words and such probabilities. */
const kept = (...blocks: ReadonlyArray<readonly [words: number, probability: number]>): number => {
  const source = blocks.map(([words]) => `<p>${"word ".repeat(words)}</p>`).join("")
  const probabilities = Float32Array.from(blocks, ([, p]) => p)
  return chooseBlocks(segment(parseHtml(source).body), probabilities).kept.reduce((sum, flag) => sum + flag, 0)
}

const cards = (count: number, probability: number) =>
  Array.from({ length: count }, (): readonly [number, number] => [10, probability])

describe("the choice among a page's blocks", () => {
  it("takes doubtful blocks where there is nothing surer", () => {
    assert.strictEqual(kept(...cards(20, 0.3)), 20)
  })

  it("leaves the same blocks where there is", () => {
    assert.strictEqual(kept([400, 0.95], ...cards(20, 0.3)), 1)
  })

  it("takes many doubtful words rather than few sure ones", () => {
    assert.strictEqual(kept([30, 0.95], ...cards(40, 0.5)), 41)
  })

  it("takes less likely blocks too where all are doubtful, but no unlikely ones", () => {
    assert.strictEqual(kept([100, 0.3], [300, 0.15]), 2)
    assert.strictEqual(kept([100, 0.3], [300, 0.09]), 1)
  })

  it("gives a few words at least, if there are any", () => {
    assert.strictEqual(kept([3, 0.9], [30, 0.001], [30, 0.0001]), 2)
    assert.strictEqual(kept([3, 0]), 1)
    assert.strictEqual(kept(), 0)
  })
})
