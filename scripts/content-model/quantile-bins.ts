/** A table whose values are the numbers of their quantile bins, row-major. */
export interface Binned {
  readonly width: number
  readonly rows: number
  readonly codes: Uint8Array
  /** Upper edges of the bins of each column. */
  readonly edges: ReadonlyArray<Float32Array>
}

export const bins = 64
const sampleSize = 20_000

/** A small deterministic generator (mulberry32). */
export const generator = (seed: number) => (): number => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

export const binned = (values: Float32Array, width: number, seed: number): Binned => {
  const rows = values.length / width
  const random = generator(seed)
  const codes = new Uint8Array(values.length)
  const edges = Array.from({ length: width }, (_, column) => {
    const edge = edgesOf(
      Float32Array.from({ length: sampleSize }, () => values[Math.floor(random() * rows) * width + column] as number)
    )
    for (let at = column; at < values.length; at += width) codes[at] = codeOf(edge, values[at] as number)
    return edge
  })
  return { width, rows, codes, edges }
}

const edgesOf = (sample: Float32Array): Float32Array => {
  sample.sort()
  const distinct: Array<number> = []
  for (let bin = 1; bin < bins; bin++) {
    const value = sample[Math.floor(bin * sample.length / bins)] as number
    if (distinct.length === 0 || value > (distinct.at(-1) as number)) distinct.push(value)
  }
  // Separate a value that most rows share from the few above it.
  const last = sample.at(-1) as number
  if (distinct.length === 1 && last > (distinct[0] as number)) distinct.push(last)
  return Float32Array.from(distinct)
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
