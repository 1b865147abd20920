import { Effect } from "effect"
import type { Nodes, Root } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { lettersAndDigits } from "../../../src/extract/metadata/letters-and-digits.ts"
import type { PageInput } from "../../../src/extract/Page.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { documentFrom, pageInput } from "../../support/page-input.ts"
import { inputOf, realPages } from "../../support/real-pages.ts"
import { formulaPages, formulas, formulaScore } from "../support/extraction/formula-pages.ts"
import { type Grid, gridScore, trueCode, trueGrids } from "../support/extraction/grids.ts"
import { stagesOf } from "../support/extraction/stage-steps.ts"
import { report, type Row } from "../support/report.ts"

/**
 * Formulas, code and tables in the markdown, for this checkout and for another one: `npm run bench -- structure
 * [--against CHECKOUT]`. Formulas are in pages made of the usual wrappings, and are right if they are drawn alike. Code
 * and tables are those of the shared real pages that stand in their true text: code is right if a fence has it, a cell
 * of a table if its row, column and text are.
 */
const { values: options } = parseArgs({ options: { against: { type: "string" } } })
const folders = {
  now: path.join(import.meta.dirname, "../../.."),
  ...options.against === undefined ? {} : { before: options.against }
}

interface Sums {
  count: number
  right: number
}

const real = realPages().flatMap((page) => {
  const truth = page.main_content ?? ""
  const input = inputOf(page)
  const parsed = visiblePage(Effect.runSync(htmlParser.parse(input)))
  const code = trueCode(parsed, truth)
  const grids = trueGrids(parsed, truth)
  return code.length + grids.length === 0 ? [] : [{ input, code, grids }]
})

const figuresOf = async (folder: string): Promise<ReadonlyMap<string, Sums>> => {
  const sums = new Map<string, Sums>()
  const add = (name: string, right: number, count = 1): void => {
    const sum = sums.get(name) ?? { count: 0, right: 0 }
    sums.set(name, { count: sum.count + count, right: sum.right + right })
  }
  const { extract } = await stagesOf(path.resolve(folder))
  const markdownOf = async (input: PageInput): Promise<string> => documentFrom(await extract(input)).markdown ?? ""
  for (const { name, source } of formulaPages) {
    const score = formulaScore(await markdownOf(pageInput(source)))
    add(`formulas: ${name}`, score * formulas.length, formulas.length)
    add("formulas", score * formulas.length, formulas.length)
  }
  for (const { code, grids, input } of real) {
    const given = structuresOf(
      fromMarkdown(await markdownOf(input), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    )
    for (const wanted of code) {
      const fence = given.code.find(({ text }) => text === wanted.code)
      add("code", Number(fence !== undefined))
      if (wanted.language !== "") add("code: declared language", Number(fence?.language === wanted.language))
    }
    for (const wanted of grids) add("tables: cell F1", gridScore(given.grids, wanted))
  }
  return sums
}

interface Structures {
  readonly code: Array<{ readonly language: string; readonly text: string }>
  readonly grids: Array<Grid>
}

const structuresOf = (root: Root): Structures => {
  const found: Structures = { code: [], grids: [] }
  const read = (node: Nodes): void => {
    if (node.type === "code") found.code.push({ language: node.lang ?? "", text: lettersAndDigits(node.value) })
    else if (node.type === "table") {
      found.grids.push(node.children.map((row) => row.children.map((cell) => lettersAndDigits(plain(cell)))))
    } else if ("children" in node) { for (const child of node.children) read(child) }
  }
  read(root)
  return found
}

const plain = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? node.children.map((child) => plain(child)).join("") : ""

const figures: Array<readonly [name: string, sums: ReadonlyMap<string, Sums>]> = []
for (const [name, folder] of Object.entries(folders)) figures.push([name, await figuresOf(folder)])

report(
  [...figures[0]?.[1] ?? []].map(([kind, { count }]): Row => ({
    structure: kind,
    count,
    ...Object.fromEntries(
      figures.map(([name, sums]) => [name, ((sums.get(kind)?.right ?? 0) / count).toFixed(3)])
    )
  }))
)
