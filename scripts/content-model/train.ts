import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import type { TreeModel } from "../../src/extract/content/trees.ts"
import { foldFile, foldOf, folds } from "../support/fold-of.ts"
import { type BoostingOptions, train } from "./boosting.ts"
import { type Example, loadExamples } from "./dataset.ts"
import { binned } from "./quantile-bins.ts"

/**
 * Trains the content stage's block classifier on the shared sets of real pages: `node scripts/content-model/train.ts --models FOLDER`
 * writes a model for each fifth of the sites that has not seen it, to be measured with; `--write` the model that is shipped.
 */
const options: BoostingOptions = {
  trees: 200,
  rate: 0.1,
  depth: 6,
  leafWeight: 3,
  lambda: 2,
  rowShare: 0.25,
  columnShare: 0.35,
  seed: 7
}
const started = performance.now()
const say = (line: string) =>
  void process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}\n`)

const joined = (parts: ReadonlyArray<Float32Array>): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Five digits are enough, and what is measured is what is shipped. */
const rounded = ({ bias, trees }: TreeModel): TreeModel => ({
  bias,
  trees: trees.map((tree) => ({ ...tree, threshold: tree.threshold.map((value) => Number(value.toPrecision(5))) }))
})

/** A model for each fold of the sites, trained without it, for `bench:extraction -- --sets --models FOLDER`. */
const crossValidate = (folder: string): void => {
  fs.mkdirSync(folder, { recursive: true })
  for (let fold = 0; fold < folds; fold++) {
    const model = learn(({ page }) => foldOf(page) !== fold)
    fs.writeFileSync(path.join(folder, foldFile(fold)), JSON.stringify(model))
    say(`fold ${fold + 1} of ${folds} is trained`)
  }
}

const { values: args } = parseArgs({
  options: { models: { type: "string" }, every: { type: "string", default: "1" }, write: { type: "boolean" } }
})
const examples = loadExamples(Number(args.every))
const width = examples[0]?.table.width ?? 0
const table = binned(joined(examples.map(({ table }) => table.values)), width, options.seed)
const targets = joined(examples.map((example) => example.targets))
const weights = joined(examples.map((example) => example.weights))
say(`${examples.length} pages, ${table.rows} blocks, ${width} features`)

const learn = (isLearned: (example: Example) => boolean): TreeModel => {
  const chosen = examples.flatMap((example) => Array.from(example.targets, () => isLearned(example)))
  const rows = Int32Array.from(
    chosen.flatMap((isChosen, row) => isChosen && (weights[row] as number) > 0 ? [row] : [])
  )
  return rounded(train({ table, targets, weights, rows }, options))
}

if (args.models !== undefined) crossValidate(args.models)
if (args.write === true) {
  const file = path.join(import.meta.dirname, "../../src/extract/rules/content-model.json")
  fs.writeFileSync(file, `${JSON.stringify(learn(() => true))}\n`)
  say(`wrote ${fs.statSync(file).size} bytes`)
}
