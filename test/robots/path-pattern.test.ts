import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { octetsOf, pathPattern } from "../../src/robots/path-pattern.ts"

/** The pattern as a regular expression: right, and on hostile patterns for ever. */
const naive = (pattern: string): RegExp => {
  const isAnchored = pattern.endsWith("$")
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split("*")
  return new RegExp(`^${parts.map((part) => part.replaceAll("$", "\\$")).join(".*")}${isAnchored ? "$" : ""}`, "s")
}

/** Few letters, so that much of it nearly matches. */
const text = (letters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { maxLength }).map((chars) => `/${chars.join("")}`)

/** A path that counts how often an octet of it is read. */
const counted = (path: string) => {
  const seen = { reads: 0 }
  const octets = new Proxy(octetsOf(path), {
    get: (target, key) => {
      if (key !== "length") seen.reads++
      return Reflect.get(target, key)
    }
  })
  return { seen, path: octets }
}

describe("pathPattern", () => {
  it("agrees with a regular expression", () => {
    fc.assert(
      fc.property(text("ab*$", 8), text("ab$", 12), (pattern, path) => {
        assert.strictEqual(pathPattern(pattern)(octetsOf(path)), naive(pattern).test(path), `${pattern} on ${path}`)
      }),
      { numRuns: 20_000 }
    )
  })

  const a = "a".repeat(2000)
  const hostile: ReadonlyArray<readonly [name: string, pattern: string, path: string]> = [
    ["thousands of *", `/${"*a".repeat(1000)}*b`, `/${a}`],
    ["a run of *", `/${"*".repeat(2000)}b`, `/${a}`],
    ["a part that nearly matches everywhere", `/*${"a".repeat(1000)}b${"a".repeat(1000)}`, `/${a}${a}`],
    ["many parts that nearly match", `/${`*${"a".repeat(30)}b`.repeat(60)}$`, `/${`${"a".repeat(29)}b`.repeat(90)}`],
    ["an end that nearly matches", `/*${a}$`, `/b${a}c`]
  ]
  for (const [name, pattern, path] of hostile) {
    it(`reads each octet of the path thrice at most: ${name}`, () => {
      const counter = counted(path)
      assert.isFalse(pathPattern(pattern)(counter.path))
      assert.isAtMost(counter.seen.reads, 3 * path.length)
    })
  }

  it("stays linear whatever the pattern is", () => {
    fc.assert(
      fc.property(text("ab*", 200), text("ab", 400), (pattern, path) => {
        const counter = counted(path)
        pathPattern(pattern)(counter.path)
        assert.isAtMost(counter.seen.reads, 3 * path.length)
      })
    )
  })
})
