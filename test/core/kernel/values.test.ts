import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { compact } from "../../../src/core/kernel/compact.ts"
import { glob, type Text } from "../../../src/core/kernel/glob.ts"

/** The pattern as a regular expression: right, and on hostile patterns for ever. */
const naive = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll("*", ".*")}$`)

/** Few letters, so that much of it nearly matches. */
const letters = (of: string, maxLength: number) =>
  fc.array(fc.constantFrom(...of), { maxLength }).map((chars) => `/${chars.join("")}`)

/** A text that counts how often a character of it is read. */
const counted = (text: string) => {
  const seen = { reads: 0 }
  const counting: Text = {
    length: text.length,
    charCodeAt: (index) => {
      seen.reads++
      return text.charCodeAt(index)
    }
  }
  return { seen, text: counting }
}

describe("glob", () => {
  it("agrees with a regular expression", () => {
    fc.assert(
      fc.property(letters("ab*", 8), letters("ab", 12), (pattern, path) => {
        assert.strictEqual(glob(pattern)(path), naive(pattern).test(path), `${pattern} on ${path}`)
      }),
      { numRuns: 20_000 }
    )
  })

  const a = "a".repeat(2000)
  const hostile: ReadonlyArray<readonly [name: string, pattern: string, path: string]> = [
    ["thousands of *", `/${"*a".repeat(1000)}*b`, `/${a}`],
    ["a run of *", `/${"*".repeat(2000)}b`, `/${a}`],
    ["a part that nearly matches everywhere", `/*${"a".repeat(1000)}b${"a".repeat(1000)}`, `/${a}${a}`],
    ["many parts that nearly match", `/${`*${"a".repeat(30)}b`.repeat(60)}`, `/${`${"a".repeat(29)}b`.repeat(90)}`],
    ["an end that nearly matches", `/*${a}d`, `/b${a}c`]
  ]
  for (const [name, pattern, path] of hostile) {
    it(`reads each character thrice at most: ${name}`, () => {
      const counter = counted(path)
      assert.isFalse(glob(`${pattern}*`)(counter.text))
      assert.isAtMost(counter.seen.reads, 3 * path.length)
    })
  }

  it("stays linear whatever the pattern is", () => {
    fc.assert(
      fc.property(letters("ab*", 200), letters("ab", 400), (pattern, path) => {
        const counter = counted(path)
        glob(pattern)(counter.text)
        assert.isAtMost(counter.seen.reads, 3 * path.length)
      })
    )
  })
})

describe("compact", () => {
  it("leaves out what is undefined, and nothing else", () => {
    const fields: { readonly a: number; readonly b?: string; readonly c?: boolean } = compact({
      a: 0,
      b: undefined as string | undefined,
      c: false as boolean | undefined
    })
    assert.deepStrictEqual(fields, { a: 0, c: false })
    assert.isFalse("b" in fields)
    assert.deepStrictEqual(compact({ none: null, empty: "" }), { none: null, empty: "" })
  })
})
