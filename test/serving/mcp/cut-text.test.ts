import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { cutText } from "../../../src/serving/mcp/shared/cut-text.ts"

/** Each character is a token. */
const length = (text: string): number => text.length

const all = (text: string, most: number): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (let from: number | undefined = 0; from !== undefined;) {
    const { next, part } = cutText(text, from, most, length)
    parts.push(part)
    from = next
  }
  return parts
}

describe("a text that is cut", () => {
  it("ends before a heading, else between blocks, else between lines", () => {
    const block = "word ".repeat(12).trim()
    assert.strictEqual(cutText(`${block}\n\n## Two\n\n${block}`, 0, 80, length).part, block)
    assert.strictEqual(cutText(`${block}\n\n${block}`, 0, 100, length).part, block)
    assert.strictEqual(cutText(`${block}\n${block}`, 0, 100, length).part, block)
    assert.strictEqual(cutText("x".repeat(100), 0, 80, length).part, "x".repeat(80))
  })

  it("takes no comment in a code block for a heading", () => {
    const code = `\`\`\`sh\n${"echo\n".repeat(10)}# no heading\n${"echo\n".repeat(20)}\`\`\``
    assert.isAbove(cutText(code, 0, 100, length).part.length, 90)
  })

  it("comes whole in the end, each part within the limit, with no character broken", () => {
    const piece = fc.constantFrom("# head\n", "\n\n", "text ", "\n", "```\n", "𝄞", "é")
    fc.assert(fc.property(fc.array(piece, { maxLength: 200 }), fc.integer({ min: 2, max: 60 }), (pieces, most) => {
      const text = pieces.join("")
      const parts = all(text, most)
      for (const part of parts) {
        assert.isAtMost(part.length, most)
        assert.isTrue(part.isWellFormed())
      }
      assert.strictEqual(parts.join("").replaceAll(/\s+/g, ""), text.replaceAll(/\s+/g, ""))
    }))
  })
})
