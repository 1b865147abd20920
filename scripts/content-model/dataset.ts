import { type Block, segment } from "../../src/extract/content/blocks.ts"
import { featuresOf, type FeatureTable } from "../../src/extract/content/features.ts"
import { pageSignals } from "../../src/extract/content/page-signals.ts"
import { parseHtml } from "../../src/extract/dom/parse-html.ts"
import { decodeText } from "../../src/fetch/charset.ts"
import { addressOf, bodyOf, type RealPage, realPages } from "../support/real-pages.ts"
import { alignedWords } from "./align.ts"

/** A page of the set, its blocks as rows of numbers, and of each how much is content and how much that matters. */
export interface Example {
  readonly page: RealPage
  /** The site; folds are made by it, so that none is both learned from and tested on. */
  readonly site: string
  readonly table: FeatureTable
  readonly targets: Float32Array
  readonly weights: Float32Array
}

export const loadExamples = (limit: number): ReadonlyArray<Example> => realPages().slice(0, limit).map(exampleOf)

const exampleOf = (page: RealPage): Example => {
  const html = parseHtml(decodeText(bodyOf(page), undefined, "text/html").text)
  const url = new URL(addressOf(page))
  const blocks = segment(html.body)
  return {
    page,
    site: url.hostname.split(".").slice(-2).join("."),
    table: featuresOf(blocks, pageSignals(html, url)),
    targets: targetsOf(blocks, page.main_content),
    weights: weightsOf(blocks, wordsOf(page.main_content).length)
  }
}

/** The scorer's words. */
const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** The share of each block's words that the truth has there. */
const targetsOf = (blocks: ReadonlyArray<Block>, truth: string): Float32Array => {
  const numbers = new Map<string, number>()
  const numbered = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
    words.map((word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      return number
    })
  const words = blocks.map(({ text }) => numbered(wordsOf(text)))
  const aligned = alignedWords(Int32Array.from(words.flat()), Int32Array.from(numbered(wordsOf(truth))))
  let at = 0
  return Float32Array.from(words, ({ length }) => {
    let found = 0
    for (const end = at + length; at < end; at++) found += aligned[at] as number
    return found / Math.max(1, length)
  })
}

const longestBlock = 400
const pageWeight = 200
const leastTruth = 60
const keptShare = 0.15

/**
 * Words count nearly in full, and pages about equally: the measure is a mean over pages of an F1 in words, which a wrong word lowers
 * by its share of what is true and what is kept. Without the latter a page many times longer than its truth would be most of the lesson.
 */
const weightsOf = (blocks: ReadonlyArray<Block>, truthWords: number): Float32Array => {
  const kept = keptShare * blocks.reduce((sum, { words }) => sum + words, 0)
  return Float32Array.from(
    blocks,
    ({ words }) => Math.min(words, longestBlock) ** 0.85 * pageWeight / (truthWords + kept + leastTruth)
  )
}
