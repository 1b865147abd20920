import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { expectedF1 } from "../../../src/extract/content/decide/choose-blocks.ts"
import { calibrated } from "../../../src/extract/content/decide/confidence.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { calibration } from "../../../src/extract/rules/confidence.ts"
import { pageOf } from "../markdown/page-of.ts"

describe("the expected F1 of a choice", () => {
  const blocks = segment(parseHtml(`<p>${"oil ".repeat(10)}</p><p>${"wick ".repeat(10)}</p>`).body)
  const expected = (scores: ReadonlyArray<number>, kept: ReadonlyArray<number>): number =>
    expectedF1(blocks, Float32Array.from(scores), Uint8Array.from(kept))

  it("is near 1 where all certain blocks are kept, and no others", () => {
    assert.isAbove(expected([0.999, 0.001], [1, 0]), 0.99)
    assert.closeTo(expected([0.999, 0.999], [1, 0]), 2 / 3, 0.01)
    assert.closeTo(expected([0.999, 0.001], [1, 1]), 2 / 3, 0.01)
  })

  it("is 0 where nothing is kept", () => {
    assert.strictEqual(expected([0.5, 0.5], [0, 0]), 0)
  })
})

describe("the calibration", () => {
  it("goes up", () => {
    for (const [index, [from, low]] of calibration.entries()) {
      const [to, high] = calibration[index + 1] ?? [2, 2]
      assert.isTrue(from < to && low <= high)
    }
  })

  it("is linear between its points, and level outside them", () => {
    const points = [[0.2, 0.4], [0.6, 0.8]] as const
    const read = [0, 0.2, 0.4, 0.6, 1].map((expected) => Number(calibrated(expected, points).toFixed(6)))
    assert.deepStrictEqual(read, [0.4, 0.4, 0.6, 0.8, 0.8])
  })
})

describe("the confidence of a page", () => {
  const confidence = (source: string): number => contentOf(pageOf(source)).selection.confidence
  const story =
    "<p>The light was lit each evening at dusk, and the keeper climbed the stairs to it in every weather.</p>"

  it("is higher for an article than for scattered lines", () => {
    const article = confidence(`<body><article><h1>The keeper</h1>${story.repeat(8)}</article></body>`)
    const lines = confidence(`<body>${"<div><a href=/a>Oil</a> <span>12</span></div>".repeat(30)}</body>`)
    assert.isAbove(article, 0.9)
    assert.isBelow(lines, article)
  })
})
