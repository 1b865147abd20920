import type { PageElement } from "../../../dom/node.ts"
import { type ElementName, namesOf, tagOf } from "./element-names.ts"

const maxAncestors = 10
const maxOwn = 6
const maxAnchors = 3
const maxPath = 4
const maxLength = 300

/** Cost of a place that is only counted. */
const positionCost = 5
const stepCost = 1.5

/** Selectors of an element within a root, which is the whole page if null. The cheapest come first. */
export const proposeSelectors = (
  element: PageElement,
  root: PageElement | null
): ReadonlyArray<ElementName> => {
  if (element === root) return [{ css: "", cost: 1 }]
  const own = cheapest([...namesOf(element), ...pairsOf(element)], maxOwn)
  const position = positioned(element)
  const found: Array<ElementName> = [...own]
  let path: ReadonlyArray<ElementName> = [...own.slice(0, 2), position]
  let at = element.parentNode
  for (let level = 0; level < maxAncestors && at !== null && at !== root && at.parentNode !== null; level++) {
    const anchors = cheapest(namesOf(at).filter(({ css }) => css !== "div" && css !== "span"), maxAnchors)
    const distance = 0.3 * level
    for (const anchor of anchors) {
      for (const name of own) found.push(below(anchor, " ", name, distance + 0.5))
      found.push(below(anchor, " ", position, distance + 0.5))
      if (level < maxPath) { for (const name of path) found.push(below(anchor, " > ", name, distance + 0.5)) }
    }
    const [first] = cheapest(namesOf(at), 1)
    const step = positioned(at)
    if (level < maxPath + 4) {
      path = cheapest(
        path.flatMap((name) => [
          below(step, " > ", name, stepCost),
          ...(first === undefined || level > 1 ? [] : [below(first, " > ", name, stepCost)])
        ]),
        3
      )
    }
    at = at.parentNode
  }
  if (at !== null && (at === root || at.parentNode === null)) found.push(...path)
  const seen = new Set<string>()
  return found.filter(({ css }) => css.length <= maxLength && !seen.has(css) && seen.add(css) !== undefined)
    .toSorted((one, other) => one.cost - other.cost)
}

/** Two classes together, and a tag with a class. */
const pairsOf = (element: PageElement): ReadonlyArray<ElementName> => {
  const classes = namesOf(element).filter(({ css }) => css.startsWith("."))
  const [one, other] = classes
  const tag = tagOf(element)
  return [
    ...(one !== undefined && other !== undefined
      ? [{ css: one.css + other.css, cost: Math.max(one.cost, other.cost) + 1 }]
      : []),
    ...classes.slice(0, 2).map(({ cost, css }) => ({ css: tag + css, cost: cost + 0.5 }))
  ]
}

const positioned = (element: PageElement): ElementName => {
  let position = 1
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    if (node.nodeType === 1 && node.tag === element.tag && node.namespace === element.namespace) position++
  }
  const tag = tagOf(element)
  if (tag === "html" || tag === "body" || tag === "head" || tag === "*") return { css: tag, cost: positionCost }
  return { css: `${tag}:nth-of-type(${position})`, cost: positionCost + Math.min(position, 10) * 0.2 }
}

const below = (outer: ElementName, between: string, inner: ElementName, more: number): ElementName => ({
  css: `${outer.css}${between}${inner.css}`,
  above: inner.above === undefined ? outer.css : `${outer.css}${between}${inner.above}`,
  cost: outer.cost * 0.6 + inner.cost + more
})

const cheapest = (names: ReadonlyArray<ElementName>, count: number): ReadonlyArray<ElementName> =>
  names.toSorted((one, other) => one.cost - other.cost).slice(0, count)
