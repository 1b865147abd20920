import { Effect } from "effect"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { calibrated } from "../../../src/extract/content/decide/confidence.ts"
import { decideBlocks } from "../../../src/extract/content/decide/decide-blocks.ts"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { binsOf, fitCalibration, type Rated } from "../../content-model/calibration.ts"
import { foldModels, foldOf, folds } from "../../support/fold-of.ts"
import { inputOf, type RealPage, realPages } from "../../support/real-pages.ts"

/**
 * The calibration of `confidence`: bins of pages by what it says, with their mean F1. Each page is read by a model that
 * has not seen its site, and calibrated on the other sites. `npm run bench -- confidence --models FOLDER [--every N]`
 * ends with the points for `extract/rules/confidence.ts`.
 */
interface RatedPage extends Rated {
  readonly fold: number
}

const threads = 2
const bins = 10

const { values: options } = parseArgs({
  strict: false,
  options: { models: { type: "string" }, every: { type: "string", default: "1" } }
})
const pages = (["general", "news", "chinese"] as const).flatMap((set) =>
  realPages(set).filter((_, index) => index % Number(options.every) === 0)
)

const readPages = (first: number): ReadonlyArray<RatedPage> => {
  const models = foldModels(String(options.models))
  return pages.filter((_, index) => index % threads === first).map((page) => {
    const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
    const fold = foldOf(page)
    const { text } = renderContent(parsed, selectContent(parsed, models[fold]))
    return { fold, expected: decideBlocks(parsed, models[fold]).expectedOfKept, f1: f1Of(text, page) }
  })
}

/** Word F1 as the scorer of the sets has it: of Chinese, runs of four characters. */
const f1Of = (text: string, { language, main_content: truth }: RealPage): number => {
  const own = tokensOf(text, language)
  const counts = Map.groupBy(tokensOf(truth ?? "", language), (token) => token)
  const wanted = [...counts.values()].reduce((sum, { length }) => sum + length, 0)
  if (wanted === 0) return Number(own.length === 0)
  const found = own.reduce((sum, token) => sum + Number(counts.get(token)?.pop() !== undefined), 0)
  return 2 * found / (own.length + wanted)
}

const tokensOf = (text: string, language: string | undefined): ReadonlyArray<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const joined = words.join("")
  return language === "zh"
    ? Array.from({ length: Math.max(0, joined.length - 3) }, (_, at) => joined.slice(at, at + 4))
    : words
}

const inThread = (first: number): Promise<ReadonlyArray<RatedPage>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: first, argv: process.argv.slice(2) })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

/** The confidence of each page by the points of the other folds. */
const crossFitted = (rated: ReadonlyArray<RatedPage>): ReadonlyArray<Rated> =>
  Array.from({ length: folds }, (_, fold) => {
    const points = fitCalibration(rated.filter((page) => page.fold !== fold))
    return rated.filter((page) => page.fold === fold)
      .map(({ expected, f1 }) => ({ expected: calibrated(expected, points), f1 }))
  }).flat()

if (isMainThread) {
  const rated = (await Promise.all(Array.from({ length: threads }, (_, first) => inThread(first)))).flat()
  const fitted = crossFitted(rated)
  const table = binsOf(fitted, bins)
  console.table(table.map(({ expected, f1, pages }) => ({
    pages,
    confidence: Number(expected.toFixed(3)),
    f1: Number(f1.toFixed(3))
  })))
  const error = table.reduce((sum, bin) => sum + Math.abs(bin.expected - bin.f1) * bin.pages, 0) / fitted.length
  console.log(`expected calibration error ${error.toFixed(4)}`)
  console.log(JSON.stringify(fitCalibration(rated)))
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(readPages(Number(workerData)))
}
