import { Result } from "effect"
import type { ExtractRule } from "../../core/domain/document/ExtractRule.ts"
import { parseFieldPlace } from "../../core/domain/document/parse-field-place.ts"
import type { PageElement } from "../dom/node.ts"
import { elements } from "../dom/walk.ts"
import type { ParsedPage, RawRecord } from "../Page.ts"
import { elementsOf, isHtml } from "./apply-selectors.ts"
import type { Budget } from "./Budget.ts"
import { typedValue } from "./typed-value.ts"

/** Same limit as for all records of a page. */
const maxRecords = 500

/** Records described by the rules of the request, one for each element that `select` matches, in document order. */
export const selectedRecords = (page: ParsedPage, budget: Budget): ReadonlyArray<RawRecord> => {
  const rules = page.input.options?.extract ?? []
  if (rules.length === 0 || !isHtml(page)) return []
  const spans = spansOf(page.html.document)
  return rules.flatMap((rule) => recordsOf(rule, page, spans, budget)).slice(0, maxRecords)
}

/** Start and end of a subtree in document order. */
interface Span {
  readonly start: number
  end: number
}

/** Matches fields once for the whole page. Each record looks up the first match within its span. */
const recordsOf = (
  rule: ExtractRule,
  page: ParsedPage,
  spans: ReadonlyMap<PageElement, Span>,
  budget: Budget
): ReadonlyArray<RawRecord> => {
  const roots = (rule.select === undefined ? [page.html.html] : elementsOf(page, rule.select, budget)).slice(
    0,
    maxRecords
  )
  const fields = Object.entries(rule.fields).flatMap(([name, source]) => {
    const place = Result.getOrUndefined(parseFieldPlace(source))
    if (place === undefined) return []
    return [{ name, place, matches: place.selector === "" ? [] : elementsOf(page, place.selector, budget) }]
  })
  return roots.map((root): RawRecord => {
    const values: Record<string, unknown> = {}
    for (const { matches, name, place } of fields) {
      const element = place.selector === "" ? root : firstWithin(root, matches, spans)
      const typed = element === undefined ? undefined : typedValue(name, element, place.attribute, page)
      if (typed === undefined) continue
      values[name] = typed.value
      if (typed.currency !== undefined && rule.fields["currency"] === undefined) values["currency"] ??= typed.currency
    }
    return { source: "selectors", type: rule.type ?? "", fields: values }
  })
}

/** First of these elements below `root`, by binary search in document order. */
const firstWithin = (
  root: PageElement,
  matches: ReadonlyArray<PageElement>,
  spans: ReadonlyMap<PageElement, Span>
): PageElement | undefined => {
  const span = spans.get(root)
  if (span === undefined) return undefined
  const startOf = (index: number): number => spans.get(matches[index] ?? root)?.start ?? 0
  let low = 0
  let high = matches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(middle) <= span.start) low = middle + 1
    else high = middle
  }
  return low < matches.length && startOf(low) <= span.end ? matches[low] : undefined
}

const spansOf = (document: PageElement): ReadonlyMap<PageElement, Span> => {
  const spans = new Map<PageElement, Span>()
  const open: Array<{ readonly element: PageElement; readonly span: Span }> = []
  let next = 0
  const close = (parent: PageElement | null) => {
    while (open.length > 0 && open.at(-1)?.element !== parent) {
      const closed = open.pop()
      if (closed !== undefined) closed.span.end = next - 1
    }
  }
  for (const element of elements(document)) {
    close(element.parentNode)
    const span: Span = { start: next, end: next }
    spans.set(element, span)
    open.push({ element, span })
    next++
  }
  close(null)
  return spans
}
