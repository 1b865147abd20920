import { Effect } from "effect"
import * as fs from "node:fs"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { decideBlocks } from "../../../src/extract/content/decide/decide-blocks.ts"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { truthShares } from "../../content-model/dataset.ts"
import { foldModels, foldOf } from "../../support/fold-of.ts"
import { inputOf, realPages } from "../../support/real-pages.ts"
import { type Hole, holesOf } from "../support/extraction/holes-of.ts"

/**
 * Share of pages with a hole: a block of the truth that is dropped between two kept blocks of one container.
 * `npm run bench -- holes [--models FOLDER] [--every N] [--out FILE]`. `--out` lists the holes, one a line. With the
 * models of a cross-validation (`train.ts`), each page is read by the model that has not seen its site.
 */
interface PageHoles {
  readonly set: string
  readonly id: string
  readonly url: string | null
  readonly holes: ReadonlyArray<Hole>
}

const sets = ["general", "news", "chinese"] as const
const threads = 2

const { values: options } = parseArgs({
  strict: false,
  options: {
    models: { type: "string" },
    every: { type: "string", default: "1" },
    out: { type: "string" }
  }
})
const pages = sets.flatMap((set) => realPages(set).filter((_, index) => index % Number(options.every) === 0))

/** Every so manieth page, read by this thread. */
const readPages = (first: number): ReadonlyArray<PageHoles> => {
  const models = typeof options.models === "string" ? foldModels(options.models) : []
  return pages.filter((_, index) => index % threads === first).map((page) => {
    const model = models[foldOf(page)]
    const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
    const decision = decideBlocks(parsed, model)
    const { markdown } = renderContent(parsed, selectContent(parsed, model))
    const { id, set, url } = page
    return { set, id, url, holes: holesOf(decision, truthShares(decision.blocks, page), markdown) }
  })
}

const inThread = (first: number): Promise<ReadonlyArray<PageHoles>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: first, argv: process.argv.slice(2) })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

const figuresOf = (rows: ReadonlyArray<PageHoles>) => {
  const torn = rows.filter(({ holes }) => holes.length > 0)
  const silent = rows.filter(({ holes }) => holes.some(({ isShown }) => !isShown))
  return {
    pages: rows.length,
    "with a hole": torn.length,
    share: Number((torn.length / rows.length).toFixed(4)),
    "share also in markdown": Number((silent.length / rows.length).toFixed(4)),
    holes: torn.reduce((sum, { holes }) => sum + holes.length, 0),
    words: torn.reduce((sum, { holes }) => sum + holes.reduce((own, { words }) => own + words, 0), 0)
  }
}

if (isMainThread) {
  const rows = (await Promise.all(Array.from({ length: threads }, (_, first) => inThread(first)))).flat()
  console.table({
    all: figuresOf(rows),
    ...Object.fromEntries(sets.map((set) => [set, figuresOf(rows.filter((row) => row.set === set))]))
  })
  const kinds = new Map<string, number>()
  for (const { kind } of rows.flatMap(({ holes }) => holes)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  console.log([...kinds].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`).join(", "))
  if (typeof options.out === "string") {
    const lines = rows.flatMap(({ holes, ...page }) => holes.map((hole) => JSON.stringify({ ...page, ...hole })))
    fs.writeFileSync(options.out, lines.join("\n"))
  }
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(readPages(Number(workerData)))
}
