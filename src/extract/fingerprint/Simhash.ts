/**
 * Simhash of weighted features (Charikar 2002): 64 bits, of which about as many differ as the features do. The sums are
 * kept for each value of each byte, so a feature costs 8 additions instead of 64.
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

  /** Folds the sums in halves: the upper one has the highest bit that is left. */
  private byteAt(byte: number): number {
    const sums = this.sums.slice(byte * 256, byte * 256 + 256)
    let set = 0
    for (let half = 128; half > 0; half >>= 1) {
      let sum = 0
      for (let value = 0; value < half; value++) {
        sum += sums[value + half]! - sums[value]!
        sums[value]! += sums[value + half]!
      }
      if (sum > 0) set |= half
    }
    return set
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
