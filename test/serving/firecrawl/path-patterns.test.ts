import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { parseUrlPattern, urlFilter } from "../../../src/core/domain/options/UrlPattern.ts"
import { pathPatterns } from "../../../src/serving/firecrawl/path-patterns.ts"

const patternsOf = (expression: string, isWholeUrl = false) =>
  Result.getOrElse(pathPatterns(expression, isWholeUrl), (fault) => assert.fail(fault))

const isFollowed = (expression: string, url: string, isWholeUrl = false) =>
  urlFilter(patternsOf(expression, isWholeUrl).map((one) => Result.getOrThrow(parseUrlPattern(one))), [])(url)

describe("the paths of Firecrawl", () => {
  it("become patterns of ours", () => {
    assert.deepStrictEqual(patternsOf("^/blog/.*$"), ["/blog/*"])
    assert.deepStrictEqual(patternsOf("blog/.*"), ["/*blog/**"])
    assert.deepStrictEqual(patternsOf("^/about$"), ["/about", "/about?*"])
    assert.deepStrictEqual(patternsOf("^/a|^/b"), ["/a*", "/b*"])
    assert.deepStrictEqual(patternsOf("^https://example\\.com/.*", true), ["https://example.com/**"])
  })

  it("follow what the expression finds in the path", () => {
    const piece = fc.constantFrom("/", "a", "b", "blog", "-", ".*", "\\.")
    const expression = fc.tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 5 }), fc.boolean())
      .map(([isStart, pieces, isEnd]) => `${isStart ? "^/" : ""}${pieces.join("")}${isEnd ? "$" : ""}`)
    const path = fc.array(fc.constantFrom("/", "a", "b", "blog", "-", ".", "x"), { maxLength: 8 }).map((all) =>
      `/${all.join("")}`
    )
    fc.assert(
      fc.property(expression, path, fc.boolean(), (expression, path, hasQuery) => {
        const url = `https://example.com${path}${hasQuery ? "?q" : ""}`
        assert.strictEqual(isFollowed(expression, url), new RegExp(expression).test(path), `${expression} in ${url}`)
      }),
      { numRuns: 2000 }
    )
  })

  it("are refused when they say more", () => {
    for (const expression of ["(a|b)", "[0-9]+", "a?", "\\d", "a+", "a{2}", ".", "a b"]) {
      assert.match(
        Result.match(pathPatterns(expression, false), { onSuccess: () => "", onFailure: (fault) => fault }),
        /^has ".*", and Gleaner runs no regular expression/,
        expression
      )
    }
  })
})
