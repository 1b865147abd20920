import { assert, describe, it } from "@effect/vitest"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { dropLeftovers } from "../../../src/extract/content/decide/drop-leftovers.ts"
import { pageOf } from "../markdown/page-of.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const left = (rest: string, address = "https://site.test/news/keeper", head = ""): ReadonlyArray<string> => {
  const marked = markedBlocks(`<main kept>${story}${rest}</main>`)
  const page = pageOf(head, address)
  dropLeftovers(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
  return keptTexts(marked).slice(1)
}

const story = `<p>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)}</p>`

const longDialog = `<p>${"We use cookies to measure our visitors. ".repeat(60)}</p>`

describe("what the page names as something else than its content is dropped", () => {
  const rest: Readonly<Record<string, string>> = {
    "comments below an article": "<div class='post-comments comments'><p>I knew him well.</p></div>",
    "comments under a heading that says so": "<h3>3 Comments</h3><p>I knew him well.</p>",
    "comments under a German heading": "<h3>Kommentare (3)</h3><p>Ich kannte ihn gut.</p>",
    "related pages": "<section class='related-posts'><h3>Harbour</h3><p>Its walls are old.</p></section>",
    "a shop's other goods": "<div class='upsell products'><p>Lamp oil, 1 l</p></div>",
    "a box about the author": "<div class=author-box><h4>Enok</h4><p>Enok lives by the sea.</p></div>",
    "a request for money": "<div class=donate-box><p>Give what you can from just one crown.</p></div>",
    "the way to the page": "<ol class=breadcrumb><li>Home</li><li>Keepers</li></ol>",
    "a signature": "<div class='post-signature'>Wind the clock, mind the light.</div>",
    "a request to subscribe": "<div id='newsletter-signup'><p>Letters from the coast, each week.</p></div>",
    "a dialog about cookies": "<div id='onetrust-consent-sdk'><p>We use cookies to measure our visitors.</p></div>",
    "a longer one": `<div class='cookie-banner'><div id='text'>${longDialog}</div></div>`,
    "a line that asks for an address": "<p>Enter your email for 10% off your first order,</p>",
    "the same in other languages": "<p>Abonnez-vous à notre lettre.</p><p>Подпишитесь на нашу рассылку</p>",
    "the choices of a control": "<div role=menu><a href=/ab>Abkhazian</a> <a href=/de>German</a></div>",
    "data shown as words": "<p>{\"layoutMobile\":2,\"columns\":[1,2,3],\"gap\":16}</p>",
    "a page builder's codes": "<p>[vc_row full_width=\"stretch\"][vc_column]The light[/vc_column][/vc_row]</p>"
  }
  for (const [name, source] of Object.entries(rest)) {
    it(name, () => {
      assert.deepStrictEqual(left(source), [])
    })
  }

  it("a section with its heading as its id does not become a part of another kind by the words of its heading", () => {
    const answer = "<section id=respond-to-review-comments><p>Answer all of them.</p></section>"
    assert.deepStrictEqual(left(answer), ["Answer all of them."])
  })

  it("a page within an element named for its dialog is its content", () => {
    const marked = markedBlocks(`<div class='has-cookie-banner' kept>${story.repeat(3)}</div>`)
    const page = pageOf("")
    dropLeftovers(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
    assert.lengthOf(keptTexts(marked), 3)
  })

  it("posts of a thread are its content, however they are named", () => {
    const posts = "<div class=comments><p>I knew him well.</p></div>"
    assert.deepStrictEqual(left(posts, "https://site.test/forum/threads/keeper.12/"), ["I knew him well."])
  })

  it("a page of comments for the most part is a thread", () => {
    assert.lengthOf(left(`<div class=comments>${story.repeat(3)}</div>`), 3)
  })

  it("a heading that only begins like one of comments does not begin them", () => {
    const source = "<h2>Comment choisir sa lampe</h2><p>Il y en a de deux sortes.</p>"
    assert.deepStrictEqual(left(source), ["Comment choisir sa lampe", "Il y en a de deux sortes."])
    assert.lengthOf(left("<h2>Response content</h2><p>It is read as text.</p>"), 2)
  })

  it("but comments are a section of the text where another section follows", () => {
    const source = "<h2>Comments</h2><p>A comment begins with two bars.</p>"
    assert.lengthOf(left(source), 0)
    assert.lengthOf(left(`${source}<h2>Strings</h2><p>A string ends with its line.</p>`), 4)
    assert.lengthOf(left(`${source}<h2>Leave a reply</h2><p>Say it here.</p>`), 0)
  })

  it("reviews of goods stay on a page of goods", () => {
    const head = "<meta property=og:type content=product>"
    assert.lengthOf(left("<div class=comments><p>Burns well.</p></div>", "https://site.test/lamp", head), 1)
  })

  it("the pages that a list is of are its content, however they are named", () => {
    const head = "<script type='application/ld+json'>{\"@type\":\"ItemList\"}</script>"
    assert.lengthOf(left("<div class='recirc-list'><p>Lamp oil</p></div>", "https://site.test/recipes", head), 1)
  })

  it("the boxes of a side bar are beside an article, and may be all of a front page", () => {
    const source = "<aside class=widget><p>Ten lamps that we tested this year.</p></aside>"
    const article = "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script>"
    assert.lengthOf(left(source, "https://site.test/news/keeper", article), 0)
    assert.lengthOf(left(source), 1)
    assert.lengthOf(left(source.replaceAll("aside", "div"), "https://site.test/news/keeper", article), 1)
  })

  it("remarks on an answer are not the answer", () => {
    const source = "<div class=answer><p>At dusk.</p></div><ul class='comments-list js-comments'><li>Which dusk?</ul>"
    const head = "<script type='application/ld+json'>{\"@type\":\"QAPage\"}</script>"
    assert.deepStrictEqual(left(source, "https://site.test/questions/12/when", head), ["At dusk."])
  })

  it("nothing goes before enough has been kept, nor what holds most of it", () => {
    const marked = markedBlocks(`<div class=comments kept>${story}<p>More of it.</p></div>`)
    const page = pageOf("")
    dropLeftovers(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
    assert.lengthOf(keptTexts(marked), 2)
  })
})

describe("a page without content", () => {
  const links = Array.from({ length: 60 }, (_, index) => `<li><a href=/${index}>Part ${index}</a></li>`).join("")
  const footer =
    "<footer class=footer><p>© 2026 Example. All rights reserved. Privacy policy. Terms of use.</p></footer>"

  it("has an empty text, and a warning says why", () => {
    const page = pageOf(`<title>Example</title><nav class=menu><ul>${links}</ul></nav>${footer}`)
    const { markdown, selection, text } = contentOf(page)
    assert.deepStrictEqual([text, markdown, selection.warnings.map(({ code }) => code)], ["", "", ["no_content"]])
  })

  it("keeps the message that stands in its place", () => {
    const page = pageOf(
      `<title>Example</title><nav class=menu><ul>${links}</ul></nav><p>Page not found</p>${footer}`
    )
    assert.include(contentOf(page).text, "Page not found")
    assert.deepStrictEqual(contentOf(page).selection.warnings, [])
  })
})

describe("around an article", () => {
  const head = "<meta property=og:type content=article>"
  const below = (source: string) => left(source, "https://site.test/news/keeper", head)

  it("teasers of other articles are dropped, sections of its own are not", () => {
    const teaser = (name: string) =>
      `<div class=card><h3><a href="/news/${name}">The harbour of ${name}</a></h3><p>Its walls are old, and so is its light.</p></div>`
    const teasers = `</main><section kept>${["a", "b", "c"].map(teaser).join("")}</section>`
    assert.deepStrictEqual(below(teasers), [])
    assert.lengthOf(below(teasers.replaceAll("/news/", "https://elsewhere.test/")), 6)
  })

  it("parts of it that open by a link within the page stay", () => {
    const part = (name: string) =>
      `<div class=card><h3><a href="#${name}">Lesson ${name}</a></h3><p>How the light is lit, and when.</p></div>`
    const parts = `</main><section kept>${["a", "b", "c"].map(part).join("")}</section>`
    assert.lengthOf(below(parts), 6)
  })

  const lines: Readonly<Record<string, string>> = {
    "a link to read on": "<p>Read more: <a href=/a>The harbour is dredged each spring</a></p>",
    "the same in German": "<p>Lesen Sie auch: <a href=/a>Der Hafen wird jedes Jahr ausgebaggert</a></p>",
    "the same in Chinese": "<p>相关阅读：<a href=/a>港口每年春天疏浚一次</a></p>",
    "the word of an advertiser": "<p>- Anzeige -</p>",
    "a lead without its link": "<p>Auch interessant:</p>",
    "a button of a blog": "<p>Gefällt mir Wird geladen …</p>",
    "the line below a remark": "<p>Commented Mar 28, 2014 at 15:35</p>",
    "an invitation to follow": "<p>Follow The Lamp on Twitter and Instagram</p>",
    "the name of a photographer": "<p>© Press Office | Ann Keeper</p>",
    "a count of readers": "<p>1,204 views</p>",
    "a note of rights": "<p>© 2024 Lamp Press Ltd. All rights reserved.</p>",
    "a question about the page": "<p>Was this article helpful?</p>",
    "a lead in Spanish": "<p>Lea aquí: <a href=/b>una lámpara que no se apaga</a></p>",
    "a wall": "<p>To read the full story, please subscribe to The Lamp.</p>",
    "where a post was filed": "<p>Dieser Beitrag wurde am 3. Mai unter Küste abgelegt.</p>"
  }
  for (const [name, source] of Object.entries(lines)) {
    it(`${name} is dropped`, () => {
      assert.deepStrictEqual(below(source), [])
    })
  }

  it("a sentence that begins like such a line stays", () => {
    assert.lengthOf(below("<p>Read more than one book on lamps before you buy one, as <a href=/a>he</a> did.</p>"), 1)
  })
})

it("a line that leads to another page is dropped, within the text and after it", () => {
  const line = "<p><strong>Read also: <a href=/storms>Ten storms of the century</a></strong></p>"
  assert.lengthOf(left(`${line}${story}`), 1)
  assert.lengthOf(left(line), 0)
})

describe("a player", () => {
  const player = "<div class=audio-player><span>0:00</span> / <span>4:32</span> <span>1x</span></div>"

  it("has no text, even before the text of the page", () => {
    const marked = markedBlocks(`<main kept>${player}${story}</main>`)
    const page = pageOf("")
    dropLeftovers(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
    assert.lengthOf(keptTexts(marked), 1)
  })

  for (
    const line of ["Listen to this article", "Artikel anhören", "Écouter l’article", "Слушать статью", "記事を聴く"]
  ) {
    it(`is offered by a line that is not text: ${line}`, () => {
      assert.deepStrictEqual(left(`<p>${line}</p>`), [])
    })
  }

  it("is not beside the times of a table or a sentence about listening", () => {
    assert.lengthOf(left("<table><tr><td>8:30<td>12:15</table><p>Listen to this article of faith with care.</p>"), 3)
  })
})
