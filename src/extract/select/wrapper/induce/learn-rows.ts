import type { Shape } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import { findPlaces } from "./find-places.ts"
import { isEnough } from "./learn-leaf.ts"
import { proposeSelectors } from "./propose-selectors.ts"
import { type KnownScope, leavesIn, type Scope, textsOf } from "./Scope.ts"

export interface LearntRows {
  readonly selector: string
  /** The rows of the examples, each with its item. */
  readonly rows: ReadonlyArray<KnownScope>
  readonly checks: ReadonlyArray<Scope>
}

const maxItems = 50
const maxSelectors = 80
const maxSearched = 3
const firstItems = 4
const lastItems = 2
const maxCheckRows = 20
const maxLeaves = 8
const maxPlaces = 12

/** Learns which elements are the rows of a list. Undefined if no selector finds those of all examples but one. */
export const learnRows = (
  items: Shape,
  scopes: ReadonlyArray<KnownScope>,
  checks: ReadonlyArray<Scope>,
  tolerance: number
): LearntRows | undefined => {
  const known = listsOf(items, scopes)
  const proposals = new Map<string, number>()
  for (const { rows = [], scope } of known) {
    for (const { element: row } of rows) {
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
  for (const [selector, cost] of [...proposals].toSorted(([, one], [, other]) => one - other)) {
    let right = 0
    let extras = 0
    let exact = 0
    for (const list of known) {
      const { data, scope } = list
      const matches = scope.index.select(selector, scope.root)
      if (assign(matches, list) === undefined) continue
      right++
      if (matches.length === data.length) exact++
      extras += Math.min(1, Math.abs(matches.length - data.length) / Math.max(1, data.length))
    }
    const merit = right * 1000 + exact * 100 - extras * 20 - cost
    if (best === undefined || merit > best.merit) best = { selector, merit, right }
    // The others cost more.
    if (exact === known.length) break
  }
  if (best === undefined || !isEnough(best.right, known.length, tolerance)) return undefined
  const { selector } = best
  return {
    selector,
    rows: known.flatMap((list) => {
      const { data, scope } = list
      const assigned = assign(scope.index.select(selector, scope.root), list) ?? []
      return assigned.map(({ element, item }): KnownScope => ({
        ...scope,
        root: element,
        data: data[item],
        values: [...scope.values, ...textsOf(leavesIn(items, data[item]))]
      }))
    }),
    checks: checks.flatMap((scope) =>
      scope.index.select(selector, scope.root).slice(0, maxCheckRows).map((root) => ({ ...scope, root }))
    )
  }
}

/** An element of an item, by its index in the list. */
interface Row {
  readonly element: PageElement
  readonly item: number
}

interface KnownList {
  readonly scope: KnownScope
  readonly data: ReadonlyArray<unknown>
  /** Rows of some items. Undefined if they were not searched for, or not found. */
  readonly rows: ReadonlyArray<Row> | undefined
}

/** Rows are searched for on a few pages, because each search reads the page. Elsewhere their number must be right. */
const listsOf = (items: Shape, scopes: ReadonlyArray<KnownScope>): ReadonlyArray<KnownList> => {
  let searched = 0
  return scopes.map((scope): KnownList => {
    const data = Array.isArray(scope.data) ? scope.data : []
    const isSearched = data.length > 0 && searched < maxSearched
    if (isSearched) searched++
    return { scope, data, rows: data.length === 0 ? [] : isSearched ? rowElements(items, data, scope) : undefined }
  })
}

/** The matches around the rows, each with its item: of all items if there are as many matches. */
const assign = (
  matches: ReadonlyArray<PageElement>,
  { data, rows, scope }: KnownList
): ReadonlyArray<Row> | undefined => {
  const isWhole = matches.length === data.length
  const all = matches.map((element, item): Row => ({ element, item }))
  if (rows === undefined) return isWhole ? all.slice(0, maxItems) : undefined
  const found: Array<Row> = []
  let next = 0
  for (const { element, item } of rows) {
    while (next < matches.length && !scope.index.isWithin(element, matches[next]!)) next++
    const match = matches[next++]
    if (match === undefined) return undefined
    if (isWhole && next - 1 !== item) return undefined
    found.push({ element: match, item })
  }
  const isDistinct = found.every((_, at) =>
    at === 0 || !scope.index.isWithin(rows[at]!.element, found[at - 1]!.element)
  )
  if (!isDistinct) return undefined
  return isWhole ? all.slice(0, maxItems) : found
}

/** The row, and those of its ancestors that have no other row. */
const levelsOf = (row: PageElement, rows: ReadonlyArray<Row>, { index, root }: Scope) => {
  const levels: Array<PageElement> = []
  for (
    let at: PageElement | null = row;
    at !== null && at !== root && at.parentNode !== null && levels.length < 4;
    at = at.parentNode
  ) {
    const around = at
    if (rows.some(({ element }) => element !== row && index.isWithin(element, around))) break
    if (rows.length === 1 && levels.length > 1) break
    levels.push(at)
  }
  return levels
}

/** The smallest element with all values of an item, for the first and the last items. Undefined if one has none. */
const rowElements = (
  items: Shape,
  data: ReadonlyArray<unknown>,
  scope: Scope
): ReadonlyArray<Row> | undefined => {
  const rows: Array<Row> = []
  let from = -1
  for (const [item, value] of data.entries()) {
    if (item >= firstItems && item < data.length - lastItems) continue
    const element = rowOf(items, value, scope, from)
    if (element === undefined) return undefined
    rows.push({ element, item })
    from = scope.index.placeOf(element)
  }
  return rows
}

const rowOf = (items: Shape, item: unknown, scope: Scope, from: number): PageElement | undefined => {
  const { index } = scope
  const places = leavesIn(items, item).slice(0, maxLeaves)
    .map(({ leaf, value }) => findPlaces(leaf, value, scope).filter(({ element }) => index.placeOf(element) > from))
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
