import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import * as fs from "node:fs"
import * as path from "node:path"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { collectMedia } from "../../../src/extract/media/collect-media.ts"
import { documentOfInput } from "../document-of.ts"
import { inputOf, pageOf, wholeOf } from "./page-of.ts"
import { tableOf, teds } from "./tables/teds.ts"

/**
 * Sixty tables in pages as the tools of documentation, an encyclopedia and an office of statistics write them. A JSON
 * file beside each page has the right rows of its tables; `^` and `<` are places that a span covers.
 */
const folder = path.join(import.meta.dirname, "tables")
const names = fs.readdirSync(folder).filter((file) => file.endsWith(".html")).map((file) =>
  path.basename(file, ".html")
)

type Rows = ReadonlyArray<ReadonlyArray<string>>

interface Case {
  readonly name: string
  readonly rows: Rows
}

const casesOf = (name: string): ReadonlyArray<Case> =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8")) as ReadonlyArray<Case>

const tablesOf = (markdown: string): ReadonlyArray<Rows> => {
  const found: Array<Rows> = []
  const read = (node: Nodes): void => {
    if (node.type === "table") found.push(node.children.map((row) => row.children.map((cell) => plain(cell))))
    else if ("children" in node) { for (const child of node.children) read(child) }
  }
  read(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  return found
}

const plain = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? node.children.map((child) => plain(child)).join("") : ""

const bestOf = (given: ReadonlyArray<Rows>, { rows }: Case): number =>
  Math.max(0, ...given.map((table) => teds(tableOf(table), tableOf(rows))))

describe("tables of documentation", () => {
  it.effect("are tables of the markdown and of the Document, with their rows, columns and cells", () =>
    Effect.gen(function*() {
      const scores: Array<{ readonly name: string; readonly markdown: number; readonly tables: number }> = []
      for (const name of names) {
        const source = fs.readFileSync(path.join(folder, `${name}.html`), "utf8")
        const { markdown, tables } = yield* documentOfInput(inputOf(source))
        const ofMarkdown = tablesOf(markdown)
        const ofDocument = tables.map(({ headers, rows }) => headers.length === 0 ? rows : [headers, ...rows])
        for (const table of casesOf(name)) {
          scores.push({
            name: `${name}: ${table.name}`,
            markdown: bestOf(ofMarkdown, table),
            tables: bestOf(ofDocument, table)
          })
        }
      }
      assert.strictEqual(scores.length, 60)
      for (const output of ["markdown", "tables"] as const) {
        const mean = scores.reduce((sum, score) => sum + score[output], 0) / scores.length
        const worst = scores.filter((score) => score[output] < 0.9).map((score) => `${score.name} ${score[output]}`)
        assert.isAtLeast(mean, minMean, `${output}: ${worst.join(", ")}`)
      }
    }))
})

/** Several header rows are one row of markdown, which costs some of the similarity. */
const minMean = 0.89

describe("a table with the page in one of its cells", () => {
  it("only arranges the page", () => {
    const story = "<h2>The tower</h2><p>The keeper climbed the stairs and lit the lamp.</p>".repeat(100)
    const page = pageOf(`<table><tr><td>Menu</td><td>Top</td></tr><tr><td>Left</td><td>${story}</td></tr></table>`)
    const { markdown } = renderContent(page, wholeOf(page))
    assert.include(markdown, "## The tower\n\nThe keeper")
    assert.notInclude(markdown, "| --- |")
  })
})

describe("TEDS", () => {
  const rows = [["a", "b"], ["c", "d"]]

  it("of a table with itself is 1", () => assert.strictEqual(teds(tableOf(rows), tableOf(rows)), 1))

  it("counts a missing row, an added cell and changed text by nodes", () => {
    // A table of 2 x 2 has seven nodes.
    assert.closeTo(teds(tableOf(rows.slice(0, 1)), tableOf(rows)), 1 - 3 / 7, 1e-9)
    assert.closeTo(teds(tableOf([["a", "b", "x"], ["c", "d"]]), tableOf(rows)), 1 - 1 / 8, 1e-9)
    assert.closeTo(teds(tableOf([["abcd", "b"]]), tableOf([["abxx", "b"]])), 1 - 0.5 / 4, 1e-9)
    assert.closeTo(teds(tableOf([["c", "d"], ["a", "b"]]), tableOf(rows)), 1 - 4 / 7, 1e-9)
  })

  it("takes a spanned place as empty or as repeated", () => {
    const spanned = tableOf([["a", "<"], ["^", "d"]])
    assert.strictEqual(teds(tableOf([["a", ""], ["", "d"]]), spanned), 1)
    assert.strictEqual(teds(tableOf([["a", "a"], ["a", "d"]]), spanned), 1)
    assert.isBelow(teds(tableOf([["a", "x"], ["", "d"]]), spanned), 1)
  })
})

describe("a cell of a table", () => {
  const rowsOf = (cells: string): string => {
    const page = pageOf(`<table><tr><th>Kind</th><th>Text</th></tr><tr><td>one</td>${cells}</tr></table>`)
    return renderContent(page, wholeOf(page)).markdown.split("\n").at(-1) ?? ""
  }

  it("has a mark before each item of a list, and each line of code as code", () => {
    assert.strictEqual(rowsOf("<td>Or:<ul><li>red</li><li>green</li></ul></td>"), "| one | Or: • red • green |")
    assert.strictEqual(rowsOf("<td><ul><li>red</li></ul></td>"), "| one | red |")
    assert.strictEqual(rowsOf("<td><pre>a = 1\n\n  b = 2</pre></td>"), "| one | `a = 1` `b = 2` |")
  })

  it.effect("with signs only is kept with the words of its row", () =>
    Effect.gen(function*() {
      const row = (name: string, sign: string) => `<tr><td><code>${sign}</code></td><td>${name} of two lamps</td></tr>`
      const rows = `${row("The choice", "|")}${row("The product", "*")}<tr><td>plain</td><td>—</td></tr>`
      const story = "<p>The operators of lamps are these, and each of them takes two lamps and gives one of them.</p>"
      const source = `<main><h1>Operators</h1>${story.repeat(2)}<table><thead><tr><th>Sign</th><th>Meaning</th></tr>` +
        `</thead>${rows}</table>${story}</main>`
      const { markdown, tables } = yield* documentOfInput(inputOf(source))
      assert.include(markdown, "| `\\|` | The choice of two lamps |\n| `*` | The product of two lamps |\n| plain | — |")
      assert.deepStrictEqual(tables[0]?.rows.map(([sign]) => sign), ["|", "*", "plain"])
    }))
})

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
