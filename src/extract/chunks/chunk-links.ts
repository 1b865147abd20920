import type { FoundText } from "../dom/found-text.ts"
import { type PlacedQuote, quotesIn } from "../markdown/page-quotes.ts"

/** The text of a page, and where its content starts. */
export interface PageText extends Pick<FoundText, "folded" | "text"> {
  readonly from: number
}

/** Lines at the start of a chunk that are tried one after the other. A formula may differ from the page, for example. */
const maxTries = 6
/** Lines at the end of a chunk that are read. */
const lastLines = 3

/**
 * Writes the text directive of one chunk after the other: from its first words to its last ones, searched behind those
 * of the chunk before it.
 */
export const chunkLinks = (page: PageText): (lines: ReadonlyArray<string>) => string => {
  const quote = quotesIn(page)
  let from = page.from
  return (lines) => {
    let first: PlacedQuote | undefined
    for (let skipped = 0; skipped < Math.min(maxTries, Math.max(1, lines.length)); skipped++) {
      const placed = quote(endsOf(lines.slice(skipped)), from)
      first ??= placed
      if (placed.end === undefined) continue
      from = placed.end
      return placed.directive
    }
    return first?.directive ?? ""
  }
}

/** Lines between the first and the last ones are not quoted. */
const endsOf = (lines: ReadonlyArray<string>): string =>
  (lines.length <= lastLines ? lines : [...lines.slice(0, 1), ...lines.slice(-lastLines)]).join("\n")
