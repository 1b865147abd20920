import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { groupWithSibling, isOfParts } from "../../../src/extract/content/scoring/group-with-sibling.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { pageOf } from "../markdown/page-of.ts"

/** Where the probabilities of these blocks go. */
const drawn = (html: string, ...probabilities: ReadonlyArray<number>): ReadonlyArray<number> => {
  const blocks = segment(parseHtml(html).body)
  return [...groupWithSibling(layoutOf(blocks), Float32Array.from(probabilities), false)]
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

describe("blocks of one section", () => {
  const blocks = segment(parseHtml("<h2>Lamps</h2><p>one two three</p><pre>four</pre><h2>Oil</h2><p>five</p>").body)
  const probabilities = Float32Array.of(0.9, 0.9, 0.2, 0.1, 0.1)
  const layout = layoutOf(blocks)

  it("are drawn together on a page of many parts", () => {
    const scores = groupWithSibling(layout, probabilities, true)
    assert.isAbove(scores[2] ?? 0, 0.25)
    assert.isBelow(scores[2] ?? 0, 0.5)
  })

  it("stand by themselves on others", () => {
    assert.closeTo(groupWithSibling(layout, probabilities, false)[2] ?? 0, 0.2, 1e-6)
  })
})

describe("a page of many parts", () => {
  const isOf = (body: string, address = "https://site.test/lamps", head = "") => {
    const page = pageOf(`${head}${body}`, address)
    return isOfParts(layoutOf(segment(page.html.body)), pageSignals(page.html, page.url))
  }
  const cards = "<div><a href=/1>Storm lamp</a><span>12 coins</span></div>".repeat(9)
  const prose = `<p>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)}</p>`

  it("has hardly any prose", () => {
    assert.isTrue(isOf(cards))
    assert.isFalse(isOf(cards + prose))
  })

  it("is neither an article nor a thread", () => {
    assert.isFalse(isOf(cards, "https://site.test/2026/11/lamps"))
    assert.isFalse(isOf(cards, "https://site.test/threads/12"))
    assert.isFalse(isOf(cards, "https://site.test/lamps", "<meta property=og:type content=article>"))
  })
})
