import { Effect } from "effect"
import type { Chunk } from "../../core/domain/document/Document.ts"
import type { JobPassage, JobPassages } from "../../core/domain/job/JobSearch.ts"
import type { ChunkOptions } from "../../core/domain/options/PageOptions.ts"
import { bm25Scores, countedText } from "../chunks/bm25.ts"
import { makeChunks } from "../chunks/make-chunks.ts"
import { chunkText } from "../chunks/rank-chunks.ts"
import { indexedTerms, isCharacter, placedTerms } from "../chunks/terms.ts"
import { loadTokenizer } from "../chunks/tokenizer.ts"
import { encodeLine } from "./encode-line.ts"
import { storedDocument, storedUrl } from "./stored-document.ts"

/** The pages that an index has found for a query. */
export interface PassageSearch {
  readonly url: string
  /** Stored Documents as JSON with their fields for passages, best first. */
  readonly documents: ReadonlyArray<Uint8Array>
  /** Terms of the query with their weights among all pages of the job. */
  readonly weights: ReadonlyMap<string, number>
  readonly limit: number
  /** Maximum tokens of all passages together. */
  readonly maxTokens: number
  /** Size of the chunks, where a Document has none. */
  readonly chunks?: ChunkOptions["chunks"]
}

/** The chunks of the pages with a term of the query, best first, within the limits. */
export const rankedPassages = Effect.fnUntraced(
  function*({ chunks, documents, limit, maxTokens, weights }: PassageSearch) {
    const count = yield* Effect.promise(loadTokenizer)
    const found: Array<{ readonly title: string; readonly chunk: Chunk }> = []
    for (const document of documents) {
      const page = storedDocument(document)
      const { markdown = "", title = "" } = page
      const all = page.chunks ??
        makeChunks(markdown, storedUrl(page), { chunks: chunks ?? {} }, count).chunks
      for (const chunk of all) found.push({ title, chunk })
    }
    const wanted = new Set(weights.keys())
    const texts = found.map(({ chunk, title }) => `${title}\n${chunkText(chunk)}`)
      .map((text) => countedText(text, indexedTerms(text), wanted))
    const scores = bm25Scores(texts, weights)
    const best = [...found.keys()].filter((at) => (scores[at] ?? 0) > 0)
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    const passages: Array<JobPassage> = []
    let left = maxTokens
    for (const at of best) {
      const passage = found[at]
      if (passage === undefined || passages.length === limit || passage.chunk.tokens > left) break
      left -= passage.chunk.tokens
      const { heading_path, markdown, tokens, url } = passage.chunk
      passages.push({
        url,
        title: passage.title,
        heading_path,
        markdown,
        tokens,
        score: rounded(scores[at] ?? 0),
        highlights: highlightsIn(markdown, wanted)
      })
    }
    return encodeLine(JSON.stringify({ passages } satisfies JobPassages))
  }
)

const rounded = (score: number): number => Math.round(score * 1000) / 1000

/** The words of the query in a passage, without the targets of links. */
const highlightsIn = (markdown: string, wanted: ReadonlySet<string>): JobPassage["highlights"] => {
  const found: Array<{ start: number; end: number }> = []
  const targets = Array.from(
    markdown.matchAll(linkTarget),
    ({ 0: text, index }) => [index, index + text.length] as const
  )
  let target = 0
  for (const { end, start } of wantedIn(markdown, wanted)) {
    while ((targets[target]?.[1] ?? Infinity) <= start) target++
    if ((targets[target]?.[0] ?? Infinity) <= start) continue
    const last = found.at(-1)
    // Pairs of characters overlap.
    if (last !== undefined && start < last.end) last.end = end
    else if (found.length === maxHighlights) break
    else found.push({ start, end })
  }
  return found
}

/** The places of wanted terms. A wanted character is at the beginning or the end of pairs. */
function* wantedIn(markdown: string, wanted: ReadonlySet<string>) {
  const characters = new Set([...wanted].filter(isCharacter))
  for (const { end, start, term } of placedTerms(markdown)) {
    if (wanted.has(term)) yield { start, end }
    else if (characters.size > 0) {
      const [first = "", last = ""] = Array.from(markdown.slice(start, end))
      if (characters.has(first)) yield { start, end: start + first.length }
      else if (start + first.length + last.length === end && characters.has(last)) {
        yield { start: end - last.length, end }
      }
    }
  }
}

const maxHighlights = 100
const linkTarget = /\]\([^\s()]{0,2000}|<https?:[^<>\s]{1,2000}>/g
