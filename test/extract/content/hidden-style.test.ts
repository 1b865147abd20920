import { assert, describe, it } from "@effect/vitest"
import { hiddenBit, segment } from "../../../src/extract/content/blocks/blocks.ts"
import { foundText } from "../../../src/extract/dom/found-text.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

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
