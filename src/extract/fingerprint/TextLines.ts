import { mixHigh, mixLow } from "../../core/kernel/mix.ts"
import { aloneFlag, codeUnits, describeUnit, wordFlag } from "../dom/fast/code-units.ts"
import { TextUnits } from "../dom/fast/TextUnits.ts"

/** One line of a text, until the next one is read. */
export class TextLines {
  /** Words. A character of a script without spaces is half a word. */
  words = 0
  /** Two hashes of 32 bits for each word, in their order. */
  hashes = new Int32Array(1024)
  /** Number of `hashes`. */
  count = 0
  /** Hash of the line: its words in their order, without punctuation and case. */
  low = 0
  high = 0
  hasDigit = false
  private readonly units = new TextUnits()

  read(line: string): void {
    const units = this.units.of(line)
    const { length } = line
    this.words =
      this.count =
      this.low =
      this.high =
        0
    this.hasDigit = false
    let low = seed
    let high = seed
    // The two units after the text end the last word.
    for (let at = 0; at <= length; at++) {
      const unit = units[at]!
      const entry = codeUnits[unit]! || describeUnit(unit)
      if ((entry & wordFlag) !== 0 && (entry & aloneFlag) === 0) {
        const letter = entry & 0xffff
        if (unit <= nine && unit >= zero) this.hasDigit = true
        low = mixLow(low, letter)
        high = mixHigh(high, letter)
        continue
      }
      if (low !== seed || high !== seed) {
        this.words++
        this.add(low, high)
        low = high = seed
      }
      if ((entry & aloneFlag) !== 0) {
        this.words += 0.5
        this.add(mixLow(seed, unit), mixHigh(seed, unit))
      }
    }
  }

  private add(low: number, high: number): void {
    const { count } = this
    if (count + 2 > this.hashes.length) this.grow()
    const { hashes } = this
    const first = Math.imul(low ^ (low >>> 16), 0x85EBCA6B) ^ (high >>> 13)
    const second = Math.imul(high ^ (high >>> 16), 0xC2B2AE35) ^ (low >>> 13)
    hashes[count] = first
    hashes[count + 1] = second
    this.count = count + 2
    this.low = mixLow(this.low, first) + (this.high >>> 17) | 0
    this.high = mixHigh(this.high, second) + (this.low >>> 15) | 0
  }

  private grow(): void {
    const { hashes } = this
    this.hashes = new Int32Array(hashes.length * 2)
    this.hashes.set(hashes)
  }
}

const seed = 0x2545F491
const zero = 0x30
const nine = 0x39
