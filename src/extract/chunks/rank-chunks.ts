import type { Chunk } from "../../core/domain/document/Document.ts"
import { plainLines } from "./plain-lines.ts"
import { termsOf } from "./terms.ts"

/** Constants of BM25, as in most search engines: saturation of a frequent term, and weight of the length. */
const saturation = 1.2
const lengthWeight = 0.75
/** Terms of a query. */
const maxTerms = 100

/**
 * The chunks with a term of the query, best first (BM25 over the chunks of one page). The headings above a chunk count
 * as its text.
 */
export const rankChunks = (chunks: ReadonlyArray<Chunk>, query: string): ReadonlyArray<Chunk> => {
  const wanted = [...new Set(termsOf(query))].slice(0, maxTerms)
  const texts = chunks.map((chunk) => counts(termsOf(textOf(chunk)), new Set(wanted)))
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const weights = wanted.map((term) => {
    const having = texts.filter(({ terms }) => terms.has(term)).length
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
  })
  const scores = texts.map(({ length, terms }) =>
    wanted.reduce((sum, term, index) => {
      const frequency = terms.get(term) ?? 0
      const norm = saturation * (1 - lengthWeight + lengthWeight * length / Math.max(1, meanLength))
      return sum + (weights[index] ?? 0) * frequency * (saturation + 1) / (frequency + norm)
    }, 0)
  )
  return [...chunks.keys()].filter((index) => (scores[index] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .flatMap((index) => chunks[index] ?? [])
}

const textOf = ({ heading_path, markdown }: Chunk): string => [...heading_path, ...plainLines(markdown)].join("\n")

const counts = (terms: ReadonlyArray<string>, wanted: ReadonlySet<string>) => {
  const found = new Map<string, number>()
  for (const term of terms) {
    if (wanted.has(term)) found.set(term, (found.get(term) ?? 0) + 1)
  }
  return { length: terms.length, terms: found }
}
