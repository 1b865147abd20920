import type { TreeModel } from "../../src/extract/dom/fast/trees.ts"
import { bestSplit, type Histogram, histogramOf, remainder } from "./histogram.ts"
import { type Binned, generator } from "./quantile-bins.ts"

/**
 * Training data: a target between 0 and 1 and a weight for each row of the table, and the rows to train with.
 */
export interface Lesson {
  readonly table: Binned
  readonly targets: Float32Array
  readonly weights: Float32Array
  readonly rows: Int32Array
}

export interface BoostingOptions {
  readonly trees: number
  readonly rate: number
  readonly depth: number
  /** Least sum of second derivatives in a leaf, and what is added to it. */
  readonly leafWeight: number
  readonly lambda: number
  /** Share of the rows and of the columns that each tree sees. */
  readonly rowShare: number
  readonly columnShare: number
  readonly seed: number
}

interface Tree {
  readonly feature: Array<number>
  readonly threshold: Array<number>
  readonly left: Array<number>
  readonly bin: Array<number>
}

interface Gradients {
  readonly first: Float32Array
  readonly second: Float32Array
}

/**
 * Gradient boosting of the logistic loss over histograms, with second-order leaves. The same seed gives the same model.
 */
export const train = (lesson: Lesson, options: BoostingOptions): TreeModel => {
  const { rows, table, targets, weights } = lesson
  const random = generator(options.seed)
  const bias = logit(rows, targets, weights)
  const scores = new Float64Array(table.rows).fill(bias)
  const gradients: Gradients = { first: new Float32Array(table.rows), second: new Float32Array(table.rows) }
  const trees: Array<Tree> = []
  for (let round = 0; round < options.trees; round++) {
    for (const row of rows) {
      const p = 1 / (1 + Math.exp(-(scores[row] as number)))
      const weight = weights[row] as number
      gradients.first[row] = (p - (targets[row] as number)) * weight
      gradients.second[row] = Math.max(1e-6, p * (1 - p)) * weight
    }
    const members = sampled(rows, gradients, options, random)
    const columns = Int32Array.from(
      Array.from({ length: table.width }, (_, column) => column).filter(() => random() < options.columnShare)
    )
    const tree = grow(table, gradients, members, columns, options)
    trees.push(tree)
    for (const row of rows) scores[row] = (scores[row] as number) + leafOf(tree, table, row)
  }
  return { bias, trees: trees.map(({ feature, left, threshold }) => ({ feature, left, threshold })) }
}

const logit = (rows: Int32Array, targets: Float32Array, weights: Float32Array): number => {
  let positive = 0
  let total = 0
  for (const row of rows) {
    total += weights[row] as number
    positive += (weights[row] as number) * (targets[row] as number)
  }
  return Math.log(positive / (total - positive))
}

/**
 * Draws rows by the size of their gradient, and scales the gradients up by what is left out. Fewer rows are faster, and
 * rows that are settled need few (minimal variance sampling, Ibragimov and Gusev 2019).
 */
const sampled = (
  rows: Int32Array,
  { first, second }: Gradients,
  { lambda, rowShare }: BoostingOptions,
  random: () => number
): Int32Array => {
  const size = Float32Array.from(
    rows,
    (row) => Math.sqrt((first[row] as number) ** 2 + lambda * (second[row] as number) ** 2)
  )
  let low = 0
  let high = size.reduce((sum, value) => sum + value, 0)
  for (let step = 0; step < searchSteps; step++) {
    const scale = (low + high) / 2
    let expected = 0
    for (let at = 0; at < size.length; at += searchStride) expected += Math.min(1, (size[at] as number) / scale)
    if (expected * searchStride > rowShare * rows.length) low = scale
    else high = scale
  }
  const chosen: Array<number> = []
  for (const [index, row] of rows.entries()) {
    const chance = Math.min(1, (size[index] as number) / high)
    if (random() >= chance) continue
    chosen.push(row)
    first[row] = (first[row] as number) / chance
    second[row] = (second[row] as number) / chance
  }
  return Int32Array.from(chosen)
}

/** The scale is searched for by halving, over every so manieth row. */
const searchSteps = 40
const searchStride = 16

const leafOf = ({ bin, feature, left, threshold }: Tree, { codes, width }: Binned, row: number): number => {
  let node = 0
  for (let column = feature[node] as number; column >= 0; column = feature[node] as number) {
    node = (left[node] as number) + ((codes[row * width + column] as number) <= (bin[node] as number) ? 0 : 1)
  }
  return threshold[node] as number
}

interface Branch {
  readonly node: number
  readonly members: Int32Array
  readonly depth: number
  readonly histogram: Histogram
}

const grow = (
  table: Binned,
  { first, second }: Gradients,
  members: Int32Array,
  columns: Int32Array,
  options: BoostingOptions
): Tree => {
  const tree: Tree = { feature: [-1], threshold: [0], left: [0], bin: [0] }
  const count = (rows: Int32Array) => histogramOf(table, columns, rows, first, second)
  const stack: Array<Branch> = [{ node: 0, members, depth: 0, histogram: count(members) }]
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    const { depth, histogram, node } = branch
    const split = depth < options.depth ? bestSplit(table, columns, histogram, options) : undefined
    if (split === undefined) {
      tree.threshold[node] = -options.rate * histogram.first / (histogram.second + options.lambda)
      continue
    }
    const isLeft = (row: number) => (table.codes[row * table.width + split.column] as number) <= split.bin
    const left = branch.members.filter(isLeft)
    const right = branch.members.filter((row) => !isLeft(row))
    const smaller = count(left.length < right.length ? left : right)
    const larger = remainder(histogram, smaller)
    const child = tree.feature.length
    tree.feature[node] = split.column
    tree.threshold[node] = table.edges[split.column]?.[split.bin] ?? 0
    tree.bin[node] = split.bin
    tree.left[node] = child
    for (const column of [tree.threshold, tree.left, tree.bin]) column.push(0, 0)
    tree.feature.push(-1, -1)
    const [ofLeft, ofRight] = left.length < right.length ? [smaller, larger] : [larger, smaller]
    stack.push({ node: child, members: left, depth: depth + 1, histogram: ofLeft })
    stack.push({ node: child + 1, members: right, depth: depth + 1, histogram: ofRight })
  }
  return tree
}
