import type { Repetition } from "../../core/domain/document/Repetition.ts"
import type { LineHashes } from "./LineHashes.ts"

/** Min share of the other pages that have a repeated line, and min number of these pages. */
const minShare = 0.3
const minPages = 2
/** The same for a line that is content with certainty; the number is of the other pages. */
const sureMinShare = 0.5
const sureMinPages = 8
/** Pages with a larger share of common words are variants of one page, such as a product in another colour. */
const variantShare = 0.3

/**
 * Pages of one host. A line of a page repeats if enough of the other pages have it. A line that is content with
 * certainty, by the page itself, needs more of them. Variants count as one page together, and not as other pages of one
 * of them.
 */
export class SampledPages {
  private readonly count: number
  /** Indexes of the pages with a line, in their order. */
  private readonly pagesOf = new Map<number, Array<number>>()
  /** One divided by the number of variants of a page, which include it. */
  private readonly weights: Float64Array
  private readonly words: Float64Array
  /** Scratch space: words that each page shares with the one that is compared. */
  private readonly shared: Int32Array
  private total = 0

  /** Yields between pages. */
  static *of(pages: ReadonlyArray<LineHashes>): Generator<void, SampledPages> {
    const sampled = new SampledPages(pages)
    for (const [index, page] of pages.entries()) {
      sampled.add(index, page)
      yield
    }
    for (const [index, page] of pages.entries()) {
      sampled.weights[index] = 1 / Math.max(1, sampled.variantsOf(page).length)
      sampled.total += sampled.weights[index]!
      yield
    }
    return sampled
  }

  private constructor(pages: ReadonlyArray<LineHashes>) {
    this.count = pages.length
    this.weights = new Float64Array(pages.length)
    this.words = Float64Array.from(pages, evidenceWords)
    this.shared = new Int32Array(pages.length)
  }

  /** Lines that at least this share of the pages have. */
  commonLines(share: number): ReadonlySet<number> {
    const least = Math.max(minPages, share * this.count)
    return new Set(this.pagesOf.entries().flatMap(([hash, { length }]) => length >= least ? [hash] : []))
  }

  /** Lines that enough pages have, whichever page they are compared with. `pages`: of the pages here. */
  repetitions(): ReadonlyMap<number, Repetition> {
    const of = this.count
    return new Map(
      this.pagesOf.entries().flatMap(([hash, { length: pages }]) =>
        isEnough({ pages, of }) ? [[hash, { pages, of }]] : []
      )
    )
  }

  countOf(hash: number): number {
    return this.pagesOf.get(hash)?.length ?? 0
  }

  /** Hashes of the lines of a page that enough other pages have. The page may be one of these pages. */
  repeatedLines(page: LineHashes): ReadonlyArray<number> {
    const candidates: Array<number> = []
    const sure = new Set<number>()
    for (let line = 0; line < page.count; line++) {
      const hash = page.hashAt(line)
      if (this.countOf(hash) < minPages) continue
      candidates.push(hash)
      if (page.isSureAt(line)) sure.add(hash)
    }
    if (candidates.length === 0) return candidates
    /** The weights of the pages that are not variants. */
    const weights = this.weights.slice()
    let others = this.total
    for (const variant of this.variantsOf(page)) {
      others -= weights[variant]!
      weights[variant] = 0
    }
    return candidates.filter((hash) => {
      let pages = 0
      for (const index of this.pagesOf.get(hash) ?? []) pages += weights[index]!
      return (sure.has(hash) ? isEverywhere : isEnough)({ pages, of: others })
    })
  }

  private add(index: number, page: LineHashes): void {
    for (let line = 0; line < page.count; line++) {
      const hash = page.hashAt(line)
      const known = this.pagesOf.get(hash)
      if (known === undefined) this.pagesOf.set(hash, [index])
      else known.push(index)
    }
  }

  /** Indexes of pages that share words with a page, by the lines that are content with certainty. */
  private variantsOf(page: LineHashes): ReadonlyArray<number> {
    const isEvidence = evidenceOf(page)
    const { shared } = this
    const found: Array<number> = []
    for (let line = 0; line < page.count; line++) {
      if (!isEvidence(line)) continue
      const words = page.wordsAt(line)
      for (const index of this.pagesOf.get(page.hashAt(line)) ?? []) {
        if (shared[index] === 0) found.push(index)
        shared[index]! += words
      }
    }
    const own = evidenceWords(page)
    const variants = found.filter((index) => shared[index]! >= variantShare * Math.min(own, this.words[index]!))
    for (const index of found) shared[index] = 0
    return variants
  }
}

/** Whether a line says which page it is: one that is content with certainty, or any if the page has none. */
const evidenceOf = (page: LineHashes): (line: number) => boolean => {
  for (let line = 0; line < page.count; line++) if (page.isSureAt(line)) return (line) => page.isSureAt(line)
  return () => true
}

const evidenceWords = (page: LineHashes): number => {
  const isEvidence = evidenceOf(page)
  let words = 0
  for (let line = 0; line < page.count; line++) words += isEvidence(line) ? page.wordsAt(line) : 0
  return words
}

/** Whether enough of the other pages have a line. */
export const isEnough = ({ of, pages }: Repetition): boolean =>
  pages >= minPages - rounding && pages >= minShare * of - rounding

/** Whether so many of the other pages have a line that it repeats, whatever it says. */
const isEverywhere = ({ of, pages }: Repetition): boolean =>
  of >= sureMinPages - rounding && pages >= sureMinShare * of - rounding

/** Sums of weights are not exact. */
const rounding = 1e-6
