import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { createRequire } from "node:module"
import type declared from "robots-parser"
import { parseRobots } from "../../../src/web/robots/parse-robots.ts"

/** Its types speak of an ES module; it is a CommonJS one that is a function. */
const robotsParser: typeof declared.default = createRequire(import.meta.url)("robots-parser")

/**
 * robots-parser as an oracle, on files where it follows RFC 9309: each group has its names first, then at least one
 * rule, and other lines stand behind the rules. Elsewhere it differs from the RFC on purpose or by mistake: it ends a
 * group's names at a Crawl-delay, it ignores a group without rules, and it does not compare `%61` with `a`.
 */
describe("robots-parser", () => {
  const pieces = fc.constantFrom("a", "b", "/", "é", "%C3%A9", "%c3%a9", "%2F", "~", "?", "=", "&")
  const path = fc.array(pieces, { maxLength: 6 }).map((some) => `/x${some.join("")}`)
  const pattern = fc.tuple(
    fc.constantFrom("/", "/x", "*"),
    fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, { weight: 1, arbitrary: fc.constant("*") }), { maxLength: 5 }),
    fc.constantFrom("", "", "$")
  ).map(([start, some, end]) => start + some.join("") + end)
  const rule = fc.tuple(fc.constantFrom("Allow", "Disallow"), fc.oneof(pattern, fc.constant("")))
  const rules = fc.array(rule, { minLength: 1, maxLength: 6 })
  const token = fc.constantFrom("*", "Gleaner", "gleaner/2.0", "other", "Other-Bot")
  const names = fc.array(token, { minLength: 1, maxLength: 3 })
  const comment = fc.constantFrom("", " # a comment")
  const group = fc.tuple(names, rules, comment).map(([names, rules, comment]) => [
    ...names.map((name) => `User-agent: ${name}${comment}`),
    ...rules.map(([key, value]) => `${key}: ${value}${comment}`)
  ])
  const line = fc.constantFrom("", "Sitemap: /sitemap.xml", "no such line", "Host: example.com")
  const end = fc.constantFrom("\n", "\r\n", "\r")
  const file = fc.tuple(fc.array(fc.tuple(group, line), { maxLength: 4 }), end).map(([groups, end]) =>
    groups.flatMap(([lines, other]) => [...lines, other]).join(end)
  )

  it("allows and disallows the same paths", () => {
    fc.assert(
      fc.property(file, path, (source, path) => {
        const url = new URL(path, "https://example.com")
        const oracle = robotsParser("https://example.com/robots.txt", source)
        const ours = parseRobots(source, "gleaner/0.1")
        assert.strictEqual(ours.isAllowed(url.pathname + url.search), oracle.isAllowed(url.href, "gleaner/0.1"), source)
        assert.deepStrictEqual(ours.sitemaps, oracle.getSitemaps())
      }),
      { numRuns: 1000 }
    )
  })

  it("reads the same delay where a product is given one", () => {
    fc.assert(
      fc.property(rules, rules, fc.nat(60), fc.nat(60), (everybody, ours, slow, slower) => {
        const lines = (rules: ReadonlyArray<readonly [string, string]>) =>
          rules.map(([key, value]) => `${key}: ${value}`)
        const source = [
          "User-agent: *",
          ...lines(everybody),
          `Crawl-delay: ${slow}`,
          "User-agent: gleaner",
          ...lines(ours),
          `Crawl-delay: ${slower}`
        ].join("\n")
        const oracle = robotsParser("https://example.com/robots.txt", source)
        for (const agent of ["gleaner", "other"]) {
          assert.strictEqual(parseRobots(source, agent).crawlDelay, oracle.getCrawlDelay(agent))
        }
      })
    )
  })
})
