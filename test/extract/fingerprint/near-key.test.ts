import { assert, describe, it } from "@effect/vitest"
import { nearKeyOf } from "../../../src/extract/fingerprint/near-key.ts"
import { distanceOf } from "../../../src/extract/fingerprint/Simhash.ts"

const sentences = Array.from(
  { length: 12 },
  (_, at) => `Paragraph ${"abcdefghijkl"[at]} of the article explains one more thing about the old harbour of the town.`
)
const article = [
  "The harbour",
  "12 March 2024",
  ...sentences.slice(0, 6),
  "What came after",
  ...sentences.slice(6),
  "Tags: harbour, town"
]
const page = (lines: ReadonlyArray<string>, title = "The harbour") => ({
  text: lines.join("\n"),
  title,
  pageType: "article" as const
})
const identity = (lines: ReadonlyArray<string>, title?: string) => nearKeyOf(page(lines, title))?.slice(0, 16)
const own = nearKeyOf(page(article))
const changed = (from: string, to: string) => article.map((line) => line === from ? to : line)

describe("nearKeyOf", () => {
  it.each([
    ["a date", changed("12 March 2024", "13 April 2025")],
    ["a count of views within the text", article.toSpliced(5, 0, "1,204 views")],
    ["a time", changed("12 March 2024", "10:05")],
    ["a count of comments after it", [...article, "3 comments"]],
    ["case and punctuation", article.map((line) => line.replaceAll(".", "!").toUpperCase())]
  ])("is near if %s changes", (_, lines) => {
    const key = nearKeyOf(page(lines)) ?? ""
    assert.strictEqual(key.slice(0, 16), own?.slice(0, 16))
    assert.isAtMost(distanceOf(key.slice(16), own?.slice(16) ?? ""), 3)
  })

  it.each([
    ["one word of a sentence", changed(article[4] ?? "", (article[4] ?? "").replace("old", "new"))],
    ["one number of a sentence", changed(article[4] ?? "", (article[4] ?? "").replace("one", "2"))],
    ["a paragraph is gone", article.filter((line) => line !== sentences[3])],
    ["a paragraph more", [...article, "One more paragraph of prose that ends the text of this article for good."]],
    ["a heading within", changed("What came after", "What came before")],
    ["a price above", ["Now $19.99", ...article]],
    ["another price below", [...article, "19 EUR"]],
    ["a short sentence below", [...article, "Have you tried the crane 3?"]],
    ["a number of a short line", [...article, "Size 42"]],
    ["a tag", changed("Tags: harbour, town", "Tags: harbour")],
    ["the order", [...article].toReversed()]
  ])("has another identity if %s differs", (_, lines) => assert.notStrictEqual(identity(lines), own?.slice(0, 16)))

  it("has another identity under another title", () =>
    assert.notStrictEqual(identity(article, "The harbour II"), own?.slice(0, 16)))

  it("reads scripts without spaces", () => {
    const lines = Array.from(
      { length: 10 },
      (_, at) => `这是一篇关于港口历史的文章第${"一二三四五六七八九十"[at]}段内容非常详细。`
    )
    const key = nearKeyOf(page(lines))
    assert.isDefined(key)
    assert.strictEqual(nearKeyOf(page(["2024年3月", ...lines]))?.slice(0, 16), key.slice(0, 16))
    assert.notStrictEqual(identity(lines.map((line) => line.replace("五", "六"))), key.slice(0, 16))
  })

  it("has no key for little prose, and for types whose pages differ by a few words", () => {
    assert.isUndefined(nearKeyOf(page(sentences.slice(0, 3))))
    assert.isUndefined(nearKeyOf(page(article, "")))
    for (const pageType of ["product", "listing", "collection", "forum"] as const) {
      assert.isUndefined(nearKeyOf({ ...page(article), pageType }))
    }
  })
})
