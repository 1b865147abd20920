import type { TreeModel } from "../../src/extract/content/trees.ts"

/** Rows of features with a label and a weight each. */
export interface Samples {
  readonly width: number
  readonly rows: number
  readonly values: Float32Array
  readonly labels: Uint8Array
  readonly weights: Float32Array
}

export interface BoostingOptions {
  readonly trees: number
  readonly rate: number
  readonly depth: number
  readonly leafWeight: number
  readonly lambda: number
  readonly rowShare: number
  readonly columnShare: number
  readonly seed: number
}

const bins = 64

/** A small deterministic generator (mulberry32): training twice gives the same model. */
const generator = (seed: number) => (): number => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

interface Binned {
  readonly codes: Uint8Array
  /** Upper edges of the bins of each column. */
  readonly edges: ReadonlyArray<Float32Array>
}

/** Quantile bins of each column, column-major. */
const binned = ({ rows, values, width }: Samples, random: () => number): Binned => {
  const codes = new Uint8Array(rows * width)
  const edges: Array<Float32Array> = []
  const sample = Math.min(rows, 20_000)
  for (let column = 0; column < width; column++) {
    const seen = new Float32Array(sample)
    for (let i = 0; i < sample; i++) seen[i] = values[Math.floor(random() * rows) * width + column] as number
    seen.sort()
    const distinct: Array<number> = []
    for (let bin = 1; bin < bins; bin++) {
      const value = seen[Math.floor(bin * sample / bins)] as number
      if (distinct.length === 0 || value > (distinct.at(-1) as number)) distinct.push(value)
    }
    const edge = Float32Array.from(distinct)
    edges.push(edge)
    for (let row = 0; row < rows; row++) {
      codes[column * rows + row] = codeOf(edge, values[row * width + column] as number)
    }
  }
  return { codes, edges }
}

const codeOf = (edges: Float32Array, value: number): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (edges[middle] as number)) high = middle
    else low = middle + 1
  }
  return low
}

interface Tree {
  readonly feature: Array<number>
  readonly threshold: Array<number>
  readonly left: Array<number>
}

/** Gradient boosting with the logistic loss over histograms; second-order leaves. */
export const train = (samples: Samples, options: BoostingOptions): TreeModel => {
  const random = generator(options.seed)
  const { codes, edges } = binned(samples, random)
  const { labels, rows, weights, width } = samples
  let positive = 0
  let total = 0
  for (let row = 0; row < rows; row++) {
    total += weights[row] as number
    positive += (weights[row] as number) * (labels[row] as number)
  }
  const bias = Math.log(positive / (total - positive))
  const score = new Float64Array(rows).fill(bias)
  const gradient = new Float32Array(rows)
  const hessian = new Float32Array(rows)
  const trees: Array<Tree> = []
  for (let round = 0; round < options.trees; round++) {
    for (let row = 0; row < rows; row++) {
      const p = 1 / (1 + Math.exp(-(score[row] as number)))
      const weight = weights[row] as number
      gradient[row] = (p - (labels[row] as number)) * weight
      hessian[row] = Math.max(1e-6, p * (1 - p)) * weight
    }
    const chosen = Int32Array.from(rowsSampled(rows, options.rowShare, random))
    const columns = Array.from({ length: width }, (_, column) => column).filter(() => random() < options.columnShare)
    const tree = grow({ codes, edges, rows, gradient, hessian }, chosen, columns, options)
    trees.push(tree.tree)
    for (let row = 0; row < rows; row++) score[row] = (score[row] as number) + leafOf(tree, codes, rows, row)
  }
  return { bias, trees }
}

const rowsSampled = (rows: number, share: number, random: () => number): ReadonlyArray<number> => {
  const chosen: Array<number> = []
  for (let row = 0; row < rows; row++) if (random() < share) chosen.push(row)
  return chosen
}

interface Grown {
  readonly tree: Tree
  readonly cut: ReadonlyArray<number>
}

const leafOf = ({ cut, tree }: Grown, codes: Uint8Array, rows: number, row: number): number => {
  let node = 0
  while ((tree.feature[node] as number) >= 0) {
    node = (tree.left[node] as number) +
      ((codes[(tree.feature[node] as number) * rows + row] as number) <= (cut[node] as number) ? 0 : 1)
  }
  return tree.threshold[node] as number
}

interface Gradients {
  readonly codes: Uint8Array
  readonly edges: ReadonlyArray<Float32Array>
  readonly rows: number
  readonly gradient: Float32Array
  readonly hessian: Float32Array
}

const grow = (data: Gradients, chosen: Int32Array, columns: ReadonlyArray<number>, options: BoostingOptions): Grown => {
  const tree: Tree = { feature: [], threshold: [], left: [] }
  const cut: Array<number> = []
  const add = (): number => {
    tree.feature.push(-1)
    tree.threshold.push(0)
    tree.left.push(0)
    cut.push(0)
    return tree.feature.length - 1
  }
  const stack = [{ node: add(), members: chosen, depth: 0 }]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { depth, members, node } = item
    let g = 0
    let h = 0
    for (const row of members) {
      g += data.gradient[row] as number
      h += data.hessian[row] as number
    }
    const split = depth < options.depth ? bestSplit(data, members, columns, g, h, options) : undefined
    if (split === undefined) {
      tree.threshold[node] = Number((-options.rate * g / (h + options.lambda)).toPrecision(4))
      continue
    }
    const left = members.filter((row) => (data.codes[split.column * data.rows + row] as number) <= split.bin)
    const right = members.filter((row) => (data.codes[split.column * data.rows + row] as number) > split.bin)
    tree.feature[node] = split.column
    tree.threshold[node] = data.edges[split.column]?.[split.bin] ?? 0
    cut[node] = split.bin
    const first = add()
    add()
    tree.left[node] = first
    stack.push({ node: first, members: left, depth: depth + 1 }, { node: first + 1, members: right, depth: depth + 1 })
  }
  return { tree, cut }
}

const histogramG = new Float64Array(bins)
const histogramH = new Float64Array(bins)

const bestSplit = (
  data: Gradients,
  members: Int32Array,
  columns: ReadonlyArray<number>,
  g: number,
  h: number,
  options: BoostingOptions
) => {
  const { lambda, leafWeight } = options
  if (h < 2 * leafWeight) return undefined
  const parent = g * g / (h + lambda)
  let best: { column: number; bin: number; gain: number } | undefined
  for (const column of columns) {
    const size = data.edges[column]?.length ?? 0
    if (size === 0) continue
    histogramG.fill(0)
    histogramH.fill(0)
    const offset = column * data.rows
    for (let i = 0; i < members.length; i++) {
      const row = members[i] as number
      const bin = data.codes[offset + row] as number
      histogramG[bin] = (histogramG[bin] as number) + (data.gradient[row] as number)
      histogramH[bin] = (histogramH[bin] as number) + (data.hessian[row] as number)
    }
    let leftG = 0
    let leftH = 0
    for (let bin = 0; bin < size; bin++) {
      leftG += histogramG[bin] as number
      leftH += histogramH[bin] as number
      if (leftH < leafWeight || h - leftH < leafWeight) continue
      const gain = leftG * leftG / (leftH + lambda) + (g - leftG) * (g - leftG) / (h - leftH + lambda) - parent
      if (gain > (best?.gain ?? 1e-3)) best = { column, bin, gain }
    }
  }
  return best
}
