import type { LeafValue, Shape } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import { partOf } from "./example-faults.ts"
import { findPlaces } from "./find-places.ts"
import { isEnough } from "./learn-leaf.ts"
import { proposeSelectors } from "./propose-selectors.ts"
import type { KnownScope, Scope } from "./Scope.ts"

export interface LearntRows {
  readonly selector: string
  /** The rows of the examples, each with its item. */
  readonly rows: ReadonlyArray<KnownScope>
  readonly checks: ReadonlyArray<Scope>
}

const maxItems = 50
const maxSelectors = 80
const maxProposing = 3
const maxCheckRows = 20
const maxLeaves = 8
const maxPlaces = 12

/** Learns which elements are the rows of a list. Undefined if no selector finds those of all examples but one. */
export const learnRows = (
  items: Shape,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>
): LearntRows | undefined => {
  const known = scopes.map((scope) => ({ scope, rows: rowElements(items, itemsOf(scope), scope) }))
  const proposals = new Map<string, number>()
  for (const { rows, scope } of known.filter((one) => one.rows.length > 0).slice(0, maxProposing)) {
    for (const row of sampled(rows)) {
      for (const [level, element] of levelsOf(row, rows, scope).entries()) {
        for (const { cost, css } of proposeSelectors(element, scope.root).slice(0, maxSelectors)) {
          const before = proposals.get(css)
          const all = cost + level * 0.2
          if (before === undefined || before > all) proposals.set(css, all)
        }
      }
    }
  }
  let best: { readonly selector: string; readonly merit: number; readonly right: number } | undefined
  for (const [selector, cost] of proposals) {
    let right = 0
    let extras = 0
    let exact = 0
    for (const { rows, scope } of known) {
      if (rows.length === 0 && itemsOf(scope).length > 0) continue
      const matches = scope.index.select(selector, scope.root)
      const assigned = assign(matches, rows, scope)
      if (assigned !== undefined) {
        right++
        if (matches.length === rows.length) exact++
        extras += Math.min(1, (matches.length - rows.length) / Math.max(1, rows.length))
      }
    }
    const merit = right * 1000 + exact * 100 - extras * 20 - cost
    if (best === undefined || merit > best.merit) best = { selector, merit, right }
  }
  if (best === undefined || !isEnough(best.right, known.length)) return undefined
  const { selector } = best
  return {
    selector,
    rows: known.flatMap(({ rows, scope }) => {
      const matches = scope.index.select(selector, scope.root)
      const data = itemsOf(scope)
      return (assign(matches, rows, scope) ?? []).map((match, item): KnownScope => ({
        ...scope,
        root: match,
        data: data[item]
      }))
    }),
    checks: checks.flatMap((scope) =>
      scope.index.select(selector, scope.root).slice(0, maxCheckRows).map((root) => ({ ...scope, root }))
    )
  }
}

const itemsOf = ({ data }: KnownScope): ReadonlyArray<unknown> => Array.isArray(data) ? data.slice(0, maxItems) : []

/** The first and the last rows stand for all. */
const sampled = (rows: ReadonlyArray<PageElement>): ReadonlySet<PageElement> =>
  new Set([rows[0], rows[1], rows.at(-1)].filter((row) => row !== undefined))

/** The match around or below each row, one for each and in their order. Undefined if there is none for a row. */
const assign = (
  matches: ReadonlyArray<PageElement>,
  rows: ReadonlyArray<PageElement>,
  { index }: Scope
): ReadonlyArray<PageElement> | undefined => {
  const found: Array<PageElement> = []
  let next = 0
  for (const row of rows) {
    while (next < matches.length && !index.isWithin(row, matches[next]!)) next++
    const match = matches[next++]
    if (match === undefined) return undefined
    found.push(match)
  }
  const isDistinct = found.every((_, at) => at === 0 || !index.isWithin(rows[at]!, found[at - 1]!))
  return isDistinct ? found : undefined
}

/** The row, and those of its ancestors that have no other row. */
const levelsOf = (row: PageElement, rows: ReadonlyArray<PageElement>, { index, root }: Scope) => {
  const levels: Array<PageElement> = []
  for (
    let at: PageElement | null = row;
    at !== null && at !== root && at.parentNode !== null && levels.length < 4;
    at = at.parentNode
  ) {
    const around = at
    if (rows.some((other) => other !== row && index.isWithin(other, around))) break
    if (rows.length === 1 && levels.length > 1) break
    levels.push(at)
  }
  return levels
}

/** The smallest element with all values of each item. Empty if an item has none. */
const rowElements = (items: Shape, data: ReadonlyArray<unknown>, scope: Scope): ReadonlyArray<PageElement> => {
  const rows: Array<PageElement> = []
  let from = -1
  for (const item of data) {
    const row = rowOf(items, item, scope, from)
    if (row === undefined) return []
    rows.push(row)
    from = scope.index.placeOf(row)
  }
  return rows
}

const rowOf = (items: Shape, item: unknown, scope: Scope, from: number): PageElement | undefined => {
  const { index } = scope
  const places = leavesIn(items, item).slice(0, maxLeaves)
    .map(([leaf, value]) => findPlaces(leaf, value, scope).filter(({ element }) => index.placeOf(element) > from))
    .filter((found) => found.length > 0)
    .map((found) =>
      [...new Set(found.map(({ element, follows }) => follows ? element.parentNode ?? element : element))].slice(
        0,
        maxPlaces
      )
    )
  const anchors = places.toSorted((one, other) => one.length - other.length)[0] ?? []
  let best: PageElement | undefined
  for (const anchor of anchors) {
    let at: PageElement | null = anchor
    const has = (element: PageElement) => places.every((found) => found.some((one) => index.isWithin(one, element)))
    while (at !== null && at !== scope.root && !has(at)) at = at.parentNode
    if (at === null || at === scope.root || at.tag.startsWith("#")) continue
    if (best === undefined || sizeOf(at, scope) < sizeOf(best, scope)) best = at
  }
  return best
}

const sizeOf = (element: PageElement, { index }: Scope): number => index.endOf(element) - index.placeOf(element)

type LeafOf = Extract<Shape, { _tag: "Leaf" }>

/** Values of an item, those of lists within it left out. */
const leavesIn = (shape: Shape, data: unknown): ReadonlyArray<readonly [LeafOf, LeafValue]> => {
  if (data === undefined) return []
  switch (shape._tag) {
    case "Leaf":
      return [[shape, data as LeafValue]]
    case "Array":
      return []
    case "Object":
      return shape.properties.flatMap(([name, property]) => leavesIn(property, partOf(data, name)))
  }
}
