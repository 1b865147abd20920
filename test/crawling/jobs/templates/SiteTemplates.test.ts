import { assert, describe, it } from "@effect/vitest"
import type { StoredPage } from "../../../../src/core/domain/job/LedgerRow.ts"
import { SiteTemplates } from "../../../../src/crawling/jobs/templates/SiteTemplates.ts"
import { UrlPatternOf } from "../../../../src/crawling/jobs/templates/UrlPatternOf.ts"

const site = "https://site.test"
/** A shape with this many bits set. */
const shape = (bits: number): string => ((1n << BigInt(bits)) - 1n).toString(16).padStart(32, "0")

const row = (path: string, bits: number, fields = "title", host = site): StoredPage => ({
  url: host + path,
  outcome: "stored",
  code: "",
  status: 200,
  depth: 1,
  found_on: "",
  elapsed_ms: 1,
  seen: { text: "hash", likeness: { shape: shape(bits), fields } }
})

const listOf = (rows: ReadonlyArray<StoredPage>) => {
  const templates = new SiteTemplates()
  for (const one of rows) templates.add(one)
  return templates.list()
}

describe("SiteTemplates", () => {
  it("groups pages of one host by their shapes, the largest host and group first", () => {
    const list = listOf([
      row("/", 90),
      row("/p/1", 0),
      row("/p/2", 20),
      row("/p/3", 28),
      row("/list", 62),
      row("/only", 0, "", "https://other.test"),
      { ...row("/gone", 0), seen: { text: "" } }
    ])
    assert.deepStrictEqual(
      list.map(({ examples, host, pages, share, url_pattern }) => [host, pages, share, url_pattern, examples]),
      [
        ["site.test", 3, 0.6, `${site}/p/*`, [`${site}/p/1`, `${site}/p/2`, `${site}/p/3`]],
        ["site.test", 2, 0.4, `${site}/*`, [`${site}/`, `${site}/list`]],
        ["other.test", 1, 1, "https://other.test/only", ["https://other.test/only"]]
      ]
    )
    assert.strictEqual(new Set(list.map(({ template }) => template)).size, 3)
  })

  it("counts fields, and the union of the fields of records", () => {
    const [template] = listOf([
      row("/1", 0, "title,author Product:name,price"),
      row("/2", 0, "title Product:name,color :name"),
      row("/3", 0, "title,author Product:name,price")
    ])
    assert.deepStrictEqual(template?.fields, [{ name: "title", pages: 3 }, { name: "author", pages: 2 }])
    assert.deepStrictEqual(template?.records, [
      {
        type: "Product",
        pages: 3,
        fields: [{ name: "name", pages: 3 }, { name: "price", pages: 2 }, { name: "color", pages: 1 }]
      },
      { type: "", pages: 1, fields: [{ name: "name", pages: 1 }] }
    ])
  })

  it("has the same ids for the same rows", () => {
    const rows = [row("/1", 0), row("/2", 64), row("/3", 3)]
    assert.deepStrictEqual(listOf(rows), listOf(rows))
  })

  it("puts pages beyond the maximum number of groups into the most similar one", () => {
    const shapes = Array.from({ length: 300 }, (_, at) => {
      const digits = Array.from({ length: 32 }, (_, digit) => ((at + 1) * (digit * 7 + 3) * 2654435761 >>> 9) & 15)
      return digits.map((digit) => digit.toString(16)).join("")
    })
    const list = listOf(shapes.map((shape, at) => ({
      ...row(`/${at}`, 0),
      seen: { text: "", likeness: { shape, fields: "" } }
    })))
    assert.isAtMost(list.length, 100)
    assert.strictEqual(list.reduce((sum, { pages }) => sum + pages, 0), 300)
  })
})

const patternOf = ([first = "", ...rest]: ReadonlyArray<string>): string => {
  const pattern = new UrlPatternOf(first)
  for (const url of rest) pattern.add(url)
  return pattern.text
}

describe("UrlPatternOf", () => {
  it.each([
    [["https://a.test/x"], "https://a.test/x"],
    [["https://a.test/"], "https://a.test/"],
    [["https://a.test/blog/1", "https://a.test/blog/2"], "https://a.test/blog/*"],
    [["https://a.test/blog/", "https://a.test/blog/2"], "https://a.test/blog/*"],
    [["https://a.test/de/p/1/buy", "https://a.test/fr/p/2/buy"], "https://a.test/*/p/*/buy"],
    [["https://a.test/t/1", "https://a.test/t/1/2"], "https://a.test/t/1*"],
    [["https://a.test/t?page=1", "https://a.test/t?page=2"], "https://a.test/t*"],
    [["https://a.test/t", "http://a.test/t"], "*://a.test/t"]
  ])("of %j is %s", (urls, expected) => {
    assert.strictEqual(patternOf(urls), expected)
    const matcher = new RegExp(
      `^${expected.split("*").map((part) => part.replace(/[.?/]/g, "\\$&")).join(".*")}$`
    )
    for (const url of urls) assert.match(url, matcher)
  })
})
