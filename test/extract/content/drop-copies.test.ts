import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks.ts"
import { dropCopies } from "../../../src/extract/content/drop-copies.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

const kept = (...paragraphs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const blocks = segment(parseHtml(paragraphs.map((text) => `<p>${text}</p>`).join("")).body)
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

  it("is kept where a word differs", () => {
    assert.lengthOf(kept(sentence, `${sentence} more`), 2)
  })
})
