import { assert, describe, it } from "@effect/vitest"
import { FoldedLine } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { pageLines } from "../../../src/extract/fingerprint/page-lines.ts"
import { cpuMillis } from "../../support/processes/cpu-time.ts"

const block = (text: string, score: number) => ({ text, score })

describe("the lines of a page", () => {
  it("have the score of the block that they are a part of", () => {
    const text = "one two three four\nfive six seven eight\nnine ten eleven twelve"
    const scores = [block("one two three four\nfive six seven eight", 0.95), block("nine ten eleven twelve", 0.5)]
    const lines = new Map(pageLines({ text, selection: { scores } }).map(({ hash, isSure }) => [hash, isSure]))
    const folded = new FoldedLine()
    const isSure = (line: string) => {
      folded.read(line)
      return lines.get(folded.hash)
    }
    assert.deepStrictEqual(text.split("\n").map(isSure), [true, true, false])
  })

  it("are found in reasonable time in one block of many megabytes", () => {
    const filler = "lorem ".repeat(200)
    const text = Array.from({ length: 6000 }, (_, n) => `the line ${n} of ${filler}`).join("\n")
    const started = cpuMillis()
    const lines = pageLines({ text, selection: { scores: [block(text, 0.5)] } })
    const far = `${"x y z ".repeat(500_000)}\n${"the same far line\n".repeat(20_000)}`
    assert.lengthOf(pageLines({ text: far, selection: { scores: [block(far, 0.5)] } }), 2)
    assert.lengthOf(lines, 5000)
    assert.isBelow(cpuMillis() - started, 5000)
  })
})
