import { foundText, lowerCase } from "../dom/found-text.ts"
import type { PageElement } from "../dom/node.ts"
import { directive, firstWords, lastWords, quoteOf } from "./text-fragment.ts"

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
  const { folded, starts, text: page } = foundText(document, wanted)
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

  return (text, element) => {
    const whole = quoteOf(text)
    const from = element === undefined ? undefined : starts.get(element)
    if (whole === undefined || from === undefined || searched > maxSearched) return directive(whole ?? {})
    const start = lowerCase(whole.start)
    const own = indexOf(start, from, folded.length)
    if (own < 0) return directive({ start: firstWords(whole.start, wordsBeside) })
    const isEnding = whole.end !== undefined && indexOf(lowerCase(whole.end), own, folded.length) >= 0
    const quote = isEnding ? whole : { start: whole.start }
    const isFirst = (fits: (at: number) => boolean): boolean => {
      let at = indexOf(start, 0, own)
      while (at >= 0 && at < own) {
        if (fits(at)) return false
        at = indexOf(start, at + 1, own)
      }
      return true
    }
    if (isFirst(() => true)) return directive(quote)
    const prefix = lastWords(lineBefore(page, own), wordsBeside)
    if (prefix === "") return directive(quote)
    const isPrefixed = (at: number) => folded.slice(0, at).trimEnd().endsWith(lowerCase(prefix))
    if (isEnding || isFirst(isPrefixed)) return directive({ ...quote, prefix })
    return directive({ ...quote, prefix, suffix: firstWords(lineAfter(page, own + start.length), wordsBeside) })
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
