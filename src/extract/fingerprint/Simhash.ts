/**
 * Simhash of weighted features (Charikar 2002): 64 bits, of which about as many differ as the features do. The sums are
 * kept for each value of each byte, so that a feature costs 8 additions instead of 64.
 */
export class Simhash {
  private readonly sums = new Int32Array(8 * 256)

  /** Adds a feature by the 64 bits of its hash. */
  add(low: number, high: number, weight: number): void {
    const { sums } = this
    for (let byte = 0; byte < 4; byte++) {
      const shift = byte * 8
      sums[byte * 256 + ((low >>> shift) & 255)]! += weight
      sums[(byte + 4) * 256 + ((high >>> shift) & 255)]! += weight
    }
  }

  /** 16 hexadecimal digits. */
  digits(): string {
    let digits = ""
    for (let byte = 0; byte < 8; byte++) digits += this.byteAt(byte).toString(16).padStart(2, "0")
    return digits
  }

  private byteAt(byte: number): number {
    const bits = new Int32Array(8)
    for (let value = 0; value < 256; value++) {
      const sum = this.sums[byte * 256 + value]!
      if (sum === 0) continue
      for (let bit = 0; bit < 8; bit++) bits[bit]! += (value & (1 << bit)) === 0 ? -sum : sum
    }
    return bits.reduce((set, sum, bit) => sum > 0 ? set | (1 << bit) : set, 0)
  }
}

/** Number of bits that differ between two numbers of 16 hexadecimal digits. */
export const distanceOf = (a: string, b: string): number =>
  bitsIn(wordOf(a, 0) ^ wordOf(b, 0)) + bitsIn(wordOf(a, 8) ^ wordOf(b, 8))

const wordOf = (digits: string, at: number): number => Number.parseInt(digits.slice(at, at + 8), 16)

const bitsIn = (word: number): number => {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}
