import { parentPort, workerData } from "node:worker_threads"
import type { TreeModel } from "../../src/extract/dom/fast/trees.ts"
import { foldOf } from "../support/fold-of.ts"
import { type BoostingOptions, train } from "./boosting.ts"
import { type Example, exampleOf, pagesOf } from "./dataset.ts"
import type { Binned } from "./quantile-bins.ts"

export interface TrainingOptions extends BoostingOptions {
  /** Number of models with different seeds that are averaged. */
  readonly runs: number
}

/** Task of a thread: load every n-th page, or train a model without one of the folds (-1: with all). */
export type Task =
  | { readonly kind: "load"; readonly every: number; readonly share: number; readonly of: number }
  | { readonly kind: "train"; readonly fold: number; readonly lesson: SharedLesson; readonly options: TrainingOptions }

/** All rows of all pages, in memory that the threads share. */
export interface SharedLesson {
  readonly table: Binned
  readonly targets: Float32Array
  readonly weights: Float32Array
  readonly foldOfRow: Int8Array
}

export interface LoadedPage extends Pick<Example, "targets" | "weights"> {
  readonly fold: number
  readonly width: number
  readonly values: Float32Array
}

const load = ({ every, of, share }: Task & { readonly kind: "load" }): ReadonlyArray<LoadedPage> =>
  pagesOf(every).filter((_, index) => index % of === share).map(exampleOf).map(({ page, table, targets, weights }) => ({
    fold: foldOf(page),
    width: table.width,
    values: table.values,
    targets,
    weights
  }))

const learn = ({ fold, lesson, options }: Task & { readonly kind: "train" }): TreeModel => {
  const { foldOfRow, targets, weights } = lesson
  const rows = Int32Array.from(targets.keys()).filter((row) => foldOfRow[row] !== fold && (weights[row] as number) > 0)
  const runs = Array.from(
    { length: options.runs },
    (_, run) => train({ ...lesson, rows }, { ...options, seed: options.seed + run })
  )
  return rounded(meanOf(runs))
}

/**
 * One model that answers the mean of several that differ by chance. Their trees take turns, so that the first trees
 * know nearly as much as all.
 */
const meanOf = (models: ReadonlyArray<TreeModel>): TreeModel => ({
  bias: models.reduce((sum, { bias }) => sum + bias, 0) / models.length,
  trees: (models[0]?.trees ?? []).flatMap((_, round) =>
    models.flatMap(({ trees }) => trees.slice(round, round + 1)).map((tree) => ({
      ...tree,
      threshold: tree.threshold.map((value, node) => (tree.feature[node] as number) < 0 ? value / models.length : value)
    }))
  )
})

/** Five digits are enough, and what is measured is what is shipped. */
const rounded = ({ bias, trees }: TreeModel): TreeModel => ({
  bias,
  trees: trees.map((tree) => ({ ...tree, threshold: tree.threshold.map((value) => Number(value.toPrecision(5))) }))
})

const task = workerData as Task
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(task.kind === "load" ? load(task) : learn(task))
