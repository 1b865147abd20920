import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks.ts"
import { layoutOf } from "../../../src/extract/content/PageLayout.ts"
import { shareFate } from "../../../src/extract/content/share-fate.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

/** Where the probabilities of these blocks go. */
const drawn = (html: string, ...probabilities: ReadonlyArray<number>): ReadonlyArray<number> => {
  const blocks = segment(parseHtml(html).body)
  return [...shareFate(layoutOf(blocks), Float32Array.from(probabilities))]
}

const post = (text: string) => `<div class="post">${text}</div>`

describe("blocks of one shape", () => {
  it("are drawn to what most of their words are", () => {
    const [first = 0, doubtful = 0] = drawn(
      [post("one two three four"), post("alas"), post("five six seven eight")].join(""),
      0.9,
      0.2,
      0.9
    )
    assert.isAbove(doubtful, 0.5)
    assert.isAbove(first, doubtful)
  })

  it("leave others alone", () => {
    const [, , , other = 0] = drawn(
      `${post("one two")}${post("three four")}${post("five six")}<p>seven eight</p>`,
      0.9,
      0.9,
      0.9,
      0.2
    )
    assert.closeTo(other, 0.2, 1e-6)
  })

  it("need be more than two", () => {
    const scores = drawn(`${post("one two")}${post("three four")}`, 0.9, 0.2)
    assert.closeTo(scores[0] ?? 0, 0.9, 1e-6)
    assert.closeTo(scores[1] ?? 0, 0.2, 1e-6)
  })

  it("stand a score of 0 or 1 among them", () => {
    const scores = drawn([post("one"), post("two"), post("three")].join(""), 0, 1, 0.5)
    assert.isTrue(scores.every((score) => score > 0 && score < 1))
  })
})
