import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Result } from "effect"
import * as fc from "fast-check"
import { parseUrlPattern, urlFilter } from "../../../src/core/domain/options/UrlPattern.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const pattern = (source: string) => Result.getOrThrow(parseUrlPattern(source))

describe("UrlPattern", () => {
  const cases: ReadonlyArray<readonly [string, string, boolean]> = [
    ["/blog/*", "https://example.com/blog/", true],
    ["/blog/*", "https://example.com/blog/2026/a?page=2", true],
    ["/blog/*", "https://example.com/blog", false],
    ["/blog/*", "https://example.com/de/blog/a", false],
    ["/blog/*", "https://example.com/Blog/a", false],
    ["*/blog/*", "https://example.com/de/blog/a", true],
    ["/", "https://example.com/", true],
    ["/", "https://example.com/a", false],
    ["/*.pdf", "https://example.com/a/b.pdf", true],
    ["/*.pdf", "https://example.com/a/b.pdf?download=1", false],
    ["/*?*session=*", "https://example.com/a?x=1&session=5", true],
    ["/*?*session=*", "https://example.com/session=5", false],
    ["/a.c", "https://example.com/abc", false],
    ["https://example.com/*", "https://example.com/a", true],
    ["https://example.com/*", "http://example.com/a", false],
    ["https://*.example.com/*", "https://www.example.com/", true],
    ["https://*.example.com/*", "https://example.com/", false],
    ["*", "https://example.com/a", true],
    ["**", "https://example.com/a", true],
    ["/aa*aa", "https://example.com/aaa", false],
    ["/aa*aa", "https://example.com/aaaa", true],
    ["/straße/*", "https://example.com/stra%C3%9Fe/1", true]
  ]
  for (const [source, url, expected] of cases) {
    it(`${source} ${expected ? "matches" : "does not match"} ${url}`, () => {
      assert.strictEqual(pattern(source).matches(url), expected)
    })
  }

  it("refuses with a reason what could never match", () => {
    for (
      const [source, reason] of [["", /empty/], ["blog/*", /start with/], ["/a#b", /fragment/], [
        "ftp://a/*",
        /start with/
      ]] as const
    ) {
      const parsed = parseUrlPattern(source)
      assert.isTrue(Result.isFailure(parsed))
      if (Result.isFailure(parsed)) assert.match(parsed.failure, reason)
    }
    assert.isTrue(Result.isFailure(parseUrlPattern(`/${"a".repeat(2048)}`)))
    assert.isTrue(Result.isFailure(parseUrlPattern("/\uD800")))
  })

  it("matches what the regular expression of the same meaning matches", () => {
    const letters = (extra: ReadonlyArray<string>) =>
      fc.array(fc.constantFrom("a", "b", "?", ".", "/", ...extra), { maxLength: 12 })
    fc.assert(
      fc.property(letters(["*", "*"]), letters([]), (source, path) => {
        const text = `/${path.join("")}`
        const glob = `/${source.join("")}`
        const meaning = new RegExp(`^${glob.replaceAll(/[.?]/g, "\\$&").replaceAll("*", "[^]*")}$`)
        assert.strictEqual(pattern(glob).matches(`http://h${text}`), meaning.test(text), `${glob} ${text}`)
      }),
      { numRuns: 2000 }
    )
  })

  it.effect("takes time in proportion to the URL, where a backtracking matcher would not end", () => {
    const hostile = pattern(`/${"*a".repeat(500)}*b`)
    const dense = pattern(`/*${"a".repeat(1000)}b*`)
    return growsInProportion(1_000_000, (length) =>
      Effect.sync(() => {
        const url = `http://h/${"a".repeat(length)}`
        assert.isFalse(hostile.matches(url))
        assert.isFalse(dense.matches(url))
      }))
  })

  it("exclude wins over include; without an include everything is included", () => {
    const keep = urlFilter([pattern("/blog/*"), pattern("/news/*")], [pattern("*print=1")])
    assert.isTrue(keep("https://example.com/blog/a"))
    assert.isTrue(keep("https://example.com/news/a"))
    assert.isFalse(keep("https://example.com/shop/a"))
    assert.isFalse(keep("https://example.com/blog/a?print=1"))
    assert.isTrue(urlFilter([], [pattern("/shop/*")])("https://example.com/about"))
  })
})
