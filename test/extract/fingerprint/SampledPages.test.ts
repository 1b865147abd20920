import { assert, describe, it } from "@effect/vitest"
import { lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { encodeLines, LineHashes } from "../../../src/extract/fingerprint/LineHashes.ts"
import { SampledPages } from "../../../src/extract/fingerprint/SampledPages.ts"

/** A page of lines with ten words each. A line that begins with ! is content with certainty. */
const page = (...lines: ReadonlyArray<string>) =>
  new LineHashes(encodeLines(lines.map((line) => ({ hash: lineHash(line), words: 10, isSure: line.startsWith("!") }))))

const sampled = (pages: ReadonlyArray<LineHashes>): SampledPages => {
  const making = SampledPages.of(pages)
  for (let step = making.next();; step = making.next()) if (step.done === true) return step.value
}

/** Names of lines that repeat on the first page. */
const repeated = (names: ReadonlyArray<string>, pages: ReadonlyArray<LineHashes>) => {
  const found = new Set(sampled(pages).repeatedLines(pages[0]!))
  return names.filter((name) => found.has(lineHash(name)))
}

describe("pages of one host", () => {
  it("repeat a line that 30 % of the other pages have, and at least two", () => {
    const own = (n: number) => `!own ${n}`
    const few = [page(own(0), "two", "one"), page(own(1), "two", "one"), page(own(2), "two")]
    assert.deepStrictEqual(repeated(["two", "one"], few), ["two"])
    const many = Array.from({ length: 11 }, (_, n) => page(own(n), ...(n < 4 ? ["a"] : []), ...(n < 3 ? ["b"] : [])))
    assert.deepStrictEqual(repeated(["a", "b"], many), ["a"])
  })

  it("repeat no line that is content with certainty on that page", () => {
    const pages = [page("!x", "!both"), page("!y", "both"), page("!z", "!both"), page("!q", "!both")]
    assert.deepStrictEqual(repeated(["both", "!both"], pages), [])
  })

  it("repeat any line that half of eight other pages have, and keep it in variants", () => {
    const own = (n: number) => [`!own ${n}`, `!more ${n}`, `!text ${n}`, `!end ${n}`]
    const pages = (count: number, shared: number) =>
      Array.from({ length: count }, (_, n) => page(...own(n), ...(n < shared ? ["!all"] : [])))
    assert.deepStrictEqual(repeated(["!all"], pages(9, 9)), ["!all"])
    assert.deepStrictEqual(repeated(["!all"], pages(9, 5)), ["!all"])
    assert.deepStrictEqual(repeated(["!all"], pages(9, 4)), [])
    assert.deepStrictEqual(repeated(["!all"], pages(8, 8)), [])
    const variants = Array.from({ length: 30 }, (_, n) => page(`!own ${n}`, "!all"))
    assert.deepStrictEqual(repeated(["!all"], variants), [])
  })

  it("let the text of variants survive: they count as one page", () => {
    const kettle = (colour: string) => page("!kettle one", "!kettle two", `!in ${colour}`, "specification", "footer")
    const others = Array.from({ length: 4 }, (_, n) => page(`!other ${n}`, "footer"))
    const pages = [kettle("red"), kettle("blue"), kettle("green"), kettle("black"), ...others]
    assert.deepStrictEqual(repeated(["specification", "footer"], pages), ["footer"])
    assert.deepStrictEqual(repeated(["specification"], [page("!stand", "specification"), ...pages]), [])
  })

  it("without certain lines are variants by all of their lines", () => {
    assert.deepStrictEqual(repeated(["a", "b"], [page("a", "b"), page("a", "b"), page("a", "b")]), [])
  })

  it("repeat the same lines in any order", () => {
    const pages = Array.from({ length: 30 }, (_, n) => page(`!own ${n}`, `line ${n % 2}`, `line ${n % 5 + 2}`, "all"))
    const names = ["all", ...Array.from({ length: 9 }, (_, n) => `line ${n}`)]
    const [first, ...rest] = pages
    assert.deepStrictEqual(repeated(names, pages), ["all", "line 0"])
    assert.deepStrictEqual(repeated(names, [first!, ...rest.toReversed()]), ["all", "line 0"])
  })
})
