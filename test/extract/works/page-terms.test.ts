import { assert, describe, it } from "@effect/vitest"
import { countTerms, pageTerms, queryTerms, repeatedTerms } from "../../../src/extract/works/page-terms.ts"

const page = (markdown: string, title = "", url = "https://example.com/") => pageTerms({ url, title, markdown })

describe("pageTerms", () => {
  it("counts each term of the text, and those of title, headings and path several times", () => {
    assert.strictEqual(page("Crawling the crawls of a *harbour*."), "crawl =2 harbour")
    assert.strictEqual(
      page("# Tides\n\nThe moon.", "Low tides", "https://example.com/sea/low%20water"),
      [
        "low =4",
        "tid =5",
        "sea",
        "water",
        "moon"
      ].join(" ")
    )
  })

  it("has no targets of links, no markup, and no common words", () => {
    assert.strictEqual(page("See [the map](https://other.test/secret) and `code`."), "see map cod")
  })

  it("is bounded, whatever the page has", () => {
    const words = Array.from({ length: 30_000 }, (_, n) => `w${n}`).join(" ")
    assert.lengthOf(page(words).split(" "), 20_000)
    assert.strictEqual(page(`${"tide ".repeat(500)}${"x".repeat(5000)}`), `tid =9 ${"x".repeat(32)}`)
    assert.strictEqual(page(""), "")
  })

  it("repeats terms for engines that count them", () => {
    assert.strictEqual(repeatedTerms("a =3 b c =2"), "a a a b c c")
    assert.strictEqual(countTerms("a =3 b c =2"), 6)
  })
})

describe("queryTerms", () => {
  it("takes the words of a question once each, at most 32", () => {
    assert.deepStrictEqual(queryTerms("How do I crawl THE Café's crawls?"), ["crawl", "caf"])
    assert.deepStrictEqual(queryTerms("東京の港"), ["東京", "京の", "の港"])
    assert.deepStrictEqual(queryTerms("\" ' \0 ( ) :*"), [])
    assert.lengthOf(queryTerms(Array.from({ length: 100 }, (_, n) => `word${n}`).join(" ")), 32)
  })
})
