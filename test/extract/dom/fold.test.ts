import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fold } from "../../../src/extract/dom/walk.ts"

const folded = (text: string): string => text.replace(/[\s\u200B]+/g, " ").trim()

it("folds every kind of white space, wherever it stands", () => {
  const chars = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const texts = chars.flatMap((char) => [char, `a${char}b`, `${char} a`, `a ${char}`])
  assert.deepStrictEqual(texts.filter((text) => fold(text) !== folded(text)), [])
})

it("folds runs of white space in short and long texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "本", " ", "\n", "\u00A0", "\u200B"), maxLength: 12 })
  fc.assert(fc.property(text, fc.nat(80), (some, times) => {
    assert.strictEqual(fold(some.repeat(times)), folded(some.repeat(times)))
  }))
})
