import { countWords } from "../content/blocks/measure-text.ts"

/** Shorter lines are labels, which pages share without being boilerplate. */
export const minLineWords = 4

/** Whether a folded line has enough words. In scripts without spaces, two characters count as one word. */
export const comparableLine = (folded: string): boolean =>
  folded.length >= minLineWords && countWords(folded) >= minLineWords

/** A line of a page with at least `minLineWords`. */
export interface PageLine {
  readonly hash: number
  readonly words: number
  /** Whether the page itself shows with certainty that the line is content. */
  readonly isSure: boolean
}

/** Six bytes for each line: its hash, then its words with the bit `sure`. */
export const encodeLines = (lines: ReadonlyArray<PageLine>): Uint8Array => {
  const bytes = Buffer.alloc(lines.length * lineBytes)
  for (const [index, { hash, isSure, words }] of lines.entries()) {
    bytes.writeUIntBE(hash, index * lineBytes, hashBytes)
    bytes[index * lineBytes + hashBytes] = Math.min(words, maxWords) | (isSure ? sure : 0)
  }
  return new Uint8Array(bytes)
}

/** The lines of a page as they are stored, without an object for each. */
export class LineHashes {
  readonly count: number
  private readonly bytes: Buffer

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.count = Math.floor(bytes.length / lineBytes)
  }

  hashAt(index: number): number {
    return this.bytes.readUIntBE(index * lineBytes, hashBytes)
  }

  wordsAt(index: number): number {
    return this.flagsAt(index) & maxWords
  }

  isSureAt(index: number): boolean {
    return (this.flagsAt(index) & sure) !== 0
  }

  private flagsAt(index: number): number {
    return this.bytes[index * lineBytes + hashBytes] ?? 0
  }
}

const hashBytes = 5
const lineBytes = hashBytes + 1
const sure = 0x80
const maxWords = 0x7F
