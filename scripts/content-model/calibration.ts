/** A page: the F1 that the scores of its blocks let expect, and its true F1. */
export interface Rated {
  readonly expected: number
  readonly f1: number
}

/** A point of a monotone map, piecewise linear between its points. */
export type Knot = readonly [expected: number, f1: number]

/** Means over pages in the order of what they let expect, pooled until the true F1 grows with it. */
export const fitCalibration = (pages: ReadonlyArray<Rated>, bins = 16): ReadonlyArray<Knot> => {
  const pooled: Array<Bin> = []
  for (const bin of binsOf(pages, bins)) {
    pooled.push(bin)
    for (let last = pooled.at(-2); last !== undefined && last.f1 >= pooled.at(-1)!.f1; last = pooled.at(-2)) {
      pooled.splice(-2, 2, poolOf(last, pooled.at(-1)!))
    }
  }
  return pooled.map(({ expected, f1 }) => [round(expected), round(f1)])
}

export interface Bin extends Rated {
  readonly pages: number
}

/** Pages in bins of equal size, in the order of what they let expect. */
export const binsOf = (pages: ReadonlyArray<Rated>, count: number): ReadonlyArray<Bin> => {
  const sorted = pages.toSorted((a, b) => a.expected - b.expected)
  return Array.from(
    { length: count },
    (_, at) =>
      sorted.slice(Math.floor(at * sorted.length / count), Math.floor((at + 1) * sorted.length / count))
        .map((page): Bin => ({ ...page, pages: 1 }))
        .reduce(poolOf)
  )
}

const poolOf = (one: Bin, other: Bin): Bin => {
  const pages = one.pages + other.pages
  const mean = (key: keyof Rated) => (one[key] * one.pages + other[key] * other.pages) / pages
  return { pages, expected: mean("expected"), f1: mean("f1") }
}

const round = (value: number): number => Number(value.toFixed(3))
