import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { kindNumber, scopesOf, type SectionKind, sectionsOf } from "../../../src/extract/content/blocks/sections.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

const said = (source: string) => {
  const blocks = segment(parseHtml(source).body)
  const sections = sectionsOf(blocks)
  const scopes = scopesOf(blocks, sections)
  return blocks.map(({ text }, index) => {
    const { outer, says } = sections[index] ?? { outer: "", says: "" }
    return { text, says, outer, scope: scopes[index] }
  })
}

const related = kindNumber("related")

describe("a heading above other pages", () => {
  it("is about the sections with smaller headings below it", () => {
    const found = said("<h2>Related articles</h2><h3>The ferry</h3><p>It is back.</p><h2>Prices</h2><p>Six coins.</p>")
    assert.deepStrictEqual(found.map(({ outer }) => outer), ["", "related", "related", "", ""])
  })

  it("speaks for its element, and not for what comes after it", () => {
    const found = said(
      "<div><h2>Related articles</h2><div><h2>The ferry</h2><p>It is back.</p></div></div><p>The harbour is deep.</p>"
    )
    assert.deepStrictEqual(found.map(({ scope }) => scope), [related, related, related, 0])
  })

  it("speaks for the element around it where it has one of its own", () => {
    const found = said("<div><div><h2>Related articles</h2></div><p>The ferry</p></div><p>The harbour is deep.</p>")
    assert.deepStrictEqual(found.map(({ scope }) => scope), [related, related, 0])
  })
})

describe("a heading tells what is below it", () => {
  const headings: ReadonlyArray<readonly [heading: string, says: SectionKind]> = [
    ["Customer reviews", "reviews"],
    ["Kundenbewertungen", "reviews"],
    ["カスタマーレビュー", "reviews"],
    ["Frequently asked questions", "questions"],
    ["Häufige Fragen", "questions"],
    ["Preguntas frecuentes", "questions"],
    ["Отзывы покупателей", "reviews"],
    ["Technische Daten", "details"],
    ["Product description", "details"],
    ["商品詳細", "details"],
    ["The ferry is back", ""],
    ["A preview of the harbour", ""]
  ]
  for (const [heading, says] of headings) {
    it(heading, () => {
      assert.strictEqual(said(`<h2>${heading}</h2><p>Six coins.</p>`)[1]?.says, says)
    })
  }
})
