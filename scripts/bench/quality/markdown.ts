import { Effect } from "effect"
import { parseArgs } from "node:util"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { foldModels, foldOf } from "../../support/fold-of.ts"
import { inputOf, realPages } from "../../support/real-pages.ts"
import {
  type PartName,
  partNames,
  type PartScore,
  partsOfMarkdown,
  partsOfTruth,
  scoreParts
} from "../support/extraction/markdown-parts.ts"

/**
 * The structure of the markdown over real pages of all types: F1 of headings, list items, table rows and links, whose
 * truth is derived from the page and its true text. `npm run bench -- markdown [--every N, 7] [--models FOLDER]`.
 */
const { values: options } = parseArgs({
  options: { every: { type: "string", default: "7" }, models: { type: "string" } }
})
const models = options.models === undefined ? [] : foldModels(options.models)
const pages = realPages().filter(({ main_content: truth }, index) =>
  index % Number(options.every) === 0 && (truth ?? "") !== ""
)

const sums = new Map<string, Record<PartName, PartScore>>()
const none = (): Record<PartName, PartScore> => {
  const nothing = { found: 0, given: 0, wanted: 0 }
  return { heading: nothing, item: nothing, row: nothing, link: nothing }
}
const add = (type: string, name: PartName, { found, given, wanted }: PartScore): void => {
  const sum = sums.get(type) ?? none()
  const before = sum[name]
  sum[name] = { found: before.found + found, given: before.given + given, wanted: before.wanted + wanted }
  sums.set(type, sum)
}

for (const page of pages) {
  const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
  const { markdown } = renderContent(parsed, selectContent(parsed, models[foldOf(page)]))
  const given = partsOfMarkdown(markdown)
  const wanted = partsOfTruth(parsed, page.main_content ?? "")
  for (const name of partNames) {
    const score = scoreParts(given[name], wanted[name])
    add("all", name, score)
    add(page.page_type, name, score)
  }
}

const f1 = ({ found, given, wanted }: PartScore): string =>
  given + wanted === 0 ? "" : (2 * found / (given + wanted)).toFixed(3)

console.log(`${pages.length} pages`)
console.table(
  Object.fromEntries(
    [...sums].map(([type, sum]) => [type, Object.fromEntries(partNames.map((name) => [name, f1(sum[name])]))])
  )
)
