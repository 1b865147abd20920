import { foldedText } from "../dom/walk.ts"
import { lettersAndDigits } from "./letters-and-digits.ts"
import type { PageMarks } from "./page-marks.ts"

/** The lines around the title or the first heading. A page without both has its first lines. */
export const nearHeadline = (marks: PageMarks, documentTitle: string): ReadonlyArray<string> => {
  const title = lettersAndDigits(documentTitle)
  const [first] = marks.headings
  const heading = first === undefined ? "" : lettersAndDigits(foldedText(first))
  let at = 0
  let bestLength = minTitleLength - 1
  for (const [index, line] of marks.lines.entries()) {
    const said = line.length > bestLength ? lettersAndDigits(line) : ""
    if (said.length > bestLength && (title.includes(said) || said === heading)) {
      at = index
      bestLength = said.length
    }
  }
  return marks.lines.slice(Math.max(0, at - linesBefore), at + linesAfter)
}

const minTitleLength = 6
const linesBefore = 2
const linesAfter = 10
