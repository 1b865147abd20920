import type { Chunk } from "../../core/domain/document/Document.ts"
import { bm25Scores, countedText, termWeight } from "./bm25.ts"
import { plainLines } from "./plain-lines.ts"
import { termsOf } from "./terms.ts"

/** Terms of a query. */
const maxTerms = 100

/**
 * The chunks with a term of the query, best first (BM25 over the chunks of one page). The headings above a chunk count
 * as its text.
 */
export const rankChunks = (chunks: ReadonlyArray<Chunk>, query: string): ReadonlyArray<Chunk> => {
  const wanted = new Set([...new Set(termsOf(query))].slice(0, maxTerms))
  const texts = chunks.map(chunkText).map((text) => countedText(text, termsOf(text), wanted))
  const weights = new Map(
    Array.from(
      wanted,
      (term) => [term, termWeight(texts.filter(({ counts }) => counts.has(term)).length, texts.length)]
    )
  )
  const scores = bm25Scores(texts, weights)
  return [...chunks.keys()].filter((index) => (scores[index] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .flatMap((index) => chunks[index] ?? [])
}

/** The text of a chunk with the headings above it. */
export const chunkText = ({ heading_path, markdown }: Pick<Chunk, "heading_path" | "markdown">): string =>
  [...heading_path, ...plainLines(markdown)].join("\n")
