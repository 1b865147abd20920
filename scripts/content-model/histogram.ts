import { type Binned, bins } from "./quantile-bins.ts"

/** Sums of the first and second derivatives, over all members and for each bin of each chosen column. */
export interface Histogram {
  readonly first: number
  readonly second: number
  readonly sums: Float64Array
}

export const histogramOf = (
  { codes, width }: Binned,
  columns: Int32Array,
  members: Int32Array,
  first: Float32Array,
  second: Float32Array
): Histogram => {
  const sums = new Float64Array(columns.length * bins * 2)
  let g = 0
  let h = 0
  for (let i = 0; i < members.length; i++) {
    const row = members[i] as number
    const rowG = first[row] as number
    const rowH = second[row] as number
    const base = row * width
    g += rowG
    h += rowH
    for (let at = 0; at < columns.length; at++) {
      const cell = (at * bins + (codes[base + (columns[at] as number)] as number)) * 2
      sums[cell] = (sums[cell] as number) + rowG
      sums[cell + 1] = (sums[cell + 1] as number) + rowH
    }
  }
  return { first: g, second: h, sums }
}

/** Subtracts one child from its parent, which is cheaper than counting the other child. */
export const remainder = (parent: Histogram, child: Histogram): Histogram => {
  const sums = new Float64Array(parent.sums.length)
  for (let at = 0; at < sums.length; at++) sums[at] = (parent.sums[at] as number) - (child.sums[at] as number)
  return { first: parent.first - child.first, second: parent.second - child.second, sums }
}

export interface SplitOptions {
  readonly leafWeight: number
  readonly lambda: number
}

const minGain = 1e-3

export const bestSplit = (
  { edges }: Binned,
  columns: Int32Array,
  { first, second, sums }: Histogram,
  { lambda, leafWeight }: SplitOptions
): { readonly column: number; readonly bin: number } | undefined => {
  const whole = first * first / (second + lambda)
  let most = minGain
  let best: { readonly column: number; readonly bin: number } | undefined
  for (const [at, column] of columns.entries()) {
    const size = edges[column]?.length ?? 0
    let g = 0
    let h = 0
    for (let bin = 0; bin < size; bin++) {
      g += sums[(at * bins + bin) * 2] as number
      h += sums[(at * bins + bin) * 2 + 1] as number
      if (h < leafWeight || second - h < leafWeight) continue
      const gain = g * g / (h + lambda) + (first - g) ** 2 / (second - h + lambda) - whole
      if (gain <= most) continue
      most = gain
      best = { column, bin }
    }
  }
  return best
}
