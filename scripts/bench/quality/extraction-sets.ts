import { Effect } from "effect"
import * as fs from "node:fs"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { foldModels, foldOf } from "../../support/fold-of.ts"
import {
  type Extracted,
  type Figures,
  figuresOf,
  inputOf,
  realPages,
  type SetName,
  setNames
} from "../../support/real-pages.ts"
import { type Structure, structureOf } from "../support/extraction/structure.ts"

/**
 * All shared sets of real pages in one run, each by its own scorer, with what of their structure is torn:
 * `npm run bench:sets -- [--models FOLDER] [--out FILE] [--every N]`. With the models of a cross-validation
 * (`train.ts --models FOLDER`) each page is read by the one that has not seen its site; else by the shipped one.
 */
interface Row extends Extracted {
  readonly set: SetName
  readonly markdown: string
  readonly structure: Structure
}

const threads = 2

const { values: options } = parseArgs({
  strict: false,
  options: {
    models: { type: "string" },
    out: { type: "string" },
    every: { type: "string", default: "1" },
    set: { type: "string", multiple: true }
  }
})
const wanted = setNames.filter((set) => !Array.isArray(options.set) || options.set.includes(set))
const pages = wanted.flatMap((set) => realPages(set).filter((_, index) => index % Number(options.every) === 0))

/** Every so manieth page, read by this thread. */
const readPages = (first: number): ReadonlyArray<Row> => {
  const models = typeof options.models === "string" ? foldModels(options.models) : []
  return pages.filter((_, index) => index % threads === first).map((page) => {
    const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
    const selection = selectContent(parsed, models[foldOf(page)])
    const content = { selection, ...renderContent(parsed, selection) }
    const facts = readFacts(parsed, content)
    const { author, published_date: date, title } = facts
    const { markdown, text } = content
    return {
      set: page.set,
      id: page.id,
      text,
      title,
      author,
      date,
      markdown,
      structure: structureOf(parsed, content, facts)
    }
  })
}

const rowsOf = (first: number): Promise<ReadonlyArray<Row>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: first, argv: process.argv.slice(2) })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

const sumOf = (rows: ReadonlyArray<Row>): Structure =>
  rows.map(({ structure }) => structure).reduce((sum, own) => ({
    tables: sum.tables + own.tables,
    tablesTorn: sum.tablesTorn + own.tablesTorn,
    headings: sum.headings + own.headings,
    headingsIdle: sum.headingsIdle + own.headingsIdle,
    lists: sum.lists + own.lists,
    listsTorn: sum.listsTorn + own.listsTorn,
    h1: sum.h1 + own.h1,
    h1Lost: sum.h1Lost + own.h1Lost
  }))

if (isMainThread) {
  const rows = (await Promise.all(Array.from({ length: threads }, (_, first) => rowsOf(first)))).flat()
  const bySet = wanted.map((set) => [set, rows.filter((row) => row.set === set)] as const)
  const tables = bySet.flatMap(([set, own]): ReadonlyArray<readonly [string, Figures | undefined]> => {
    const { all, ...types } = figuresOf(set, own)
    return [
      [set, all],
      ...Object.entries(types).filter(() => set === "general").map(([type, of]) => [`  ${type}`, of] as const)
    ]
  })
  console.table(Object.fromEntries(tables))
  console.table(Object.fromEntries(bySet.map(([set, own]) => [set, sumOf(own)])))
  if (typeof options.out === "string") fs.writeFileSync(options.out, rows.map((row) => JSON.stringify(row)).join("\n"))
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(readPages(Number(workerData)))
}
