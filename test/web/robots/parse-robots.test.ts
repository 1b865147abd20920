import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { normalizePath } from "../../../src/web/robots/normalize-path.ts"
import { parseRobots } from "../../../src/web/robots/parse-robots.ts"

const agent = "gleaner/0.1"
const allows = (robots: string, path: string) => parseRobots(robots, agent).isAllowed(path)

describe("parseRobots", () => {
  it("cuts lines and patterns that are too long, as Google's parser does (GoogleOnly_LineTooLong)", () => {
    const long = (letter: string) => `/x/${letter.repeat(2083 * 8)}`
    const disallowing = `user-agent: gleaner\ndisallow: ${long("a")}/qux\n`
    assert.isTrue(allows(disallowing, "/fux"))
    assert.isFalse(allows(disallowing, `${long("a")}/fux`))
    const allowing = `user-agent: gleaner\ndisallow: /\nallow: ${long("a")}/qux\nallow: ${long("b")}/qux\n`
    assert.isFalse(allows(allowing, "/"))
    assert.isTrue(allows(allowing, `${long("a")}/qux`))
    assert.isTrue(allows(allowing, `${long("b")}/fux`))
  })

  it("joins the groups of one product token, and reads the one for everybody only where there is none of ours", () => {
    const robots =
      "User-agent: *\nDisallow: /every\nUser-agent: Gleaner\nDisallow: /a\n\nUser-agent: x\nDisallow: /x\n" +
      "User-agent: y\nUser-agent: gleaner/2\nDisallow: /b"
    for (const path of ["/a", "/b"]) assert.isFalse(allows(robots, path), path)
    for (const path of ["/every", "/x"]) assert.isTrue(allows(robots, path), path)
    assert.isTrue(allows("User-agent: *\nDisallow: /\nUser-agent: gleaner\n", "/a"))
  })

  it("ignores an invalid product token, in the file or of this crawler (section 2.2.1)", () => {
    const robots = "User-agent: 360Spider\nDisallow: /\nUser-agent: *\nDisallow: /all"
    assert.isTrue(parseRobots(robots, "42bot/1.0").isAllowed("/a"))
    assert.isFalse(parseRobots(robots, "42bot/1.0").isAllowed("/all"))
    assert.isTrue(parseRobots("User-agent:\nDisallow: /", "42bot").isAllowed("/a"))
  })

  it("reads Crawl-delay for the agents named before it, without an end to their group (section 2.2.4)", () => {
    const robots = "User-agent: slow\nCrawl-delay: 10\n\nUser-agent: *\nDisallow: /a\nCrawl-delay: 1.5\nCrawl-delay: -3"
    assert.strictEqual(parseRobots(robots, "slow").crawlDelay, 10)
    assert.isFalse(parseRobots(robots, "slow").isAllowed("/a"))
    assert.strictEqual(parseRobots(robots, agent).crawlDelay, 1.5)
  })

  it("compares percent-encoded paths in one form (section 2.2.2)", () => {
    const cases: ReadonlyArray<readonly [pattern: string, path: string, matches: boolean]> = [
      ["/foo/bar/ツ", "/foo/bar/%e3%83%84", true],
      ["/foo/bar/%E3%83%84", "/foo/bar/ツ", true],
      ["/foo/bar/%62%61%7A", "/foo/bar/baz", true],
      ["/a%2fb", "/a%2Fb", true],
      ["/a%2fb", "/a/b", false],
      ["/file-with-a-%2A.html", "/file-with-a-*.html", true],
      ["/file-with-a-%2A.html", "/file-with-a-b.html", false],
      ["/price-in-%24", "/price-in-$", true],
      ["/a$b", "/a%24b", true],
      ["/it's {here}|now", "/it%27s%20%7Bhere%7D|now", true]
    ]
    for (const [pattern, path, matches] of cases) {
      assert.strictEqual(allows(`User-agent: *\nDisallow: ${pattern}`, path), !matches, `${pattern} ${path}`)
    }
  })

  it("disallows a long path where thousands of rules with * would have to be tried on it", () => {
    const rules = Array.from({ length: 2000 }, (_, n) => `Disallow: /*${n}b`)
    const robots = `User-agent: *\n${rules.join("\n")}`
    assert.isTrue(allows(robots, `/${"a".repeat(200)}`))
    assert.isFalse(allows(robots, `/${"a".repeat(2000)}`))
  })

  it("takes any text without a fault, and normalises a path once and for all", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (robots, path) => {
      parseRobots(`User-agent: *\nDisallow: /${robots}\n${robots}`, agent).isAllowed(path)
      assert.strictEqual(normalizePath(normalizePath(path)), normalizePath(path))
    }))
  })

  it("the longest of the matching rules decides, whatever their order", () => {
    const rule = fc.record({ allows: fc.boolean(), path: fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 }) })
    fc.assert(
      fc.property(fc.array(rule), fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 6 }), (rules, path) => {
        const lines = rules.map(({ allows, path }) => `${allows ? "Allow" : "Disallow"}: /${path}`)
        const matching = rules.filter((rule) => path.startsWith(rule.path))
        const longest = Math.max(...matching.map((rule) => rule.path.length))
        const deciding = matching.filter((rule) => rule.path.length === longest)
        const expected = deciding.length === 0 || deciding.some(({ allows }) => allows)
        assert.strictEqual(allows(`User-agent: *\n${lines.join("\n")}`, `/${path}`), expected)
      })
    )
  })
})
