import type { Leaf, LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import type { Proposal } from "./Proposal.ts"
import { proposeSelectors } from "./propose-selectors.ts"
import type { KnownScope } from "./Scope.ts"
import { textLengths } from "./text-lengths.ts"

const minScopes = 3
const maxElements = 400
const maxSelectors = 8
const maxText = 60
const choiceCost = 2

/**
 * Proposes rules for a leaf whose values have other words on the page: yes and no, or the members of an enum. A text
 * must always come with the same value, and each value with one text.
 */
export const proposeChoices = (
  leaf: Leaf,
  pointer: string,
  scopes: ReadonlyArray<KnownScope>
): ReadonlyArray<Proposal> => {
  const known = scopes.filter(({ data }) => data !== undefined)
  const [first] = known
  const values = new Set(known.map(({ data }) => data as LeafValue))
  if (leaf.kind !== "boolean" && leaf.choices === undefined) return []
  // Without a text that is repeated, any text that differs would do.
  if (first === undefined || known.length < minScopes || values.size < 2 || values.size === known.length) return []
  const seen = new Set<string>()
  return shortTexts(first).flatMap((element) =>
    proposeSelectors(element, first.root).slice(0, maxSelectors).flatMap(({ cost, css }): ReadonlyArray<Proposal> => {
      if (seen.has(css)) return []
      seen.add(css)
      const choices = choicesOf(css, known)
      return choices === undefined
        ? []
        : [{ rule: { pointer, selector: css, attribute: null, choices }, cost: cost + choiceCost }]
    })
  )
}

const shortTexts = ({ index, root }: KnownScope): ReadonlyArray<PageElement> => {
  const lengths = textLengths(index)
  const found: Array<PageElement> = []
  for (let at = Math.max(0, index.placeOf(root)); at <= index.endOf(root) && found.length < maxElements; at++) {
    const element = index.elements[at]!
    const length = lengths[at] ?? 0
    if (length > 0 && length <= maxText && hasText(element)) found.push(element)
  }
  return found
}

const hasText = (element: PageElement): boolean => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3 && node.data.trim() !== "") return true
  }
  return false
}

const choicesOf = (selector: string, known: ReadonlyArray<KnownScope>) => {
  const values = new Map<string, LeafValue>()
  const texts = new Map<LeafValue, string>()
  for (const { data, index, root } of known) {
    const value = data as LeafValue
    const found = new Set(index.select(selector, root).map((element) => index.textOf(element)))
    const [text] = found
    if (text === undefined || text === "" || text.length > maxText || found.size > 1) return undefined
    if ((values.get(text) ?? value) !== value || (texts.get(value) ?? text) !== text) return undefined
    values.set(text, value)
    texts.set(value, text)
  }
  return [...values].map(([text, value]) => ({ text, value }))
}
