import { assert, describe, it } from "@effect/vitest"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { collectMedia } from "../../../src/extract/media/collect-media.ts"
import { pageOf, wholeOf } from "./page-of.ts"

const table = (tex: string) =>
  pageOf(
    `<table><tr><th>Name</th><th>Value</th></tr><tr><td>Bound</td><td><math alttext="${tex}"></math></td></tr></table>`
  )

describe("a formula in a cell", () => {
  it("has no pipes in the markdown, and a norm stays a norm", () => {
    const cell = (tex: string): string => {
      const page = table(tex)
      return renderContent(page, wholeOf(page)).markdown.split("\n").at(-1) ?? ""
    }
    assert.strictEqual(cell("|x| \\le \\|y\\|"), "| Bound | $\\vert x\\vert  \\le \\Vert y\\Vert $ |")
    assert.include(cell("\\begin{array}{c|c} a & b \\end{array}"), "\\begin{array}{cc} a & b \\end{array}")
  })

  it("is LaTeX in the tables of the Document", () => {
    const page = table("|x|")
    assert.deepStrictEqual(collectMedia(page, wholeOf(page)).tables[0]?.rows, [["Bound", "|x|"]])
  })
})
