import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { lowerAfterArticle } from "../../../src/extract/content/scoring/lower-after-article.ts"
import { pageOf } from "../markdown/page-of.ts"

const sentence = "The light was lit each evening at dusk, and the keeper climbed the stairs. "
const paragraph = (times: number) => `<p>${sentence.repeat(times)}</p>`
const story = `<div class=story>${paragraph(8).repeat(3)}</div>`
const article = "<meta property=og:type content=article>"

/** The scores of the blocks after the first text, each 0.5 before. */
const after = (rest: string, { head = article, address = "https://site.test/news/keeper", text = story } = {}) => {
  const page = pageOf(`${head}<body>${text}${rest}`, address)
  const blocks = segment(page.html.body)
  const layout = layoutOf(blocks)
  const scores = new Float32Array(blocks.length).fill(0.5)
  lowerAfterArticle(layout, pageSignals(page.html, page.url), scores)
  const first = blocks.length - segment(pageOf(rest).html.body).length
  return [...scores].slice(first).map((score) => Number(score.toFixed(2)))
}

const card = "<li class=card><h3><a href=/b>The harbour wall and its stones</a></h3><p>It was built in 1820.</p></li>"
const cards = `<ul>${card.repeat(3)}</ul>`

describe("blocks after an article have lower scores", () => {
  it("half a logit, or three if they lead away", () => {
    assert.deepStrictEqual(after("<div><p>The keeper died in 1911.</p></div>"), [0.38])
    assert.deepStrictEqual(after("<div><a href=/b>The harbour wall</a></div>"), [0.05])
    assert.deepStrictEqual(after(cards), Array.from({ length: 6 }, () => 0.05))
  })

  it("a heading of related pages lowers the blocks below it", () => {
    assert.deepStrictEqual(after("<div><h2>Related stories</h2><p>The harbour wall.</p></div>")[1], 0.05)
  })

  it("questions with answers belong to the article", () => {
    const rest = "<h2>Frequently asked questions</h2><h3>Who was he?</h3><p>The keeper.</p><a href=/b>The wall</a>"
    assert.deepStrictEqual(after(`<div>${rest}</div>`), [0.5, 0.5, 0.5, 0.05])
  })

  it("a part of the page without links may belong to the article", () => {
    const parts = cards.replaceAll(/<\/?a[^>]*>/g, "")
    assert.deepStrictEqual(after(parts), Array.from({ length: 6 }, () => 0.38))
  })

  const others: Readonly<Record<string, Parameters<typeof after>[1]>> = {
    "a page that declares no article": { head: "" },
    "a list": { head: `${article}<script type='application/ld+json'>{"@type":"ItemList"}</script>` },
    "an archive of WordPress": { head: `${article}</head><body class="archive category category-256">` },
    "a product": { head: `${article}<script type='application/ld+json'>{"@type":"Product"}</script>` },
    "a thread": { address: "https://site.test/forum/threads/keeper.12/" },
    "a page with hardly any text above its cards": { text: `<div>${paragraph(3)}</div>` }
  }
  for (const [name, options] of Object.entries(others)) {
    it(`not on ${name}`, () => {
      assert.deepStrictEqual(after(cards, options), Array.from({ length: 6 }, () => 0.5))
    })
  }

  it("a short text is an article only if the page has little other prose", () => {
    const text = `<div>${paragraph(9)}</div>`
    const rest = (times: number) => `<div class=other>${cards}<section>${paragraph(3).repeat(times)}</section></div>`
    assert.strictEqual(after(rest(0), { text })[0], 0.05)
    assert.strictEqual(after(cards.replaceAll("1820.", `1820. ${sentence.repeat(17)}`), { text })[0], 0.5)
  })
})
