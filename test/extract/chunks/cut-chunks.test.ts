import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cutChunks } from "../../../src/extract/chunks/cut-chunks.ts"
import { markdownBlocks } from "../../../src/extract/chunks/markdown-blocks.ts"
import { type CountTokens, loadTokenizer } from "../../../src/extract/chunks/tokenizer.ts"
import type { CutChunk } from "../../../src/extract/chunks/units.ts"

let count: CountTokens
beforeAll(async () => {
  count = await loadTokenizer()
})

const cut = (markdown: string, max_tokens: number, overlap = 0): ReadonlyArray<CutChunk> =>
  cutChunks(markdown, markdownBlocks(markdown), { max_tokens, overlap }, count)
const texts = (markdown: string, max_tokens: number, overlap = 0): ReadonlyArray<string> =>
  cut(markdown, max_tokens, overlap).map(({ end, start }) => markdown.slice(start, end))

/** Fails unless the chunks are within the budget and cover the text, and no character is cut. */
const checkChunks = (markdown: string, chunks: ReadonlyArray<CutChunk>, max: number) => {
  let covered = 0
  let start = 0
  for (const chunk of chunks) {
    const text = markdown.slice(chunk.start, chunk.end)
    assert.strictEqual(chunk.tokens, count(text))
    assert.isAtMost(chunk.tokens, max)
    assert.notStrictEqual(text.trim(), "")
    assert.isTrue(text.isWellFormed())
    assert.isAtLeast(chunk.start, start)
    assert.strictEqual(markdown.slice(covered, chunk.start).trim(), "")
    assert.isAbove(chunk.end, covered)
    covered = chunk.end
    start = chunk.start
  }
  assert.strictEqual(markdown.slice(covered).trim(), "")
}

const piece = fc.oneof(
  fc.constantFrom(
    "# One\n\n",
    "## Two\n\n",
    "### Three\n\n",
    "###### Six\n\n",
    "Some text. More of it! ",
    "\n\n",
    "\n",
    "- item\n"
  ),
  fc.constantFrom(
    "  - nested item\n",
    "1. first\n",
    "> quoted text\n",
    "```js\nlet x = 1\n\n# no heading\n```\n\n",
    "```\n",
    "$$\n"
  ),
  fc.constantFrom(
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n",
    "[a link. Two](https://a.example/b) ",
    "市政府召开会议。介绍情况，",
    "👩‍👩‍👧‍👦🏽",
    "𝄞e\u0301"
  ),
  fc.constantFrom(
    "supercalifragilisticexpialidocious",
    "word ".repeat(60),
    "x".repeat(500),
    "=".repeat(300),
    "<|endoftext|>"
  ),
  fc.string({ unit: "grapheme", maxLength: 20 })
)
const anyMarkdown = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("").toWellFormed())

describe("chunks of markdown", () => {
  it("stay within their tokens, and have all of the text in order", () => {
    fc.assert(
      fc.property(anyMarkdown, fc.integer({ min: 16, max: 120 }), (markdown, max) => {
        const chunks = cut(markdown, max)
        checkChunks(markdown, chunks, max)
        const whole = (text: string) => text.replaceAll(/\s+/g, "")
        assert.strictEqual(whole(texts(markdown, max).join("")), whole(markdown))
      }),
      { numRuns: 300 }
    )
  })

  it("repeat at most the overlap, within their tokens", () => {
    fc.assert(
      fc.property(
        anyMarkdown,
        fc.integer({ min: 32, max: 120 }),
        fc.integer({ min: 1, max: 16 }),
        (markdown, max, overlap) => {
          const chunks = cut(markdown, max, overlap)
          for (const [index, { start, tokens }] of chunks.entries()) {
            assert.isAtMost(tokens, max)
            const before = chunks[index - 1]
            if (before === undefined) continue
            assert.isAtLeast(start, before.start)
            assert.isAtMost(count(markdown.slice(start, before.end)), overlap)
          }
          checkChunks(markdown, chunks, max)
        }
      ),
      { numRuns: 200 }
    )
  })

  it("begin at headings, and keep sections that fit whole", () => {
    const section = (name: string, sentences: number) =>
      `## ${name}\n\n${"The sea rises twice a day. ".repeat(sentences).trim()}`
    const markdown = [`# Tides`, section("Spring", 8), section("Neap", 10), section("Storms", 2), section("Ebb", 2)]
      .join("\n\n")
    assert.deepStrictEqual(texts(markdown, 80).map((text) => text.match(/^#+ .*$/gm)), [
      ["# Tides", "## Spring"],
      ["## Neap"],
      ["## Storms", "## Ebb"]
    ])
  })

  it("join a picture with the section below it", () => {
    const text = "The sea rises twice a day. ".repeat(8).trim()
    const markdown = `[![Sea](https://a.example/s.png)](https://a.example/)\n\n# Tides\n\n${text}`
    assert.deepStrictEqual(texts(`${markdown}\n\n${text}`, 90), [markdown, text])
  })

  it("never end with a heading", () => {
    const text = "The sea rises twice a day. ".repeat(6).trim()
    for (const chunk of texts(`${text}\n\n## Next\n\n${text}\n\n### Below\n\n${text}`, 60)) {
      assert.notMatch(chunk, /#+ \w+$/)
    }
  })

  it("cut no table, code block or list item that fits, and a longer one at its lines", () => {
    const intro = "A sentence of some words stands before. ".repeat(5).trim()
    const rows = (count: number) =>
      Array.from({ length: count }, (_, row) => `| row ${row} | value ${row} |`).join("\n")
    const table = (count: number) => `| name | value |\n| --- | --- |\n${rows(count)}`
    const code = (count: number) =>
      `\`\`\`ts\n${Array.from({ length: count }, (_, line) => `call(${line})`).join("\n")}\n\`\`\``
    assert.deepStrictEqual(texts(`${intro}\n\n${table(6)}`, 80), [intro, table(6)])
    assert.deepStrictEqual(texts(`${intro}\n\n${code(10)}`, 80), [intro, code(10)])
    for (const line of texts(table(100), 80).flatMap((chunk) => chunk.split("\n"))) assert.match(line, /^\|.*\|$/)
    for (const line of texts(code(100), 80).flatMap((chunk) => chunk.split("\n"))) {
      assert.match(line, /^(?:call\(\d+\)|```(?:ts)?)$/)
    }
    const item = `- ${"One item of the list. ".repeat(4).trim()}\n  - ${"Below it. ".repeat(8).trim()}`
    const list = Array.from({ length: 6 }, () => item).join("\n")
    for (const chunk of texts(list, 110)) assert.match(chunk, /^- One item[^]*Below it\.$/)
    for (const chunk of texts(list, 40)) assert.match(chunk, /^(?:- One item| {2}- Below it|Below it)[^]*\.$/)
  })

  it("end with sentences, then words, then characters as readers see them", () => {
    const chinese = "市政府召开新闻发布会，介绍今年以来的经济发展情况。".repeat(20)
    for (const chunk of texts(chinese, 60)) assert.match(chunk, /。$/)
    const unending = `${"word ".repeat(300)}end`
    for (const chunk of texts(unending, 60)) assert.match(chunk, /^(?:word|end)(?: word)*(?: end)?$/)
    for (const chunk of texts("👩‍👩‍👧‍👦".repeat(100), 40)) assert.match(chunk, /^(?:👩‍👩‍👧‍👦)+$/)
    assert.deepStrictEqual(
      texts("See [one. Two](https://a.example/) here. And [three. Four](https://a.example/) there.", 16),
      [
        "See [one. Two](https://a.example/) here.",
        "And [three. Four](https://a.example/) there."
      ]
    )
  })

  it("of a budget below one character have one character each", () => {
    const markdown = "Ω 𝄞 hello"
    assert.strictEqual(texts(markdown, 1).join("").replaceAll(/\s/g, ""), "Ω𝄞hello")
    assert.isTrue(texts(markdown, 1).every((text) => text.isWellFormed()))
  })
})

const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length))

describe("chunks of hostile markdown", { tags: "long" }, () => {
  const hostile: Readonly<Record<string, (length: number) => string>> = {
    "one line without spaces": (length) => repeated("abcdefghij", length),
    "one line of brackets": (length) => repeated("[", length),
    "a text of Chinese without punctuation": (length) => repeated("市政府召开新闻发布会", length),
    "a table": (length) => `| a | b |\n| --- | --- |\n${repeated("| 12 | some words |\n", length)}`,
    "a code block": (length) => `\`\`\`\n${repeated("let x = 1\n", length)}\`\`\``,
    "blank code": (length) => `\`\`\`\n${repeated(" ", length)}x\n\`\`\``,
    "headings": (length) => repeated("###### a\n", length),
    "lists in lists": (length) =>
      Array.from({ length: Math.sqrt(length) }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n"),
    "short sentences": (length) => repeated("A b. ", length),
    "open fences": (length) => repeated("```\na\n~~~\n", length)
  }
  for (const [name, textOf] of Object.entries(hostile)) {
    it(`are made in linear time: ${name}`, () => {
      const size = { max_tokens: 400, overlap: 40 }
      // Compares the work, which does not depend on the load of the machine.
      const charactersCounted = (length: number): number => {
        let characters = 0
        const markdown = textOf(length)
        const chunks = cutChunks(markdown, markdownBlocks(markdown), size, (text) => {
          characters += text.length
          return count(text)
        })
        checkChunks(markdown, chunks, 400)
        return characters / markdown.length
      }
      charactersCounted(1000)
      assert.isBelow(charactersCounted(400_000), 2 * charactersCounted(50_000) + 4)
    })
  }
})
