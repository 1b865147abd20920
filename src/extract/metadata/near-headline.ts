import { foldedText } from "../dom/walk.ts"
import type { FactSources } from "./read-facts.ts"
import { squash } from "./squash.ts"

/** The lines around the title or the first heading. A page without both has its first lines. */
export const nearHeadline = ({ documentTitle, marks }: FactSources): ReadonlyArray<string> => {
  const title = squash(documentTitle)
  const [first] = marks.headings
  const heading = first === undefined ? "" : squash(foldedText(first))
  const at = marks.lines.findIndex((line) => {
    const said = squash(line)
    return said.length >= shortestTitle && (title.includes(said) || said === heading)
  })
  return marks.lines.slice(Math.max(0, at - linesBefore), Math.max(0, at) + linesAfter)
}

const shortestTitle = 6
const linesBefore = 2
const linesAfter = 10
