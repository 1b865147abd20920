/** Precision and recall of the longest common subsequence of words (ROUGE-L). */
export interface Rouge {
  readonly precision: number
  readonly recall: number
}

export const rougeL = (given: string, wanted: string): Rouge => {
  const [own, truth] = [wordsOf(given), wordsOf(wanted)]
  if (own.length === 0 || truth.length === 0) {
    const share = own.length === truth.length ? 1 : 0
    return { precision: share, recall: share }
  }
  const common = commonLength(own, truth)
  return { precision: common / own.length, recall: common / truth.length }
}

/** The words of a text, also of languages without spaces. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [...segmenter.segment(text.toLowerCase())].flatMap(({ isWordLike, segment }) => isWordLike === true ? [segment] : [])

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** Length of the longest common subsequence, one bit for each word of the truth (Hyyrö 2004). */
const commonLength = (own: ReadonlyArray<string>, truth: ReadonlyArray<string>): number => {
  const places = new Map<string, bigint>()
  for (const [index, word] of truth.entries()) places.set(word, (places.get(word) ?? 0n) | 1n << BigInt(index))
  const all = (1n << BigInt(truth.length)) - 1n
  let free = all
  for (const word of own) {
    const matches = free & (places.get(word) ?? 0n)
    free = (free + matches | free - matches) & all
  }
  return [...free.toString(2).padStart(truth.length, "0")].filter((bit) => bit === "0").length
}
