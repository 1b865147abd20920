import { assert, describe, it } from "@effect/vitest"
import { UrlPatternOf } from "../../../../src/crawling/jobs/templates/UrlPatternOf.ts"

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
