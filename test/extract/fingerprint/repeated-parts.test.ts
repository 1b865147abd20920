import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Block } from "../../../src/core/domain/document/Document.ts"
import { markdownBlocks } from "../../../src/extract/chunks/markdown-blocks.ts"
import { foldedLine } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { repeatedParts } from "../../../src/extract/fingerprint/repeated-parts.ts"
import {
  movedBlocks,
  partsToDrop,
  withoutLines,
  withoutParts
} from "../../../src/extract/fingerprint/without-repeats.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const repetition = { pages: 3, of: 4 }

/** Finds these lines on other pages. */
const finder = (...lines: ReadonlyArray<string>) => {
  const known = new Set(lines.map(foldedLine))
  return (folded: string) => known.has(folded) ? repetition : undefined
}

const cut = (markdown: string, ...lines: ReadonlyArray<string>) =>
  withoutParts(markdown, repeatedParts(markdown, finder(...lines)))

/** The whole markdown, from what was left and the parts that were removed. */
const restored = (left: string, parts: ReadonlyArray<{ readonly start: number; readonly markdown: string }>) =>
  parts.reduce((text, { markdown, start }) => text.slice(0, start) + markdown + text.slice(start), left)

const page = `# Blue kettle

It boils a litre of water in three minutes.

- Free delivery above 50 euros
- Made of steel and glass
  - Free returns within 30 days
- Two years of warranty

## Help

Write to us at any time, day or night.

| Size | Weight of it |
| --- | --- |
| One litre of water | 900 g |

Follow us on every network there is.`

describe("the repeated parts of markdown", () => {
  it("are paragraphs, and items of lists", () => {
    assert.strictEqual(
      cut(page, "Follow us on every network there is.", "Free delivery above 50 euros", "Two years of warranty"),
      page.replace("- Free delivery above 50 euros\n", "").replace("\n- Two years of warranty", "")
        .replace("\n\nFollow us on every network there is.", "")
    )
  })

  it("are not cut as items while others below them stay", () => {
    assert.strictEqual(cut(page, "Made of steel and glass"), page)
    assert.notInclude(cut(page, "Made of steel and glass", "Free returns within 30 days"), "steel")
  })

  it("are short headings whose sections repeat, and no others", () => {
    const all = cut(
      page,
      "Write to us at any time, day or night.",
      "Size Weight of it",
      "One litre of water 900 g",
      "Follow us on every network there is."
    )
    assert.isTrue(all.endsWith("- Two years of warranty"))
    assert.include(cut(page, "Write to us at any time, day or night."), "## Help\n\n| Size")
  })

  it("are tables and code only as a whole", () => {
    const rows = "| a b c d | e |\n| --- | --- |\n| f g h i | j |\n\nA paragraph that stays here."
    assert.strictEqual(cut(rows, "a b c d e"), rows)
    assert.strictEqual(cut(rows, "a b c d e", "f g h i j"), "A paragraph that stays here.")
    const code = "```sh\nnpm install --save the-package\nnpm run the build now\n```\n\nA paragraph that stays here."
    assert.strictEqual(cut(code, "npm install --save the-package"), code)
    assert.strictEqual(
      cut(code, "npm install --save the-package", "npm run the build now"),
      "A paragraph that stays here."
    )
  })

  it("leave no mark of a hard break behind", () => {
    const lines = "Harbour Street 12, first floor  \nOpen from nine to five  \nClosed on all public holidays"
    assert.strictEqual(
      cut(lines, "Closed on all public holidays"),
      "Harbour Street 12, first floor  \nOpen from nine to five"
    )
    assert.strictEqual(cut("One two three four\\\nfive six seven eight", "five six seven eight"), "One two three four")
    assert.strictEqual(cut("One two three four\\\nfive six seven eight", "one two three four"), "five six seven eight")
  })

  it("can be put back, whichever lines they are", () => {
    const lines = page.split("\n").filter((line) => foldedLine(line) !== "")
    for (let mask = 0; mask < 2 ** lines.length; mask += 7) {
      const gone = lines.filter((_, at) => (mask & 2 ** at) !== 0).map((line) => line.replaceAll("|", " "))
      const parts = repeatedParts(page, finder(...gone))
      const left = withoutParts(page, parts)
      const removed = parts.map(({ end, start }) => ({ start, markdown: page.slice(start, end) }))
      assert.strictEqual(restored(left, removed), page)
      assert.strictEqual(left, left.trim())
      assert.isAtMost(markdownBlocks(left).length, markdownBlocks(page).length)
    }
  })

  it("stay if the page has nothing else", () => {
    const markdown = "# Shop\n\nFree delivery above 50 euros\n\nFollow us on every network there is."
    const find = finder("Free delivery above 50 euros", "Follow us on every network there is.")
    assert.lengthOf(repeatedParts(markdown, find), 3)
    assert.deepStrictEqual(partsToDrop(markdown, find), [])
    assert.lengthOf(partsToDrop(`${markdown}\n\nWords of this page alone.`, find), 2)
  })

  it("are the same lines in the text", () => {
    const text = `Blue kettle

Free delivery above 50 euros
Made of steel and glass

Help

Write to us at any time, day or night.

Help`
    const parts = repeatedParts(
      page,
      finder(
        "Write to us at any time, day or night.",
        "Free delivery above 50 euros",
        "Size Weight of it",
        "One litre of water 900 g",
        "Follow us on every network there is."
      )
    )
    assert.strictEqual(withoutLines(text, parts), "Blue kettle\n\nMade of steel and glass\n\nHelp")
  })

  it("can be put back where they were, whatever the markdown is", () => {
    const pieces = [
      "# ",
      "- ",
      "  - ",
      "1. ",
      "> ",
      "| a b c d |",
      "```",
      "~~~~",
      "$$",
      "a line of words",
      "中文字符没有空格",
      "\ud800"
    ]
    const text = [
      ...pieces,
      "\0 and more words",
      "  ",
      "\\",
      "\n",
      "\n",
      "\n\n",
      "\t",
      "!!!! ...",
      "[one two three four](http://x/)"
    ]
    let seed = 7
    const below = (max: number) => {
      seed = Math.imul(seed ^ (seed >>> 15), 0x2C1B3C6D) + 0x9E3779B9 | 0
      return ((seed ^ (seed >>> 13)) >>> 0) % max
    }
    for (let round = 0; round < 3000; round++) {
      const markdown = Array.from({ length: 1 + below(30) }, () => text[below(text.length)]).join("")
      const parts = repeatedParts(markdown, () => below(2) === 0 ? repetition : undefined)
      const removed = parts.map(({ end, start }) => ({ start, markdown: markdown.slice(start, end) }))
      assert.strictEqual(restored(withoutParts(markdown, parts), removed), markdown)
    }
  })

  it.effect("take no longer than the markdown is long", () =>
    growsInProportion(20_000, (length) =>
      Effect.sync(() => {
        const spaces = `one two three four${" ".repeat(10 * length)}x`
        assert.isTrue(cut(`${spaces}\nfour words of text`, "four words of text") === spaces)
        const lines = Array.from({ length }, (_, n) => `a line with words ${n}`)
        const markdown = lines.join("\n\n")
        let at = 0
        const blocks = lines.map((line): Block => {
          const start = at
          at += line.length + 2
          return { markdown: line, path: "", url: "", start, end: start + line.length }
        })
        const parts = repeatedParts(markdown, finder(...lines.filter((_, n) => n % 2 === 0)))
        const left = withoutParts(markdown, parts)
        const moved = movedBlocks(blocks, markdown, parts, true)
        assert.deepStrictEqual(moved.map((block) => block.markdown), lines.filter((_, n) => n % 2 === 1))
        for (const block of moved) assert.strictEqual(left.slice(block.start, block.end), block.markdown)
      })))
})
