import type { PageElement } from "../../dom/node.ts"
import { afterSubtree, fold, isBlank, nextNode } from "../../dom/walk.ts"
import * as words from "../../rules/date-words.ts"
import { silentInFacts } from "../../rules/tags.ts"
import { mayBeDate } from "./dates.ts"

const maxTexts = 60
const maxTextLength = 200

/** Texts such as `This entry was posted on 3 May 2024`, with the label in the same text or in the one before. */
export const labelledDates = (body: PageElement): ReadonlyArray<string> => {
  const found: Array<string> = []
  let label = ""
  for (let node = body.firstChild; node !== null && found.length < maxTexts;) {
    if (node.nodeType === 3 && !isBlank(node.data)) {
      const text = node.data.length > maxTextLength ? "" : node.data
      const isDated = mayBeDate(text)
      if (isDated) found.push(...[text, `${label} ${text}`].map(fold).filter(isLabelled).slice(0, 1))
      label = isDated ? "" : text
    }
    node = node.nodeType === 1 && silentInFacts.has(node.tag) ? afterSubtree(node, body) : nextNode(node, body)
  }
  return found
}

const isLabelled = (text: string): boolean => words.labelledText.test(text)
