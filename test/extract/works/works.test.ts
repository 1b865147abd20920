import { assert, describe, it } from "@effect/vitest"
import type { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { countTerms, pageTerms, queryTerms, repeatedTerms } from "../../../src/extract/works/page-terms.ts"
import { recordChanges } from "../../../src/extract/works/record-changes.ts"
import { sitemapEntries } from "../../../src/extract/works/sitemap-entries.ts"

const record = (name: string, more: Partial<PageRecord> = {}): PageRecord => ({
  source: "json-ld",
  type: "Product",
  name,
  url: "",
  image: "",
  price: null,
  currency: "",
  description: "",
  fields: {},
  ...more
})

describe("the changes of records", () => {
  it("are values before and after, the common ones once", () => {
    assert.deepStrictEqual(
      recordChanges(
        [record("Kettle", { price: 20, fields: { name: "Kettle", offers: { price: 20, availability: "InStock" } } })],
        [record("Kettle", { price: 25, fields: { name: "Kettle", offers: { price: 25, availability: "SoldOut" } } })]
      ),
      [
        { name: "Kettle", field: "price", before: 20, after: 25 },
        { name: "Kettle", field: "offers.availability", before: "InStock", after: "SoldOut" }
      ]
    )
  })

  it("match records by URL, else by type and name, in any order", () => {
    const url = "https://a.example/1"
    assert.deepStrictEqual(
      recordChanges(
        [record("Old name", { url }), record("Pan"), record("Lid", { price: 1 }), record("Lid", { price: 2 })],
        [record("Lid", { price: 1 }), record("New name", { url }), record("Lid", { price: 3 }), record("Pot")]
      ),
      [
        { name: "New name", field: "name", before: "Old name", after: "New name" },
        { name: "Lid", field: "price", before: 2, after: 3 },
        { name: "Pot", field: "", before: null, after: "Pot" },
        { name: "Pan", field: "", before: "Pan", after: null }
      ]
    )
  })

  it("name a value that has come or gone", () => {
    assert.deepStrictEqual(
      recordChanges([record("Pan", { image: "https://a.example/p" })], [record("Pan", { description: "Iron" })]),
      [
        { name: "Pan", field: "image", before: "https://a.example/p", after: null },
        { name: "Pan", field: "description", before: null, after: "Iron" }
      ]
    )
  })
})

const site = "https://example.com"

const lastmodOf = (text: string): number | undefined => {
  const entry = `<url><loc>${site}/a</loc>${text === "" ? "" : `<lastmod>${text}</lastmod>`}</url>`
  const part = { url: site, base: site, text: `<urlset>${entry}</urlset>`, kind: undefined, isLast: true }
  const { lastmods, urls } = sitemapEntries(part)
  assert.deepStrictEqual([urls, lastmods.length], [[`${site}/a`], 1])
  return lastmods[0]
}

describe("the date of a sitemap's entry", () => {
  it("is its lastmod, with any zone", () => {
    assert.strictEqual(lastmodOf("2026-11-22T10:30:00Z"), Date.UTC(2026, 10, 22, 10, 30))
    assert.strictEqual(lastmodOf(" 2026-11-22T10:30:00.5+02:00 "), Date.UTC(2026, 10, 22, 8, 30, 0, 500))
    assert.strictEqual(lastmodOf("2026-11-22T10:30-0500"), Date.UTC(2026, 10, 22, 15, 30))
  })

  it("is the end of a day without a time, wherever the site is", () => {
    assert.strictEqual(lastmodOf("2026-11-22"), Date.UTC(2026, 10, 23, 11, 59, 59))
  })

  it("is none without a zone, a day or sense", () => {
    for (const text of ["", "2026", "2026-11", "2026-11-22T10:30", "2026-13-45", "yesterday"]) {
      assert.isUndefined(lastmodOf(text), text)
    }
  })

  it("stays with its URL where others are left out", () => {
    const text =
      `<urlset><url><loc>mailto:a@b.c</loc><lastmod>2026-01-01</lastmod></url><url><loc>${site}/b</loc></url>` +
      `<url><loc>${site}/c</loc><lastmod>2026-11-22T00:00:00Z</lastmod></url></urlset>`
    const { lastmods, urls } = sitemapEntries({ url: site, base: site, text, kind: undefined, isLast: true })
    assert.deepStrictEqual([urls, lastmods], [[`${site}/b`, `${site}/c`], [undefined, Date.UTC(2026, 10, 22)]])
  })
})

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

  it("has a character that begins no pair as a term, so that each is found", () => {
    assert.strictEqual(page("空港。港は"), "空港 港は は")
    assert.strictEqual(page("山"), "山")
    assert.strictEqual(page("bücher né да"), "bucher ne да")
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
