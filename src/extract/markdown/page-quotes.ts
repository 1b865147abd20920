import { type FoundText, foundText, lowerCase } from "../dom/found-text.ts"
import type { PageElement } from "../dom/node.ts"
import { directive, firstWords, lastWords, type Quote, quoteOf } from "../dom/text-fragment.ts"

/** Max characters searched for all blocks of a page together, some tens of milliseconds. */
const maxSearched = 20_000_000
/** Fixed cost of each search, in characters. */
const searchCost = 50
/** Number of words beside a text that distinguish it from other occurrences. */
const wordsBeside = 4
/** Number of characters around a text that are read for these words. */
const readBeside = 200

/**
 * Writes the text directive that leads to the text of an element. A browser scrolls to the first match, so the
 * directive of a text that occurs earlier on the page also has the words beside it.
 */
export const quoteWriter = (
  document: PageElement,
  wanted: ReadonlySet<PageElement>
): (text: string, element: PageElement | undefined) => string => {
  const found = foundText(document, wanted)
  const quote = quotesIn(found)
  return (text, element) => quote(text, element === undefined ? undefined : found.starts.get(element)).directive
}

/** A text directive, and the end of the text in the page. Undefined if the text was not found there. */
export interface PlacedQuote {
  readonly directive: string
  readonly end: number | undefined
}

/** The same for a text at or after a position in the text of the page. */
export const quotesIn = (
  { folded, text: page }: Pick<FoundText, "folded" | "text">
): (text: string, from: number | undefined) => PlacedQuote => {
  let searched = 0
  /** Position where a browser finds the needle, as whole words, up to `before`. */
  const indexOf = (needle: string, from: number, before: number): number => {
    for (let at = from; searched <= maxSearched;) {
      const found = folded.indexOf(needle, at)
      searched += (found < 0 ? folded.length : Math.min(found, before)) - at + searchCost
      if (found < 0 || found >= before || isWords(folded, found, found + needle.length)) return found
      at = found + 1
    }
    return -1
  }

  const unplaced = (quote: Partial<Quote>): PlacedQuote => ({ directive: directive(quote), end: undefined })

  return (text, from) => {
    const whole = quoteOf(text)
    if (whole === undefined || from === undefined || searched > maxSearched) return unplaced(whole ?? {})
    const start = lowerCase(whole.start)
    const own = indexOf(start, from, folded.length)
    if (own < 0) return unplaced({ start: firstWords(whole.start, wordsBeside) })
    const ending = whole.end === undefined ? -1 : indexOf(lowerCase(whole.end), own, folded.length)
    const quote = ending >= 0 ? whole : { start: whole.start }
    const end = ending >= 0 ? ending + (whole.end?.length ?? 0) : own + start.length
    const isFirst = (fits: (at: number) => boolean): boolean => {
      let at = indexOf(start, 0, own)
      while (at >= 0 && at < own) {
        if (fits(at)) return false
        at = indexOf(start, at + 1, own)
      }
      return true
    }
    if (isFirst(() => true)) return { directive: directive(quote), end }
    const prefix = lastWords(lineBefore(page, own), wordsBeside)
    if (prefix === "") return { directive: directive(quote), end }
    const isPrefixed = (at: number) => folded.slice(0, at).trimEnd().endsWith(lowerCase(prefix))
    if (ending >= 0 || isFirst(isPrefixed)) return { directive: directive({ ...quote, prefix }), end }
    const suffix = firstWords(lineAfter(page, own + start.length), wordsBeside)
    return { directive: directive({ ...quote, prefix, suffix }), end }
  }
}

const isWords = (text: string, from: number, to: number): boolean =>
  !(inWord.test(text[from - 1] ?? "") && inWord.test(text[from] ?? "")) &&
  !(inWord.test(text[to - 1] ?? "") && inWord.test(text[to] ?? ""))

/** Letters and digits of scripts with spaces between words. */
const inWord = /[\p{Nd}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u

const lineBefore = (page: string, at: number): string =>
  page.slice(Math.max(0, at - readBeside), at).trimEnd().split("\n").at(-1) ?? ""

const lineAfter = (page: string, at: number): string => page.slice(at, at + readBeside).trimStart().split("\n")[0] ?? ""
