import { comparableLine, foldedLine } from "./LineHashes.ts"
import { type FindRepetition, type RepeatedPart, repeatedParts } from "./repeated-parts.ts"

/** Markdown without these parts. */
export const withoutParts = (markdown: string, parts: ReadonlyArray<RepeatedPart>): string => {
  let kept = ""
  let from = 0
  for (const { end, start } of parts) {
    kept += markdown.slice(from, start)
    from = end
  }
  return kept + markdown.slice(from)
}

/** Text without the lines of these parts. A short line goes only with the line after it. */
export const withoutLines = (text: string, parts: ReadonlyArray<RepeatedPart>): string => {
  if (parts.length === 0) return text
  const gone = new Set(parts.flatMap(({ lines }) => lines))
  const lines = text.split("\n")
  const kept: Array<string> = []
  let isNextGone = false
  for (const line of lines.toReversed()) {
    const folded = foldedLine(line)
    if (folded === "") {
      kept.push(line)
      continue
    }
    isNextGone = gone.has(folded) && (isNextGone || comparableLine(folded))
    if (!isNextGone) kept.push(line)
  }
  return kept.reverse().join("\n").replace(/\n{3,}/g, "\n\n").trim()
}

/**
 * The repeated parts of the markdown of a page. None if nothing but signs and short lines would be left: then the
 * page has only what others have too.
 */
export const partsToDrop = (markdown: string, find: FindRepetition): ReadonlyArray<RepeatedPart> => {
  const parts = repeatedParts(markdown, find)
  return withoutParts(markdown, parts).split("\n").some((line) => comparableLine(foldedLine(line))) ? parts : []
}
