import type { PageElement } from "../../dom/node.ts"
import { afterSubtree, fold, isBlank, nextNode } from "../../dom/walk.ts"
import * as words from "../../rules/date-words.ts"
import { silentInFacts } from "../../rules/tags.ts"

const maxTexts = 60
const maxTextLength = 200
/** A year in digits of any script that has months in the tables, or a day with a short year. */
const hasYear = /[\d\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59]{4}|\d[./-]\d{1,2}[./-]\d/

/** Texts such as `This entry was posted on 3 May 2024`, with the label in the same text or in the one before. */
export const labelledDates = (body: PageElement): ReadonlyArray<string> => {
  const found: Array<string> = []
  let label = ""
  for (let node = body.firstChild; node !== null && found.length < maxTexts;) {
    if (node.nodeType === 3 && !isBlank(node.data)) {
      const text = node.data.length > maxTextLength ? "" : node.data
      const isDated = hasYear.test(text)
      if (isDated) found.push(...[text, `${label} ${text}`].filter(isLabelled).slice(0, 1).map(fold))
      label = isDated ? "" : text
    }
    node = node.nodeType === 1 && silentInFacts.has(node.tag) ? afterSubtree(node, body) : nextNode(node, body)
  }
  return found
}

const isLabelled = (text: string): boolean => words.labelledText.test(text)
