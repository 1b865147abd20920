import { isCharacter } from "./terms.ts"

/** The length of a text in terms, and how often it has each term of a query. */
export interface CountedText {
  readonly length: number
  readonly counts: ReadonlyMap<string, number>
}

/** Counts the terms of a text that a query has. `terms`: those of the text. */
export const countedText = (
  text: string,
  terms: ReadonlyArray<string>,
  wanted: ReadonlySet<string>
): CountedText => {
  const counts = new Map<string, number>()
  for (const term of terms) {
    if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const characters = [...wanted].filter(isCharacter)
  // In the form of terms.
  const normal = characters.length === 0 ? "" : text.normalize("NFKC")
  for (const character of characters) {
    const count = normal.split(character).length - 1
    if (count > 0) counts.set(character, count)
  }
  return { length: terms.length, counts }
}

/** Constants of BM25, as in most search engines: saturation of a frequent term, and weight of the length. */
export const saturation = 1.2
export const lengthWeight = 0.75

/** The weight of a term that `having` of all texts have. */
export const termWeight = (having: number, texts: number): number =>
  Math.log(1 + (Math.max(0, texts - having) + 0.5) / (having + 0.5))

/** The score of each text by BM25: 0 if it has no term with a weight. */
export const bm25Scores = (
  texts: ReadonlyArray<CountedText>,
  weights: ReadonlyMap<string, number>
): ReadonlyArray<number> => {
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  return texts.map(({ counts, length }) => {
    const norm = saturation * (1 - lengthWeight + lengthWeight * length / Math.max(1, meanLength))
    let score = 0
    for (const [term, count] of counts) {
      score += (weights.get(term) ?? 0) * count * (saturation + 1) / (count + norm)
    }
    return score
  })
}
