import { type Block, segment } from "../../src/extract/content/blocks/blocks.ts"
import { countWords } from "../../src/extract/content/blocks/measure-text.ts"
import { pageSignals } from "../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../src/extract/content/blocks/PageLayout.ts"
import { featuresOf, type FeatureTable } from "../../src/extract/content/scoring/features.ts"
import { parseHtml } from "../../src/extract/dom/parse-html.ts"
import { decodeText } from "../../src/web/fetch/charset/charset.ts"
import { addressOf, bodyOf, heldOut, type RealPage, realPages, type SetName, setNames } from "../support/real-pages.ts"
import { alignedWords } from "./align.ts"

/** A page of the sets, its blocks as rows of numbers, and of each how much is content and how much that matters. */
export interface Example {
  readonly page: RealPage
  readonly table: FeatureTable
  readonly targets: Float32Array
  readonly weights: Float32Array
}

/** Every so manieth page of each set. */
export const pagesOf = (every: number): ReadonlyArray<RealPage> =>
  setNames.flatMap((set) => realPages(set).filter((_, index) => index % every === 0))

/** Weights of the pages by set: the small sets represent kinds of pages that are rare in the large one. */
const setWeights: Readonly<Record<SetName, number>> = {
  [heldOut]: 0,
  general: 1,
  news: 1.5,
  multilingual: 1.2,
  chinese: 3
}
/** Weights of page types that are rare in the large set. */
const typeWeights: ReadonlyMap<string, number> = new Map([
  ["collection", 1.5],
  ["listing", 1.3],
  ["forum", 1.95],
  ["product", 1.82]
])

export const exampleOf = (page: RealPage): Example => {
  const url = new URL(addressOf(page))
  const html = parseHtml(decodeText(bodyOf(page), undefined, "text/html", url.hostname).text)
  const blocks = segment(html.body)
  const { main_content: truth } = page
  const { targets, weights } = truth === null ? bySnippets(blocks, page) : byText(blocks, truth, wordsFor(page))
  const factor = setWeights[page.set] * (typeWeights.get(page.page_type) ?? 1)
  return {
    page,
    table: featuresOf(layoutOf(blocks), pageSignals(html, url)),
    targets,
    weights: weights.map((weight) => weight * factor)
  }
}

type Lesson = Pick<Example, "targets" | "weights">
type Words = (text: string) => ReadonlyArray<string>

/** The scorer's words; of Chinese each sign. */
const wordsFor = ({ language }: RealPage): Words => {
  const pattern = language === "zh" ? /[\p{L}\p{N}_]/gu : /[\p{L}\p{N}_]+/gu
  return (text) => text.toLowerCase().match(pattern) ?? []
}

/** The share of each block's words that the true text of the page has at that place. */
export const truthShares = (blocks: ReadonlyArray<Block>, page: RealPage): Float32Array =>
  targetsOf(blocks, page.main_content ?? "", wordsFor(page))

const byText = (blocks: ReadonlyArray<Block>, truth: string, words: Words): Lesson => ({
  targets: targetsOf(blocks, truth, words),
  weights: weightsOf(blocks, countWords(truth))
})

/**
 * Blocks with a snippet of the content, or with one of what is none and not much else; of all others nothing is known.
 */
const bySnippets = (blocks: ReadonlyArray<Block>, page: RealPage): Lesson => {
  const lower = (snippets: ReadonlyArray<string>) => snippets.map((snippet) => snippet.toLowerCase())
  const wanted = lower(page.with)
  const unwanted = lower(page.without)
  const targets = new Float32Array(blocks.length)
  const weights = new Float32Array(blocks.length)
  for (const [index, block] of blocks.entries()) {
    const text = block.text.toLowerCase()
    const isWanted = wanted.some((snippet) => text.includes(snippet))
    const isUnwanted = block.words < fewWords && unwanted.some((snippet) => text.includes(snippet))
    targets[index] = Number(isWanted)
    weights[index] = isWanted === isUnwanted ? 0 : snippetWeight
  }
  return { targets, weights }
}

const fewWords = 40
const snippetWeight = 6

/** The share of each block's words that the truth has there. */
const targetsOf = (blocks: ReadonlyArray<Block>, truth: string, wordsOf: Words): Float32Array => {
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

const maxBlockLength = 400
const pageWeight = 200
const minTruth = 60
const keptShare = 0.15

/**
 * Words count nearly in full, and pages about equally. The measure is the mean F1 in words over all pages. A wrong word
 * lowers the F1 of its page by its share of the true and the kept words. Without the kept ones, a page many times
 * longer than its truth would be most of the lesson.
 */
const weightsOf = (blocks: ReadonlyArray<Block>, truthWords: number): Float32Array => {
  const kept = keptShare * blocks.reduce((sum, { words }) => sum + words, 0)
  return Float32Array.from(
    blocks,
    ({ words }) => Math.min(words, maxBlockLength) ** 0.85 * pageWeight / (truthWords + kept + minTruth)
  )
}
