import { assert, describe, it } from "@effect/vitest"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { keepWhole } from "../../../src/extract/content/decide/keep-whole.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const mended = (source: string, isThread = false): ReadonlyArray<string> => {
  const marked = markedBlocks(source)
  keepWhole(layoutOf(marked.blocks), marked.kept, isThread)
  return keptTexts(marked)
}

const prose = "Several words of a paragraph that says what there is to say."

describe("what is one thing to its readers stays whole", () => {
  it("a table whose rows are kept has its header and its caption", () => {
    const rows = "<tr kept><td>dock<td>1</tr><tr kept><td>undock<td>2</tr>"
    assert.deepStrictEqual(
      mended(`<table><caption>Options</caption><tr><th>Name<th>Default</tr>${rows}</table>`),
      ["Options", "Name", "Default", "dock", "1", "undock", "2"]
    )
  })

  it("a list has the bold line above it, unless it is a list of links", () => {
    const list = "<ul><li kept>Two ropes<li kept>One lamp</ul>"
    const bold = "<div><b>What you need</b></div>"
    assert.deepStrictEqual(mended(`<p kept>${prose}</p>${bold}${list}`), [
      prose,
      "What you need",
      "Two ropes",
      "One lamp"
    ])
    assert.lengthOf(mended(`<p kept>${prose}</p><div>What you need</div>${list}`), 3)
    assert.lengthOf(mended(`<p kept>${prose}</p>${bold}<ul><li kept><a href=/a>Two ropes</a></ul>`), 2)
    assert.lengthOf(mended(`<p>${prose}</p>${bold}${list}`), 2)
  })

  it("a table of which a few cells are kept goes", () => {
    const row = "<tr><td>some cell<td>another cell<td>a third cell</tr>"
    assert.deepStrictEqual(mended(`<table>${row.repeat(3)}<tr><td kept>one<td>cell<td>more</tr></table>`), [])
  })

  it("a post laid out as a table is left as it is chosen", () => {
    const post = `<tr><td class=author><p>Ada</p><p>Posts: 12</p></td><td kept>${prose}</td></tr>`
    assert.deepStrictEqual(mended(`<table>${post.repeat(2)}</table>`, true), [prose, prose])
    assert.lengthOf(mended(`<table>${post.repeat(2)}</table>`), 6)
  })

  it("a table is settled by its cells, not by their words", () => {
    const row = (name: string, stars: string): string => `<tr><td kept>${name}<td kept>good<td>${stars}</tr>`
    const cells = mended(`<table>${row("Lamp", "☆ ☆ ☆ ★ ★ ☆ ☆ ☆ ★ ★")}${row("Wick", "☆ ☆ ☆ ☆ ★ ☆ ☆ ☆ ★ ★")}</table>`)
    assert.lengthOf(cells, 6)
  })

  it("a table that arranges the page is left as it is chosen", () => {
    const layout = `<table><tr><td><table><tr><td>menu</table><td kept><p>${prose}</p></tr></table>`
    assert.deepStrictEqual(mended(layout), [prose])
  })

  it("a heading that is kept only for the text below it is told from one that is chosen", () => {
    const marked = markedBlocks(`<h2>Tides</h2><p kept>${prose}</p><h2 kept>Winds</h2><p kept>${prose}</p>`)
    const added = keepWhole(layoutOf(marked.blocks), marked.kept)
    assert.deepStrictEqual([...marked.kept], [1, 1, 1, 1])
    assert.deepStrictEqual([...added], [1, 0, 0, 0])
  })

  it("an item of a kept list stays", () => {
    assert.deepStrictEqual(mended("<ul><li kept>one<li>two<li kept>three</ul>"), ["one", "two", "three"])
  })

  it("a list that is mostly dropped goes, those around it stay", () => {
    assert.deepStrictEqual(
      mended(`<ul><li><p kept>${prose}</p><ul><li kept>a<li>b<li>c<li>d</ul><li kept>${prose}</ul>`),
      [prose, prose]
    )
  })

  it("a term has its definition, and a definition its term", () => {
    assert.deepStrictEqual(
      mended(`<dl><dt>a<dd kept>${prose}</dd><dt kept>b</dt><dd>${prose}</dd></dl>`),
      ["a", prose]
    )
  })

  it("code in a box stays with the text before the box, without the labels of the box", () => {
    const head = "<div class=head kept><span>python</span><button>Copy code</button></div>"
    for (const label of [head, head.replace(" kept", ""), "<span kept>Kopieren</span>", "<b>TypeScript</b>"]) {
      const box = `<div class=listing>${label}<pre><code>createServer()</code></pre></div>`
      assert.deepStrictEqual(mended(`<main><p kept>${prose}</p>${box}<p kept>${prose}</p></main>`), [
        prose,
        "createServer()",
        prose
      ])
    }
  })

  it("code stays with the text before it", () => {
    assert.deepStrictEqual(
      mended("<div><h2 kept>Example</h2><pre><code>createServer()</code></pre></div><footer><pre>x</pre></footer>"),
      ["Example", "createServer()"]
    )
  })
})

describe("a heading stands or falls with what it heads", () => {
  it("it stays above kept text", () => {
    assert.deepStrictEqual(
      mended(`<h2>Pros</h2><p kept>Quick.</p><h2>Cons</h2><ul><li kept>Dear.</ul>`),
      ["Pros", "Quick.", "Cons", "Dear."]
    )
  })

  it("it stays where what is below it in its own element is kept, whatever comes after that element", () => {
    assert.deepStrictEqual(
      mended(`<section><h2>Pros</h2><p kept>Quick.</p></section><p>${prose.repeat(3)}</p>`),
      ["Pros", "Quick."]
    )
  })

  it("it goes where all below it goes", () => {
    assert.deepStrictEqual(
      mended(`<p kept>${prose}</p><h2 kept>Recommended stories</h2><ul><li><a href=/a>One story</a></ul>`),
      [prose]
    )
  })

  it("it stays above a section that is kept", () => {
    assert.deepStrictEqual(
      mended(`<h2>Chapter</h2><h3 kept>Section</h3><p kept>${prose}</p>`),
      ["Chapter", "Section", prose]
    )
  })

  it("a subject that every post repeats does not come back, a label does", () => {
    const post = (heading: string) => `<div class=post><h3>${heading}</h3><p kept>${prose}</p></div>`
    assert.deepStrictEqual(mended(post("Re: How do I wind a clock?").repeat(3)), [prose, prose, prose])
    assert.deepStrictEqual(mended(post("Pros").repeat(3)), ["Pros", prose, "Pros", prose, "Pros", prose])
  })

  it("names of other pages do not come back, names of sections do", () => {
    const section = (name: string) => `<div class=post><h3>${name}</h3><p kept>${prose}</p></div>`
    const lamps = ["The lamp of the north pier", "The lamp of the old lock", "The lamp of the mill"]
    const links = lamps.map((name) => section(`<a href=/lamp>${name}</a>`)).join("")
    assert.deepStrictEqual(mended(links), [prose, prose, prose])
    assert.deepStrictEqual(mended(lamps.map(section).join("")), lamps.flatMap((name) => [name, prose]))
  })

  it("one that ends the content goes", () => {
    assert.deepStrictEqual(mended(`<p kept>${prose}</p><h3 kept>Share:</h3><svg></svg>`), [prose])
  })

  it("headings at the end go with the long text below them, and names in a list stay", () => {
    const section = (name: string, below: string) => `<h2 kept>${name}</h2>${below}`
    const text = ["One", "Two", "Three"].map((name) => section(name, `<p kept>${prose}</p>`)).join("")
    const left = mended(
      text + section("Notes", `<p>${prose.repeat(5)}</p>`) + section("Sources", `<p>${prose.repeat(5)}</p>`)
    )
    assert.strictEqual(left.at(-1), prose)
    assert.strictEqual(mended(text + section("Ada", "<p>Keeper</p>") + section("Enok", "<p>Pilot</p>")).at(-1), "Enok")
  })

  it("a paragraph that is set as a heading is text", () => {
    const long = `${prose} ${prose}`
    assert.deepStrictEqual(mended(`<h2 kept>Welcome</h2><h4 kept>${long}</h4>`), ["Welcome", long])
  })

  it("the first heading stays where it is all there is", () => {
    assert.deepStrictEqual(mended(`<h1 kept>A title</h1><p>${prose}</p>`), ["A title"])
  })

  it("names of cards stay without what else is on the cards", () => {
    const card = "<div class=card><h3 kept>Name</h3><p>Read more</p></div>"
    assert.deepStrictEqual(mended(card.repeat(4)), ["Name", "Name", "Name", "Name"])
  })
})
