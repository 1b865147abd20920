import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { dropCopiedParts, dropCopies, dropPullQuotes } from "../../../src/extract/content/decide/drop-copies.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const kept = (...paragraphs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const blocks = segment(parseHtml(paragraphs.map((text) => `<div><p>${text}</p></div>`).join("")).body)
  const flags = new Uint8Array(blocks.length).fill(1)
  dropCopies(blocks, flags)
  return blocks.filter((_, index) => flags[index] === 1).map(({ text }) => text)
}

const sentence = "word ".repeat(30).trim()

describe("what a page says twice", () => {
  it("is kept once, where it first stands", () => {
    assert.deepStrictEqual(kept(sentence, "between", `  ${sentence}\n`), [sentence, "between"])
  })

  it("is kept as often as it is said, where it is a short line", () => {
    assert.deepStrictEqual(kept("Reply", "Yes, I think so.", "Reply"), ["Reply", "Yes, I think so.", "Reply"])
  })

  it("is kept among the paragraphs of one element, unless one is right after the other or has another class", () => {
    const refrain = `<p>${sentence}</p>`
    const textsOf = (source: string): number => {
      const marked = markedBlocks(`<main kept>${source}</main>`)
      dropCopies(marked.blocks, marked.kept)
      return keptTexts(marked).filter((text) => text === sentence).length
    }
    assert.strictEqual(textsOf(`${refrain}<p>One verse.</p>${refrain}<p>Another verse.</p>${refrain}`), 3)
    assert.strictEqual(textsOf(`${refrain}${refrain}`), 1)
    assert.strictEqual(textsOf(`<p class=short>${sentence}</p><p>One verse.</p>${refrain}`), 1)
  })

  it("is kept under another heading, and where it is code", () => {
    const under = (one: string, other: string, tag = "p"): ReadonlyArray<string> => {
      const text = `<${tag}>${sentence}</${tag}>`
      const marked = markedBlocks(
        `<main kept><section><h2>${one}</h2>${text}</section><section><h2>${other}</h2>${text}</section></main>`
      )
      dropCopies(marked.blocks, marked.kept)
      return keptTexts(marked)
    }
    assert.lengthOf(under("North", "South"), 4)
    assert.lengthOf(under("North", "North"), 3)
    assert.lengthOf(under("North", "North", "pre"), 4)
  })

  it("is kept where a word differs", () => {
    assert.lengthOf(kept(sentence, `${sentence} more`), 2)
  })
})

describe("a pull quote", () => {
  const text = "<p>The sea rises, and the street behind the wall sinks by two millimetres a year.</p>"
  const quoted = (source: string): number => {
    const marked = markedBlocks(`<main kept>${text}${source}</main>`)
    dropPullQuotes(marked.blocks, marked.kept)
    return keptTexts(marked).length
  }

  it("is dropped where the text has its words", () => {
    assert.strictEqual(quoted("<aside><p>“The street behind the wall sinks.”</p></aside>"), 2)
    assert.strictEqual(quoted("<aside><p>“the street behind the wall sinks”</p></aside>"), 1)
    assert.strictEqual(quoted("<div class=pull-quote>the street behind the wall sinks</div>"), 1)
  })

  it("is only set apart by its tag or its name, and has some words", () => {
    assert.strictEqual(quoted("<div>the street behind the wall sinks</div>"), 2)
    assert.strictEqual(quoted("<aside>the street</aside>"), 2)
  })
})

const left = (source: string): ReadonlyArray<string> => {
  const marked = markedBlocks(`<main kept>${source}</main>`)
  dropCopiedParts(marked.blocks, marked.kept)
  return keptTexts(marked)
}

describe("a part of a page that another part repeats", () => {
  const lamps = "Lamps that burn all night and need no more than one can of oil for a whole winter."
  const hero = `<h2>Light for the coast</h2><p>${lamps}</p>`
  const slide = `<p>${"They burn well. ".repeat(12)}</p><p>Anna, a keeper of the light</p>`

  it("is kept once", () => {
    const source = `<div class=wide>${hero}</div><div class=narrow>${hero}</div>`
    assert.deepStrictEqual(left(source), ["Light for the coast", lamps])
    assert.lengthOf(left(`<div><div>${slide}</div><div>${slide}</div><div>${slide}</div></div>`), 2)
  })

  it("is kept where it has one word more, and where it is a list of features", () => {
    assert.lengthOf(left(`<div>${hero}</div><div>${hero}<p>More.</p></div>`), 5)
    const features = "<ul><li>Burns for nine hours</li><li>Oil for one year</li><li>A spare wick</li></ul>"
    assert.lengthOf(left(`<div><h3>Small</h3>${features}</div><div><h3>Large</h3>${features}</div>`), 8)
  })

  it("is kept where it is short and stands under another heading", () => {
    const winner = "<div><h4>Light for the coast</h4><p>Burns longer than all others.</p></div>"
    assert.lengthOf(left(`<h2>Best of Projects</h2>${winner}<h2>Best of Products</h2>${winner}`), 6)
  })

  it("is looked for in time that grows with the page", () => {
    const nested = `${"<div>".repeat(300)}<p>a b c d e f g h i</p><p>j</p>${"</div>".repeat(300)}`
    assert.lengthOf(left(nested.repeat(2)), 4)
  })
})
