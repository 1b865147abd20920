import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ChunkOptions } from "../../../src/core/domain/options/PageOptions.ts"
import { makeChunks } from "../../../src/extract/chunks/make-chunks.ts"
import { plainLines } from "../../../src/extract/chunks/plain-lines.ts"
import { termsOf } from "../../../src/extract/chunks/terms.ts"
import { type CountTokens, loadTokenizer } from "../../../src/extract/chunks/tokenizer.ts"

let count: CountTokens
beforeAll(async () => {
  count = await loadTokenizer()
})

const section = (heading: string, sentence: string) => `${heading}\n\n${`${sentence} `.repeat(4).trim()}`
const markdown = [
  "# Harbour",
  section("## Tides", "High water comes twice a day, at most places."),
  section("### Springs", "Spring tides follow the new moon, and the full one."),
  section("## Prices", "A berth costs 12 - 14 pounds & more in summer.")
].join("\n\n")

const made = (options: ChunkOptions, text = markdown) =>
  makeChunks(text, "https://a.example/harbour#part", options, count)

describe("chunks of a Document", () => {
  it("have the headings that hold for all of them", () => {
    const small = made({ chunks: { max_tokens: 60 } }).chunks
    assert.deepStrictEqual(small.map(({ heading_path }) => heading_path), [
      ["Harbour", "Tides"],
      ["Harbour", "Tides", "Springs"],
      ["Harbour", "Prices"]
    ])
    assert.deepStrictEqual(made({}).chunks.map(({ heading_path }) => heading_path), [["Harbour"]])
  })

  it("have an address with their first and last words, encoded", () => {
    const urls = made({ chunks: { max_tokens: 60 } }).chunks.map(({ url }) => url)
    assert.strictEqual(
      urls[0],
      "https://a.example/harbour#:~:text=Harbour,day%2C%20at%20most%20places.".replace("day", "twice%20a%20day")
    )
    assert.strictEqual(urls[2], "https://a.example/harbour#:~:text=Prices,14%20pounds%20%26%20more%20in%20summer.")
  })

  it("are ranked for a query, within the tokens for all of them", () => {
    const chunks = { max_tokens: 60 }
    const ranked = made({ chunks, query: "what does a big BERTH cost?" })
    assert.deepStrictEqual([ranked.chunks.map(({ index }) => index), ranked.chunks_left_out], [[2, 0], 1])
    const tides = made({ chunks, query: "spring tide" })
    assert.deepStrictEqual([tides.chunks.map(({ index }) => index), tides.chunks_left_out], [[1, 0], 1])
    const first = made({ chunks, query: "spring tide", max_tokens: 60 })
    assert.deepStrictEqual([first.chunks.map(({ index }) => index), first.chunks_left_out], [[1], 2])
    const none = made({ chunks, query: "zebra" })
    assert.deepStrictEqual(none, { chunks: [], chunks_left_out: 3 })
    const budget = made({ chunks, max_tokens: 60 })
    assert.deepStrictEqual([budget.chunks.map(({ index }) => index), budget.chunks_left_out], [[0], 2])
  })

  it("are no larger than the tokens for all of them", () => {
    const { chunks } = made({ max_tokens: 20 })
    assert.strictEqual(chunks.length, 1)
    assert.isAtMost(chunks[0]?.tokens ?? 99, 20)
    assert.deepStrictEqual(made({}, "").chunks, [])
  })
})

describe("the text of markdown", () => {
  it("is without marks, line by line", () => {
    const lines = plainLines(
      "## A [link](https://a.example/b_(c) \"t\") and **bold**\n\n- [x] done \\* here[^1]\n> quoted `code`\n\n| a | b \\| c |\n| --- | --- |\n| 1 | 2 |\n\n```js\nlet *x*\n```\n\n![alt](https://a.example/i.png) &amp; more\\\nend"
    )
    assert.deepStrictEqual(lines, [
      "A link and bold",
      "done * here",
      "quoted code",
      "a\tb | c",
      "1\t2",
      "let *x*",
      "& more",
      "end"
    ])
  })

  it("has terms without endings, and pairs of Chinese characters", () => {
    assert.deepStrictEqual(termsOf("Cities, walking DOGS"), ["city", "walk", "dog"])
    assert.deepStrictEqual(termsOf("市政府 x"), ["市政", "政府", "x"])
  })
})
