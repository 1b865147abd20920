/** An affine map as PDF has it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The map that does `second` before `first`. */
export const times = ([a, b, c, d, e, f]: Matrix, second: Matrix): Matrix => {
  const [ra, rb, rc, rd, re, rf] = second
  return [
    a * ra + c * rb,
    b * ra + d * rb,
    a * rc + c * rd,
    b * rc + d * rd,
    a * re + c * rf + e,
    b * re + d * rf + f
  ]
}

/** The identity for no matrix. */
export const matrixOf = (value: unknown): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(value)
  return [a, b, c, d, e, f]
}

/** An array of PDF.js, typed or not. */
export const numbersOf = (value: unknown): ReadonlyArray<number> =>
  value instanceof Float32Array || value instanceof Float64Array || Array.isArray(value) ? [...value].map(Number) : []
