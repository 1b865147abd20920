import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { selectContent } from "../../src/extract/content/select-content.ts"
import { compileModel, type TreeModel } from "../../src/extract/content/trees.ts"
import { renderText } from "../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../src/extract/parsers/html.ts"
import { inputOf, type RealPage, score } from "../support/real-pages.ts"
import { type BoostingOptions, train } from "./boosting.ts"
import { type Example, loadExamples } from "./dataset.ts"
import { type Binned, binned } from "./quantile-bins.ts"

/**
 * Trains the content stage's block classifier on the shared set of real pages and writes its weights. Before that it trains a model
 * for each fifth of the sites without that fifth, runs the pipeline with it over the pages left out, and scores the text that comes
 * out: `node scripts/content-model/train.ts [--no-cross]`.
 */
const folds = 5
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

const foldOf = ({ site }: Example): number => {
  let hash = 7
  for (const char of site) hash = (hash * 31 + char.charCodeAt(0)) % 1_000_003
  return hash % folds
}

const joined = (parts: ReadonlyArray<Float32Array>): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const learn = (
  examples: ReadonlyArray<Example>,
  table: Binned,
  isLearned: (example: Example) => boolean
): TreeModel => {
  const chosen = examples.flatMap((example) => Array.from(example.targets, () => isLearned(example)))
  const lesson = {
    table,
    targets: joined(examples.map(({ targets }) => targets)),
    weights: joined(examples.map(({ weights }) => weights)),
    rows: Int32Array.from(chosen.flatMap((isChosen, row) => isChosen ? [row] : []))
  }
  return rounded(train(lesson, options))
}

/** Five digits are enough, and what is measured is what is shipped. */
const rounded = ({ bias, trees }: TreeModel): TreeModel => ({
  bias,
  trees: trees.map((tree) => ({ ...tree, threshold: tree.threshold.map((value) => Number(value.toPrecision(5))) }))
})

/** The text of the whole pipeline with this model in the place of the shipped one. */
const textOf = (page: RealPage, model: ReturnType<typeof compileModel>): string => {
  const parsed = Effect.runSync(htmlParser.parse(inputOf(page)))
  return renderText(parsed, selectContent(parsed, model))
}

const crossValidate = (examples: ReadonlyArray<Example>, table: Binned): void => {
  const rows = Array.from({ length: folds }, (_, fold) => {
    const model = compileModel(learn(examples, table, (example) => foldOf(example) !== fold))
    say(`fold ${fold + 1} of ${folds} is trained`)
    return examples.filter((example) => foldOf(example) === fold)
      .map(({ page }) => ({ id: page.id, text: textOf(page, model) }))
  })
  say("cross-validated by site, the text of the whole pipeline:")
  score(rows.flat())
}

const examples = loadExamples(Number.POSITIVE_INFINITY)
const width = examples[0]?.table.width ?? 0
const table = binned(joined(examples.map(({ table }) => table.values)), width, options.seed)
say(`${examples.length} pages, ${table.rows} blocks, ${width} features`)
if (!process.argv.includes("--no-cross")) crossValidate(examples, table)
const file = path.join(import.meta.dirname, "../../src/extract/rules/content-model.json")
fs.writeFileSync(file, `${JSON.stringify(learn(examples, table, () => true))}\n`)
say(`wrote ${fs.statSync(file).size} bytes`)
