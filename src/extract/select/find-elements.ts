import type { SelectorTokens } from "../../core/domain/document/parse-selector.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { elements } from "../dom/walk.ts"
import type { Budget } from "./Budget.ts"
import { PageSelectors } from "./PageSelectors.ts"

/** Elements of the page that a selector matches, in document order, as `querySelectorAll` in a browser. */
export const findElements = (html: ParsedHtml, tokens: SelectorTokens, budget: Budget): ReadonlyArray<PageElement> => {
  const matches = new PageSelectors(html, budget).matcher(tokens)
  const found: Array<PageElement> = []
  for (const element of elements(html.document)) {
    budget.spend()
    if (matches(element)) found.push(element)
  }
  return found
}
