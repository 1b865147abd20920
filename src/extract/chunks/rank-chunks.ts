import type { Chunk } from "../../core/domain/document/Document.ts"
import { plainLines } from "./plain-lines.ts"

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

/** Words in lower case without plural and verb endings of English, and pairs of characters of scripts without spaces. */
export const termsOf = (text: string): ReadonlyArray<string> =>
  (text.normalize("NFKC").toLowerCase().match(words) ?? []).flatMap((word) =>
    unspaced.test(word) ? pairs(word) : [stem(word)]
  )

/** A character of a script without spaces between words. */
const unspacedCharacter = String
  .raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`

const words = new RegExp(String.raw`[${unspacedCharacter}ー]+|[[\p{L}\p{M}\p{N}]--${unspacedCharacter}]+`, "gv")

const unspaced = new RegExp(`^${unspacedCharacter}`, "v")

const pairs = (word: string): ReadonlyArray<string> => {
  const characters = Array.from(word)
  return characters.length === 1 ? characters : characters.slice(1).map((next, at) => `${characters[at]}${next}`)
}

const stem = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return word.replace(/(?:ies|ied)$/, "y").replace(/(?<=...)(?:ing|ed|es|s)$/, "").replace(/(?<=...)e$/, "")
}
