import { Effect } from "effect"
import * as fs from "node:fs"
import { parseArgs } from "node:util"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { figuresOf, heldOut, inputOf, realPages } from "../../support/real-pages.ts"
import { rougeL } from "../support/extraction/rouge.ts"

/**
 * Forum threads and articles of many languages, from which no model has learned: word F1 by kind, and ROUGE-L as in
 * the set's own benchmark, the F of the means. Its words are those of `Intl.Segmenter`, as jieba is not a package of npm.
 * `npm run bench -- threads [--out FILE]`.
 */
const { values: options } = parseArgs({ options: { out: { type: "string" } } })

const rows = realPages(heldOut).map((page) => {
  const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
  const { text } = renderContent(parsed, selectContent(parsed))
  return { id: page.id, url: page.url, type: page.page_type, text, rouge: rougeL(text, page.main_content ?? "") }
})

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, own) => sum + own, 0) / numbers.length

const rougeOf = (own: typeof rows) => {
  const precision = mean(own.map(({ rouge }) => rouge.precision))
  const recall = mean(own.map(({ rouge }) => rouge.recall))
  return Number((2 * precision * recall / (precision + recall)).toFixed(4))
}

console.table(Object.fromEntries(
  Object.entries(figuresOf(heldOut, rows)).map(([type, { f1, pages, precision, recall }]) => {
    const own = rows.filter((row) => type === "all" || row.type === type)
    return [type, { pages, f1, precision, recall, "ROUGE-L": rougeOf(own) }]
  })
))
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => JSON.stringify(row)).join("\n"))
