/** A length in pixels, of the units that text is hidden with. Undefined for other values. */
export const pixels = (value: string): number | undefined => {
  const found = length.exec(value)
  if (found === null) return value.includes("(") ? calculated(value) : undefined
  const number = Number(found[1])
  if (found[2] === "") return number === 0 ? 0 : undefined
  return number * (unitPixels[found[2] ?? ""] ?? 1)
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
const length = new RegExp(`^(${number})(px|em|rem|ex|ch|lh|pt|pc|in|cm|mm|vw|vh|vi|vb|vmin|vmax|dvh|svh|%|)$`)

/** About how many pixels a unit has. A percentage of a width is as long as one of a screen. */
const unitPixels: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  lh: 20,
  pt: 1.33,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  vw: 12,
  vh: 8,
  vi: 12,
  vb: 8,
  vmin: 8,
  vmax: 12,
  dvh: 8,
  svh: 8,
  "%": 12
}

/** A number or a percentage of one. */
export const numeric = (value: string): number | undefined => {
  const found = plain.exec(value)
  if (found === null) return value.includes("(") ? calculated(value) : undefined
  return Number(found[1]) / (found[2] === "%" ? 100 : 1)
}

const plain = new RegExp(`^(${number})(%|)$`)

/** The value of `calc()`, `min()`, `max()` and `clamp()`: numbers, and lengths in pixels. */
const calculated = (value: string): number | undefined => {
  if (value.length > maxMath || !/^(?:calc|min|max|clamp)\(/.test(value)) return undefined
  return new Calculation(value.match(token) ?? []).whole()
}

const maxMath = 120
const token = new RegExp(
  String.raw`(?:calc|min|max|clamp)?\(|[),*/]|(?:(?<=[\d)a-z%]\s*)[-+](?=\s))|${number}[a-z%]*|\S`,
  "g"
)

class Calculation {
  private at = 0
  private readonly tokens: ReadonlyArray<string>

  constructor(tokens: ReadonlyArray<string>) {
    this.tokens = tokens
  }

  whole(): number | undefined {
    const value = this.product()
    return this.at === this.tokens.length && Number.isFinite(value) ? value : undefined
  }

  private sum(): number {
    let value = this.product()
    for (;;) {
      if (this.takes("+")) value += this.product()
      else if (this.takes("-")) value -= this.product()
      else return value
    }
  }

  private product(): number {
    let value = this.term()
    for (;;) {
      if (this.takes("*")) value *= this.term()
      else if (this.takes("/")) value /= this.term()
      else return value
    }
  }

  private term(): number {
    const own = this.tokens[this.at++] ?? ""
    if (!own.endsWith("(")) return length.test(own) ? pixels(own) ?? Number(own) : Number.NaN
    const values = [this.sum()]
    while (this.takes(",")) values.push(this.sum())
    this.takes(")")
    const [least = Number.NaN, value = Number.NaN, most = Number.NaN] = values
    if (own === "min(") return Math.min(...values)
    if (own === "max(") return Math.max(...values)
    return own === "clamp(" ? Math.max(least, Math.min(value, most)) : least
  }

  private takes(sign: string): boolean {
    if (this.tokens[this.at] !== sign) return false
    this.at++
    return true
  }
}
