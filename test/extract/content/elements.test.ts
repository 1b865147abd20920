import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { hiddenBit, segment } from "../../../src/extract/content/blocks/blocks.ts"
import { measureText } from "../../../src/extract/content/blocks/measure-text.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { foundText } from "../../../src/extract/dom/found-text.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { pageOf } from "../markdown/page-of.ts"

const hidden = ["display:none", "color: red; display : none", "VISIBILITY: hidden", "top:0;visibility:hidden"]
const shown = ["backface-visibility: hidden", "-webkit-backface-visibility:hidden", "--display: none", "display: block"]

const page = (style: string) => parseHtml(`<p style="${style}">Some words of a paragraph.`)

describe("the style of an element", () => {
  for (const style of [...hidden, ...shown]) {
    const isHidden = hidden.includes(style)
    it(`${isHidden ? "hides" : "shows"} its text: ${style}`, () => {
      const { body, document } = page(style)
      const [block] = segment(body)
      assert.strictEqual(((block?.place.landmarks ?? 0) & hiddenBit) !== 0, isHidden)
      // Browsers do not find hidden text.
      assert.strictEqual(foundText(document, new Set()).text.includes("Some words"), !isHidden)
    })
  }
})

const sentence = "A tide table is printed a year ahead, and it is right to a few minutes, as the moon is well known. "

const picturesOf = (before: string): ReadonlyArray<string> => {
  const text = `<h1>How tides are predicted</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(6)}`
  const { markdown } = contentOf(pageOf(`<title>How tides are predicted</title><body><div>${before}${text}</div>`))
  return [...markdown.matchAll(/!\[[^\]]*\]\(\S*\/([^/)]+)\)/g)].map(([, name = ""]) => name)
}

describe("pictures among the content", () => {
  it("are kept between the paragraphs, and in an article's header", () => {
    assert.deepStrictEqual(picturesOf("<figure><img src=/lamp.jpg alt=Lamp></figure>"), ["lamp.jpg"])
    assert.deepStrictEqual(picturesOf("<article><header><img src=/lamp.jpg alt=Lamp></header>"), ["lamp.jpg"])
  })

  it("are not the site's own: what its header holds, and what leads to its first page", () => {
    assert.deepStrictEqual(picturesOf("<header><img src=/lamp.jpg alt=Lamp></header>"), [])
    assert.deepStrictEqual(picturesOf("<div><a href=/><img src=/lamp.jpg alt=Lamp></a></div>"), [])
    const logo = "<div><a href=https://site.test/><img src=/site-logo.png alt=Site></a></div>"
    assert.deepStrictEqual(picturesOf(logo), [])
  })
})

const anyText = fc.array(fc.constantFrom("a", "Z", "7", "_", " ", "  ", "\n", ".", "-", "’", "…", "é", "я"), {
  maxLength: 40
}).map((parts) => parts.join(""))

describe("measuring a text", () => {
  it("counts runs of letters and digits, and sees white space that is not folded", () => {
    fc.assert(fc.property(anyText, (text) => {
      assert.deepStrictEqual(measureText(text), {
        words: text.match(/[\wéя]+/g)?.length ?? 0,
        isFolded: !/[^\S ]| {2}/.test(text)
      })
    }))
  })

  it("counts two characters as a word where words are not separated", () => {
    assert.strictEqual(measureText("速く読むページ").words, 4)
    assert.strictEqual(measureText("速く読むページ GB").words, 5)
  })

  it("takes unusual spaces for white space that is not folded", () => {
    for (const space of ["\u00a0", "\u2003", "\u2009", "\u3000", "\ufeff"]) {
      assert.isFalse(measureText(`one${space}two`).isFolded)
    }
  })
})
