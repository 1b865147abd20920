import { Result } from "effect"
import { parseSelector } from "../../core/domain/document/parse-selector.ts"
import type { Warning } from "../../core/domain/document/Trace.ts"
import { positionsIn } from "../dom/element-path.ts"
import { detach, type PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import type { ParsedPage } from "../Page.ts"
import type { Budget } from "./Budget.ts"
import { findElements } from "./find-elements.ts"

/**
 * Applies the selectors of the request: elements that match `exclude_selectors` are removed from the tree, elements
 * that match `include_selectors` are the content, and the match of `wait_for` is recorded.
 */
export const applySelectors = (page: ParsedPage, budget: Budget): ParsedPage => {
  const { exclude_selectors = [], include_selectors, wait_for } = page.input.options ?? {}
  if (exclude_selectors.length === 0 && include_selectors === undefined && wait_for === undefined) return page
  if (!isHtml(page)) return { ...page, warnings: [...page.warnings, noElements(page)] }
  const warnings: Array<Warning> = []
  const found = (option: string, selector: string): ReadonlyArray<PageElement> => {
    const elements = elementsOf(page, selector, budget)
    if (elements.length === 0) warnings.push(unmatched(option, selector))
    return elements
  }
  const awaited = wait_for === undefined ? undefined : elementsOf(page, wait_for, budget)
  const isAwaited = awaited?.length === 0
  if (wait_for !== undefined && isAwaited) warnings.push(stillMissing(wait_for))
  const excluded = exclude_selectors.flatMap((selector) => found("exclude_selectors", selector))
  const positions = excluded.length > 0 && page.input.options?.fields?.includes("blocks") === true
    ? positionsIn(page.html.document)
    : undefined
  for (const element of excluded) remove(element, page.html)
  const included = include_selectors?.flatMap((selector) => found("include_selectors", selector))
  return {
    ...page,
    ...(positions === undefined ? {} : { positions }),
    ...(included === undefined ? {} : { included: outermost(included, page.html.document) }),
    isAwaited,
    ...(awaited === undefined ? {} : { awaited: outermost(awaited, page.html.document) }),
    warnings: [...page.warnings, ...warnings]
  }
}

/** Whether callers can know the elements of the page. The trees of other types are made by their parsers. */
export const isHtml = ({ input, known }: ParsedPage): boolean =>
  known.rendition === undefined && known.wholeBody !== true && /html/.test(input.mediaType)

export const elementsOf = ({ html }: ParsedPage, selector: string, budget: Budget): ReadonlyArray<PageElement> =>
  Result.match(parseSelector(selector), {
    onFailure: () => [],
    onSuccess: (tokens) => findElements(html, tokens, budget)
  })

/** Removes an element. Head and body stay and become empty. */
const remove = (element: PageElement, { body, head, html }: ParsedHtml): void => {
  if (element === html) return [head, body].forEach(empty)
  if (element === head || element === body) empty(element)
  else detach(element)
}

const empty = (element: PageElement): void => {
  for (let child = element.firstChild; child !== null; child = element.firstChild) detach(child)
}

/** Outermost elements, in document order. */
const outermost = (included: ReadonlyArray<PageElement>, document: PageElement): ReadonlyArray<PageElement> => {
  const all = new Set(included)
  const roots: Array<PageElement> = []
  const visit = (parent: PageElement): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType !== 1) continue
      if (all.has(node)) roots.push(node)
      else visit(node)
    }
  }
  if (all.size > 0) visit(document)
  return roots
}

const unmatched = (option: string, selector: string): Warning => ({
  code: "selector_unmatched",
  message: `${JSON.stringify(selector)} of ${option} matches nothing on this page.`
})

const noElements = ({ input }: ParsedPage): Warning => ({
  code: "selector_unmatched",
  message: `The page is ${input.mediaType}. Selectors apply to HTML alone, so its content is whole.`
})

const stillMissing = (selector: string): Warning => ({
  code: "wait_for_missing",
  message: `The page has no element ${JSON.stringify(selector)}, which wait_for asks for.`
})
