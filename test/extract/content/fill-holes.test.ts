import { assert, describe, it } from "@effect/vitest"
import { fillHoles } from "../../../src/extract/content/decide/fill-holes.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const article = { isThread: false, url: new URL("https://site.test/news/keeper") }

const story = `<p kept>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(5)}</p>`

/** Texts that are kept between two paragraphs, at this score. */
const between = (source: string, score = 0.1, around: "article" | "div" = "article"): ReadonlyArray<string> => {
  const marked = markedBlocks(`<${around}>${story}${source}${story}</${around}>`)
  fillHoles(marked.blocks, new Float32Array(marked.blocks.length).fill(score), marked.kept, article)
  return keptTexts(marked).slice(1, -1)
}

describe("a dropped part between two kept paragraphs is kept", () => {
  const parts: Readonly<Record<string, readonly [source: string, texts: ReadonlyArray<string>]>> = {
    "a list": ["<ul><li>Oil</li><li>Wicks</li></ul>", ["Oil", "Wicks"]],
    "a term with its definition": ["<dl><dt>Datum</dt><dd>NN2000</dd></dl>", ["Datum", "NN2000"]],
    "a short quotation": ["<blockquote>We were lucky.</blockquote>", ["We were lucky."]],
    "code in its wrapper": ["<div class=highlight><pre>tide now</pre></div>", ["tide now"]],
    "a table of links": ["<table><tr><th>Port<th>Norm<tr><td>H2<td><a href=/a>RFC 7540</a></table>", [
      "Port",
      "Norm",
      "H2",
      "RFC 7540"
    ]],
    "a table of which a cell is kept": [
      "<table><tr><th>Year</th><th>Level</th></tr><tr><td kept>1987</td><td>2.31</td></tr></table>",
      ["Year", "Level", "1987", "2.31"]
    ],
    "a summary with its details": ["<details><summary>More</summary>All of it.</details>", ["More", "All of it."]],
    "a large number with its label": ["<div class=stat><div>2.31 m</div><div>in 1874</div></div>", [
      "2.31 m",
      "in 1874"
    ]],
    "the title of a note": ["<div class=note><b>Tip</b><p kept>Use the south pier in fog.</p></div>", [
      "Tip",
      "Use the south pier in fog."
    ]],
    "answers to choose from": ["<div><p kept>How high?</p><label><input type=radio> 2 m</label></div>", [
      "How high?",
      "2 m"
    ]],
    "links that a line announces": ["<p kept>Sources:</p><ul><li><a href=/a>The notebooks</a></ul>", [
      "Sources:",
      "The notebooks"
    ]],
    "a list of pages of other sites": [
      "<ul><li><a href=https://a.test/1>On lamps</a><li><a href=https://b.test/>On oil</a></ul>",
      ["On lamps", "On oil"]
    ],
    "a quotation with its source": ["<blockquote><p kept>We were lucky.</p>— Enok Lund</blockquote>", [
      "We were lucky.",
      "— Enok Lund"
    ]],
    "a quotation with links": ["<blockquote>Look: <a href=/a>keeper</a> <a href=/b>lamps</a></blockquote>", [
      "Look: keeper lamps"
    ]],
    "a definition with links": ["<dl><dt>Datum <a href=#datum>link</a></dt></dl>", ["Datum link"]],
    "a label of the list after it": ["<div><h3 kept>Oil lamps</h3><p>Advantages:</p><ul kept><li>Cheap</ul></div>", [
      "Oil lamps",
      "Advantages:",
      "Cheap"
    ]],
    "a file to download": ["<p><a href=/wall.pdf>The report (PDF)</a></p>", ["The report (PDF)"]],
    "an address with a number to call": [
      "<address><b>Harbour Office</b><br>12 Pier Street <a href=tel:+4755>+47 55</a></address>",
      ["Harbour Office 12 Pier Street +47 55"]
    ],
    "a box of facts": ["<aside><h3>At a glance</h3><ul><li>Wall: sound<li>Street: sinking</ul></aside>", [
      "At a glance",
      "Wall: sound",
      "Street: sinking"
    ]],
    "a table of other elements": [
      "<div role=table><div role=row><b role=cell>Pier</b><b role=cell>2.31</b></div><div role=row><b role=cell>Lock</b><b role=cell>1.55</b></div></div>",
      ["Pier2.31", "Lock1.55"]
    ],
    "the caption of a listing": ["<figure><pre kept>let a = 1</pre><figcaption>Listing 1</figcaption></figure>", [
      "let a = 1",
      "Listing 1"
    ]]
  }
  for (const [name, [source, texts]] of Object.entries(parts)) {
    it(name, () => {
      assert.deepStrictEqual(between(source), texts)
    })
  }

  it("a list between lines of an element without paragraphs", () => {
    const line = "The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(4)
    const marked = markedBlocks(`<div>${line}<ul><li>Oil</li></ul>${line}</div>`)
    for (const at of [0, 2]) marked.kept[at] = 1
    fillHoles(marked.blocks, new Float32Array(marked.blocks.length), marked.kept, article)
    assert.include(keptTexts(marked), "Oil")
  })

  it("a short line between paragraphs that are not p elements", () => {
    const line = `<div class=line kept>${"A keeper lives by the light. ".repeat(12)}</div>`
    const marked = markedBlocks(`<section>${line}<div class=line>He is alone.</div>${line}</section>`)
    fillHoles(marked.blocks, new Float32Array(marked.blocks.length).fill(0.35), marked.kept, article)
    assert.lengthOf(keptTexts(marked), 3)
  })

  it("a short paragraph within a box, if it is likely enough", () => {
    const box = "<div class=card><div kept>Upper</div><p>Twelve litres</p><div kept>Lower</div></div>"
    const among = `<div><div class=a kept>One</div></div>${box}<div><div class=a kept>Two</div></div>`
    assert.include(between(among, 0.35), "Twelve litres")
    assert.notInclude(between(among, 0.25), "Twelve litres")
  })

  it("a paragraph that is not unlikely, by its tag or by its class", () => {
    const paragraph =
      "<p>It burned for nine hours, in every weather, and it never went out in all those years of storms and of fog and of snow that came over the harbour</p>"
    assert.lengthOf(between(paragraph, 0.25), 1)
    assert.lengthOf(between(paragraph.repeat(2), 0.1), 0)
    const block = `<div class=line kept>${"A keeper lives by the light. ".repeat(4)}</div>`
    const same =
      "<div class=line>Nobody in the town has ever asked him why he does it, night after night, alone, and for so little money as that.</div>"
    assert.lengthOf(between(`${block}${same}${block}`, 0.3), 3)
    assert.lengthOf(between(`${block}${same.replace("line", "card")}${block}`, 0.3), 2)
  })
})

describe("a dropped part stays dropped", () => {
  const parts: Readonly<Record<string, string>> = {
    "a menu": "<ul><li><a href=/a>Harbours</a></li><li><a href=/b>Storms</a></li></ul>",
    "a part named as something else": "<div class=ad-slot>Try our lamps</div>",
    "a list in such a part": "<div class=share-bar><ul><li>Print</li></ul></div>",
    "an advertising label": "<div>Advertisement</div>",
    "words beside a picture": "<div><img src=/a.jpg>The north end</div>",
    "a caption": "<figure><img src=/a.jpg><figcaption>The north end</figcaption></figure>",
    "a navigation": "<nav><ol><li>Home</li></ol></nav>",
    "a link": "<p><a href=/next>The next story</a></p>",
    "links after a line that leads elsewhere": "<p kept>Read also:</p><ul><li><a href=/a>Ten storms</a></ul>",
    "a quotation that leads elsewhere": "<blockquote>Read also: <a href=/a>Ten storms</a></blockquote>",
    "an address with links to pages": "<address>By <a href=/kari>Kari Lund</a> <a href=/ida>Ida Vik</a></address>",
    "a box to subscribe": "<div><h3>Letters</h3><p>Subscribe to our newsletter.</p></div>",
    "a list of pages of the site": "<ul><li><a href=https://www.site.test/a>Lamps</a><li><a href=/b>Oil</a></ul>",
    "a table that arranges the page": "<table><tr><td>Oil</table>",
    "hidden words": "<div style='display:none'>2.31 m</div>"
  }
  for (const [name, source] of Object.entries(parts)) {
    it(name, () => {
      assert.deepStrictEqual(between(source).filter((text) => text !== "Read also:"), [])
    })
  }

  it("before and after the text, and in a page of cards", () => {
    const marked = markedBlocks(`<ul><li>Oil</li></ul>${story}<ul><li>Wicks</li></ul>`)
    fillHoles(marked.blocks, new Float32Array(marked.blocks.length), marked.kept, article)
    assert.lengthOf(keptTexts(marked), 1)
    const cards = markedBlocks("<h2 kept>One</h2><ul><li>Oil</li></ul><h2 kept>Two</h2>")
    fillHoles(cards.blocks, new Float32Array(cards.blocks.length), cards.kept, article)
    assert.deepStrictEqual(keptTexts(cards), ["One", "Two"])
  })

  it("a short fact in a thread", () => {
    const marked = markedBlocks(`${story}<div>HopelessN00b</div>${story}`)
    fillHoles(marked.blocks, new Float32Array(marked.blocks.length), marked.kept, { ...article, isThread: true })
    assert.lengthOf(keptTexts(marked), 2)
  })
})
