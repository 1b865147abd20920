import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import type { TreeModel } from "../../src/extract/dom/fast/trees.ts"
import { foldFile, folds } from "../support/fold-of.ts"
import { binned } from "./quantile-bins.ts"
import type { LoadedPage, SharedLesson, Task, TrainingOptions } from "./worker.ts"

/**
 * Trains the content stage's block classifier on the shared sets of real pages, in two threads:
 * `node scripts/content-model/train.ts FOLDER [--every N]` writes a model for each fifth of the sites that has not seen
 * it, to be measured with (`bench:sets`), and one of all sites; `--ship` puts that one in the place of the shipped one.
 */
const threads = 2
const options: TrainingOptions = {
  runs: 2,
  trees: 200,
  rate: 0.1,
  depth: 6,
  leafWeight: 3,
  lambda: 2,
  rowShare: 0.5,
  columnShare: 0.35,
  seed: 7
}
const started = performance.now()
const say = (line: string) =>
  void process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}\n`)

const inThread = <A>(task: Task): Promise<A> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "worker.ts"), { workerData: task })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)

const lessonOf = (pages: ReadonlyArray<LoadedPage>): SharedLesson => {
  const width = pages[0]?.width ?? 0
  const rows = pages.reduce((sum, { targets }) => sum + targets.length, 0)
  const values = new Float32Array(rows * width)
  const targets = new Float32Array(shared(rows * 4))
  const weights = new Float32Array(shared(rows * 4))
  const foldOfRow = new Int8Array(shared(rows))
  let at = 0
  for (const page of pages) {
    values.set(page.values, at * width)
    targets.set(page.targets, at)
    weights.set(page.weights, at)
    foldOfRow.fill(page.fold, at, at + page.targets.length)
    at += page.targets.length
  }
  const table = binned(values, width, options.seed)
  const codes = new Uint8Array(shared(table.codes.length))
  codes.set(table.codes)
  say(`${pages.length} pages, ${rows} blocks, ${width} features`)
  return { table: { ...table, codes }, targets, weights, foldOfRow }
}

const { positionals: [folder], values: args } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, ship: { type: "boolean" } }
})
if (folder === undefined) throw new Error("usage: train.ts FOLDER [--every N] [--ship]")
fs.mkdirSync(folder, { recursive: true })

const shares = Array.from(
  { length: threads },
  (_, share) => inThread<ReadonlyArray<LoadedPage>>({ kind: "load", every: Number(args.every), share, of: threads })
)
const lesson = lessonOf((await Promise.all(shares)).flat())

/** The model of all sites first: it takes as long as the others and is needed first. */
const waiting = [-1, ...Array.from({ length: folds }, (_, fold) => fold)]
const trainWaiting = async (): Promise<void> => {
  for (let fold = waiting.shift(); fold !== undefined; fold = waiting.shift()) {
    const model = await inThread<TreeModel>({ kind: "train", fold, lesson, options })
    fs.writeFileSync(path.join(folder, fold < 0 ? "all.json" : foldFile(fold)), `${JSON.stringify(model)}\n`)
    say(fold < 0 ? "the model of all sites is trained" : `fold ${fold + 1} of ${folds} is trained`)
  }
}
await Promise.all(Array.from({ length: threads }, trainWaiting))
if (args.ship === true) {
  fs.copyFileSync(
    path.join(folder, "all.json"),
    path.join(import.meta.dirname, "../../src/extract/rules/content-model.json")
  )
}
