import { plainLines } from "../chunks/plain-lines.ts"
import { indexedTerms, lastCharacters } from "../chunks/terms.ts"

/** The parts of a Document that an index finds it by. */
export interface IndexedPage {
  readonly url: string
  readonly title: string
  readonly markdown: string
}

/**
 * The terms of a page, separated by spaces. A term that occurs several times is followed by `=` and its number, at most
 * `maxCount`, beyond which the rank hardly changes. The title counts several times, and so do headings and the path.
 */
export const pageTerms = ({ markdown, title, url }: IndexedPage): string => {
  const counts = new Map<string, number>()
  let left = maxTerms
  const add = (text: string, times: number) => {
    for (const term of indexedTerms(text)) {
      const count = counts.get(term)
      if (count === undefined && left-- <= 0) continue
      counts.set(term, (count ?? 0) + times)
    }
  }
  add(title, titleWeight)
  add(pathOf(url), pathWeight)
  add(headingsIn(markdown), headingWeight)
  add(plainLines(markdown).join("\n"), 1)
  for (const character of lastCharacters(counts.keys())) counts.set(character, counts.get(character) ?? 1)
  return Array.from(counts, ([term, count]) => count === 1 ? term : `${term} =${Math.min(maxCount, count)}`).join(" ")
}

/** The distinct terms of a query, which is the plain text of a person. */
export const queryTerms = (query: string): ReadonlyArray<string> =>
  [...new Set(indexedTerms(query))].slice(0, maxQueryTerms)

/** The terms with each repeated as often as it occurs, as a text for an engine that counts them. */
export const repeatedTerms = (terms: string): string => {
  const repeated: Array<string> = []
  for (const part of terms.split(" ")) {
    const last = repeated.at(-1)
    if (!part.startsWith("=")) repeated.push(part)
    else if (last !== undefined) { for (let count = Number(part.slice(1)); count > 1; count--) repeated.push(last) }
  }
  return repeated.join(" ")
}

/** Number of the terms, each as often as it occurs. */
export const countTerms = (terms: string): number =>
  terms.split(" ").reduce((sum, part) => sum + (part.startsWith("=") ? Number(part.slice(1)) - 1 : 1), 0)

const headingsIn = (markdown: string): string => (markdown.match(/^#{1,6} .*$/gm) ?? []).join("\n")

const pathOf = (url: string): string => {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? ""
  return path.replaceAll(/%[0-9a-f]{2}/gi, " ")
}

const titleWeight = 3
const headingWeight = 1
const pathWeight = 1
/** Of one term. */
const maxCount = 9
const maxQueryTerms = 32
/** Distinct terms of one page. */
const maxTerms = 20_000
