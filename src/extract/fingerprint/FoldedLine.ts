import { countWords } from "../content/blocks/measure-text.ts"
import { codeUnits, describeUnit, oddFlag, wordFlag } from "../fast/code-units.ts"
import { TextUnits } from "../fast/TextUnits.ts"

/**
 * A line of the content as lower-case letters and digits with single spaces, so that markdown and text agree. One pass
 * without regular expressions and without a string, which only some of the lines of a page need.
 */
export class FoldedLine {
  /** A hash of 40 bits. Of a million pages with 50 lines each, about one line has the hash of one that repeats. */
  hash = 0
  private readonly units = new TextUnits()
  private folded = new Uint16Array(0)
  private bytes = Buffer.alloc(0)
  private length = 0
  private runs = 0
  private greatest = 0
  private made: string | undefined

  /** Folds a line in place of the one before. */
  read(line: string): void {
    this.made = undefined
    if (this.folded.length > maxUnits) this.resize(0)
    if (!this.fold(line, oddFlag)) this.fold(line.toLowerCase(), 0)
  }

  get text(): string {
    return this.made ??= this.bytes.toString("utf16le", 0, 2 * this.length)
  }

  /** In scripts without spaces, two characters count as one word. */
  get words(): number {
    return this.greatest < firstUnspaced ? this.runs : countWords(this.text)
  }

  /** Returns false at a character with one of the flags. Units of pairs count as letters. */
  private fold(line: string, refused: number): boolean {
    const units = this.units.of(line)
    if (this.folded.length < line.length) this.resize(Math.max(minUnits, 2 * line.length))
    const { folded } = this
    let length = 0
    let runs = 0
    let greatest = 0
    let low = 0xDEADBEEF
    let high = 0x41C6CE57
    let isInWord = false
    for (let at = 0; at < line.length; at++) {
      const entry = codeUnits[units[at]!]! || describeUnit(units[at]!)
      if ((entry & refused) !== 0) return false
      if ((entry & (wordFlag | oddFlag)) === 0) {
        isInWord = false
        continue
      }
      const unit = entry & 0xFFFF
      if (!isInWord) {
        if (runs > 0) {
          folded[length++] = space
          low = Math.imul(low ^ space, 0x9E3779B1)
          high = Math.imul(high ^ space, 0x5F356495)
        }
        runs++
        isInWord = true
      }
      folded[length++] = unit
      low = Math.imul(low ^ unit, 0x9E3779B1)
      high = Math.imul(high ^ unit, 0x5F356495)
      greatest = unit > greatest ? unit : greatest
    }
    this.length = length
    this.runs = runs
    this.greatest = greatest
    this.hash = mixed(low, high)
    return true
  }

  private resize(length: number): void {
    this.folded = new Uint16Array(length)
    this.bytes = Buffer.from(this.folded.buffer)
  }
}

/** Murmur's finish over two lanes of 32 bits. */
const mixed = (low: number, high: number): number => {
  const first = Math.imul(low ^ (low >>> 16), 0x85EBCA6B) ^ Math.imul(high ^ (high >>> 13), 0xC2B2AE35)
  const second = Math.imul(high ^ (high >>> 16), 0x85EBCA6B) ^ Math.imul(first ^ (first >>> 13), 0xC2B2AE35)
  return (second & 0xFF) * 0x100000000 + (first >>> 0)
}

const space = 0x20
/** First character of a script without spaces: Thai. */
const firstUnspaced = 0x0E00
const minUnits = 4096
/** A larger buffer, of an unusually long line, is released. */
const maxUnits = 512 * 1024

const line = new FoldedLine()

/** The text of a folded line. */
export const foldedLine = (text: string): string => {
  line.read(text)
  return line.text
}

/** The hash of a line. A folded line has the same. */
export const lineHash = (text: string): number => {
  line.read(text)
  return line.hash
}
