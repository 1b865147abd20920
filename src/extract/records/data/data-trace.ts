import type { DataTrace } from "../../../core/domain/document/Trace.ts"
import { directive, quoteOf } from "../../dom/text-fragment.ts"
import type { PageContent, ParsedPage } from "../../Page.ts"
import type { Filled } from "./fill-shape.ts"

/** Characters that all searches of a page may read. */
const maxRead = 4_000_000
const maxQuoted = 5000

/** The source of each value: where the page declares it, and a link to its text. */
export const fieldTraces = (
  filled: ReadonlyArray<Filled>,
  { markdown, text }: PageContent,
  page: ParsedPage
): DataTrace["fields"] => {
  const url = page.input.finalUrl.split("#")[0] ?? ""
  const searches = [new TextSearch(text), new TextSearch(markdown)]
  return filled.map(({ base, key, pointer, written }) => {
    const shown = formsOf(written).find((form) => searches.some((search) => search.has(form)))
    return {
      pointer,
      source: base.source,
      selector: selectorOf(base.source, key, page),
      url: `${url}${shown === undefined ? "" : directive(quoteOf(shown) ?? {})}`
    }
  })
}

/** A value as pages show it. A short one would be found anywhere. */
const formsOf = (written: string): ReadonlyArray<string> => {
  if (written.length < minQuoted) return []
  if (!/^\d{1,9}\.\d{1,2}$/.test(written)) return [written]
  const cents = Number(written).toFixed(2)
  return [...new Set([written, cents, written.replace(".", ","), cents.replace(".", ",")])]
}

const minQuoted = 3

/** Finds texts as whole words. The values of a list come in the order of the page, so each search goes on. */
class TextSearch {
  private readonly text: string
  private from = 0
  private left = maxRead

  constructor(text: string) {
    this.text = text
  }

  has(written: string): boolean {
    if (written.length > maxQuoted) return false
    return this.find(written, this.from) || (this.from > 0 && this.find(written, 0))
  }

  private find(written: string, from: number): boolean {
    for (let at = from; this.left > 0;) {
      const found = this.text.indexOf(written, at)
      const end = found < 0 ? this.text.length : found + written.length
      this.left -= end - at
      if (found < 0) return false
      if (!isWordAt(this.text, found - 1, written[0]) && !isWordAt(this.text, end, written.at(-1))) {
        this.from = found
        return true
      }
      at = end
    }
    return false
  }
}

/** Whether a word goes on over the edge of a quote. */
const isWordAt = (text: string, at: number, edge: string | undefined): boolean =>
  wordLike.test(edge ?? "") && wordLike.test(text[at] ?? "")

const wordLike = /[\p{L}\p{N}]/u

const selectorOf = (source: Filled["base"]["source"], key: string, page: ParsedPage): string => {
  switch (source) {
    case "json-ld":
      return "script[type=\"application/ld+json\"]"
    case "microdata":
      return isPlainName(key) ? `[itemprop~="${key}"]` : ""
    case "selectors":
      return page.input.options?.extract?.map(({ fields }) => fields[key]).find((found) => found !== undefined) ?? ""
    default:
      return ""
  }
}

const isPlainName = (key: string): boolean => /^[\w-]{1,60}$/.test(key)
