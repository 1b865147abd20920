import type { ScoredText, Selection } from "../Page.ts"
import { FoldedLine, foldedLine } from "./FoldedLine.ts"
import { minLineWords, type PageLine } from "./LineHashes.ts"

/**
 * The lines of the content that can repeat, each once. Lines that are content with certainty never repeat: they show
 * which pages are variants of each other, and those with the lowest hashes are enough for that.
 */
export const pageLines = (
  { selection: { scores = [] }, text }: { readonly text: string; readonly selection: Pick<Selection, "scores"> }
): ReadonlyArray<PageLine> => {
  const scoreOf = scoreFinder(scores)
  const lines = new Map<number, PageLine>()
  for (const line of text.split("\n")) {
    if (lines.size === maxLines) break
    if (line.length < minLineWords) continue
    folded.read(line)
    const { hash, words } = folded
    if (words < minLineWords) continue
    const isSure = scoreOf(line, folded) >= sureScore
    if (lines.has(hash) && !isSure) continue
    lines.set(hash, { hash, words, isSure })
  }
  const all = [...lines.values()]
  const sure = all.filter(({ isSure }) => isSure).sort((a, b) => a.hash - b.hash).slice(0, maxSureLines)
  return [...all.filter(({ isSure }) => !isSure), ...sure]
}

/** Scratch space: pages are read one at a time. */
const folded = new FoldedLine()

/** Lines of a block with such a score are content, however many pages have them. */
const sureScore = 0.9
const maxSureLines = 24
/** Lines of a page that are compared, so that no page makes a fingerprint of unlimited size. */
const maxLines = 5000

/**
 * Finds the score of a line of the content. Most lines are the text of one block; a row of a table has one for each
 * cell, and a block with line breaks has several lines. The lines come in the order of the blocks.
 */
const scoreFinder = (
  blocks: ReadonlyArray<ScoredText>
): (line: string, folded: { readonly text: string }) => number => {
  const places = placesOf(blocks, blocks.map(({ text }) => text))
  /** Folded texts of all blocks, made for the first line that is no whole block. */
  let texts: ReadonlyArray<string> | undefined
  let foldedPlaces: ReadonlyMap<string, number> = new Map()
  const search = new BlockSearch()
  let at = 0
  const found = (place: number): number => {
    at = Math.max(at, place)
    return blocks[place]?.score ?? 0
  }
  const find = (folded: string): number | undefined => {
    if (texts === undefined) {
      texts = blocks.map(({ text }) => foldedLine(text))
      foldedPlaces = placesOf(blocks, texts)
    }
    const place = foldedPlaces.get(folded)
    if (place !== undefined) return found(place)
    for (let index = at; index < Math.min(at + lookAhead, blocks.length); index++) {
      if (search.has(texts[index] ?? "", index, folded)) return found(index)
    }
    return undefined
  }
  return (line, folded) => {
    const place = places.get(line)
    if (place !== undefined) return found(place)
    const own = find(folded.text)
    if (own !== undefined) return own
    const cells = line.split("\t").flatMap((cell) => find(foldedLine(cell)) ?? [])
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

/** The index of the block with the highest score of each text. */
const placesOf = (blocks: ReadonlyArray<ScoredText>, texts: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    const known = places.get(text)
    if (known === undefined || blocks[index]!.score >= blocks[known]!.score) places.set(text, index)
  }
  return places
}

/** Blocks after the last one found in which a part of a block is searched. */
const lookAhead = 4
/** Characters of blocks in which parts are searched. */
const maxSearched = 20_000_000
/** Characters of a line that are searched. */
const maxStart = 500
