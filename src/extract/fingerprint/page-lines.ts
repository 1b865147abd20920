import type { ScoredText, Selection } from "../Page.ts"
import { FoldedLine, foldedLine, lineHash } from "./FoldedLine.ts"
import { minLineWords, type PageLine } from "./LineHashes.ts"

/**
 * The lines of the content that can repeat, each once. Lines that are content with certainty never repeat: they show
 * which pages are variants of each other, and those with the lowest hashes are enough for that.
 */
export const pageLines = (
  { selection: { scores = [] }, text }: { readonly text: string; readonly selection: Pick<Selection, "scores"> }
): ReadonlyArray<PageLine> => {
  const places = placesOf(scores, ({ text }) => text)
  /** Hashes of the lines that are whole blocks, by the index of the block. */
  const hashes: Array<number | undefined> = []
  const read: Array<ReadLine> = []
  for (const line of text.split("\n")) {
    if (line.length < minLineWords) continue
    folded.read(line)
    const { hash, words } = folded
    const place = places.get(line)
    if (place !== undefined) hashes[place] = hash
    if (words >= minLineWords) read.push({ line, hash, words, place })
  }
  const scoreOf = scoreFinder(scores, hashes)
  const lines = new Map<number, PageLine>()
  for (const line of read) {
    if (lines.size === maxLines) break
    const { hash, words } = line
    const isSure = scoreOf(line) >= sureScore
    if (lines.has(hash) && !isSure) continue
    lines.set(hash, { hash, words, isSure })
  }
  const all = [...lines.values()]
  const sure = all.filter(({ isSure }) => isSure).sort((a, b) => a.hash - b.hash).slice(0, maxSureLines)
  return [...all.filter(({ isSure }) => !isSure), ...sure]
}

interface ReadLine {
  readonly line: string
  readonly hash: number
  readonly words: number
  /** The block with this text. */
  readonly place: number | undefined
}

/** Scratch space: pages are read one at a time. */
const folded = new FoldedLine()

/** Lines of a block with such a score are content, however many pages have them. */
const sureScore = 0.9
const maxSureLines = 24
/** Lines of a page that are compared, so no page makes a fingerprint of unlimited size. */
const maxLines = 5000

/**
 * Finds the score of a line of the content. Most lines are the text of one block; a row of a table has one for each
 * cell, and a block with line breaks has several lines. The lines come in the order of the blocks.
 */
const scoreFinder = (
  blocks: ReadonlyArray<ScoredText>,
  hashes: ReadonlyArray<number | undefined>
): (line: ReadLine) => number => {
  /** Blocks by the hashes of their folded texts, made for the first line that is not a whole block. */
  let foldedPlaces: ReadonlyMap<number, number> | undefined
  /** Folded texts of the blocks in which parts are searched. */
  const texts: Array<string | undefined> = []
  const search = new BlockSearch()
  let at = 0
  const found = (place: number): number => {
    at = Math.max(at, place)
    return blocks[place]?.score ?? 0
  }
  const find = (line: string, hash: number): number | undefined => {
    foldedPlaces ??= placesOf(blocks, ({ text }, index) => hashes[index] ?? lineHash(text))
    const place = foldedPlaces.get(hash)
    if (place !== undefined) return found(place)
    const folded = foldedLine(line)
    for (let index = at; index < Math.min(at + lookAhead, blocks.length); index++) {
      const text = texts[index] ??= foldedLine(blocks[index]!.text)
      if (search.has(text, index, folded)) return found(index)
    }
    return undefined
  }
  return ({ hash, line, place }) => {
    if (place !== undefined) return found(place)
    const own = find(line, hash)
    if (own !== undefined || !line.includes("\t")) return own ?? 0
    const cells = line.split("\t").flatMap((cell) => find(cell, lineHash(cell)) ?? [])
    return Math.max(0, ...cells)
  }
}

/**
 * Finds lines in the texts of blocks. The lines come in order, so each search begins where the last one of the block
 * ended. A page with large blocks and lines that are in none of them gets no unlimited time.
 */
class BlockSearch {
  private left = maxSearched
  private readonly ends = new Map<number, number>()

  has(text: string, block: number, line: string): boolean {
    const start = line.slice(0, maxStart)
    const from = this.ends.get(block) ?? 0
    const found = this.find(text, start, from)
    const place = found < 0 && from > 0 ? this.find(text, start, 0) : found
    if (place >= 0) this.ends.set(block, place)
    return place >= 0
  }

  private find(text: string, start: string, from: number): number {
    if (this.left <= 0) return -1
    const found = text.indexOf(start, from)
    this.left -= (found < 0 ? text.length : found) - from
    return found
  }
}

/** The index of the block with the highest score of each key. */
const placesOf = <Key>(
  blocks: ReadonlyArray<ScoredText>,
  keyOf: (block: ScoredText, index: number) => Key
): ReadonlyMap<Key, number> => {
  const places = new Map<Key, number>()
  for (const [index, block] of blocks.entries()) {
    const key = keyOf(block, index)
    const known = places.get(key)
    if (known === undefined || block.score >= blocks[known]!.score) places.set(key, index)
  }
  return places
}

/** Blocks after the last one found in which a part of a block is searched. */
const lookAhead = 4
/** Characters of blocks in which parts are searched. */
const maxSearched = 20_000_000
/** Characters of a line that are searched. */
const maxStart = 500
