import { assert, describe, it } from "@effect/vitest"
import { readText } from "../../../src/extract/content/blocks/read-text.ts"
import { tokensOf } from "../../../src/extract/dom/fast/page-words.ts"
import { Vocabulary } from "../../../src/extract/dom/fast/Vocabulary.ts"

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

describe("readText", () => {
  const vocabulary = new Vocabulary("The Lamp, lit", "A lamp in ΟΔΟΣ İzmir 漢字", ["the keeper of the lamp"])

  it("counts what the regular expressions for words, capitals and commas find, in any script", () => {
    const texts = [
      "",
      "Plain words, and 42 numbers; a_b",
      "Ärger über Öl، und più",
      "abc漢字 漢字abc、ひらがなカタカナ，x",
      "ภาษาไทย กับ abcไทย่",
      "ΟΔΟΣ οδός",
      "İzmir'de IŞIK",
      "emoji 😀 words 𝐁old 𠀋字",
      "e\u0301te\u0301 \u00a0 Straße"
    ]
    for (const text of texts) {
      const facts = readText(text, vocabulary)
      assert.strictEqual(facts.words, tokensOf(text).length, text)
      assert.strictEqual(facts.capitals, matches(text, /\p{Lu}/gu), text)
      assert.strictEqual(facts.commas, matches(text, /[,;،、，]/g), text)
    }
  })

  it("knows the page's own words in any case, and the neighbours among them", () => {
    const facts = readText("THE KEEPER of the lamp sleeps; the lit Lamp", vocabulary)
    assert.strictEqual(facts.titleWords, 6)
    assert.strictEqual(facts.descriptionWords, 2)
    assert.strictEqual(facts.pairs, 4)
    // A sigma's lower case depends on its place; texts with one are left to the engine.
    assert.strictEqual(readText("ΟΔΟΣ", vocabulary).descriptionWords, 1)
    assert.strictEqual(readText("漢字", vocabulary).descriptionWords, 2)
  })
})
