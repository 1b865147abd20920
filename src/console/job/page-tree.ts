import type { LedgerRow } from "../../client/index.ts"
import type { Place } from "./site-tree.ts"

/** A page in the tree, among the pages found on the same page. */
export interface Branch {
  readonly row: LedgerRow
  readonly parent: Branch | undefined
  readonly children: ReadonlyArray<Branch>
  /** Level, 1 for the start. */
  readonly level: number
  /** Position among its siblings, from 1 as in ARIA. */
  readonly position: number
}

/** The pages of the graph as branches, in order. The first ones have no parent. */
export const branchesOf = (places: ReadonlyArray<Place>) => {
  const byUrl = new Map<string, Branch & { readonly children: Array<Branch> }>()
  const first: Array<Branch> = []
  // A page comes after its parent.
  for (const { parent: of, row } of places) {
    const parent = of === undefined ? undefined : byUrl.get(of)
    const siblings = parent?.children ?? first
    const branch = {
      row,
      parent,
      children: [],
      level: (parent?.level ?? 0) + 1,
      position: siblings.length + 1
    }
    byUrl.set(row.url, branch)
    siblings.push(branch)
  }
  return { first, byUrl }
}

/** Visible branches from top to bottom, without those below a collapsed one. */
export const shownBranches = (first: ReadonlyArray<Branch>, open: ReadonlySet<string>): ReadonlyArray<Branch> => {
  const shown: Array<Branch> = []
  const waiting = first.toReversed()
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    shown.push(branch)
    if (open.has(branch.row.url)) { for (const child of branch.children.toReversed()) waiting.push(child) }
  }
  return shown
}

/**
 * The effect of a key, after the tree in the ARIA Authoring Practices: moves to another branch, or expands or collapses
 * one.
 */
export const moveBy = (key: string, shown: ReadonlyArray<Branch>, open: ReadonlySet<string>, from: Branch) => {
  const at = shown.indexOf(from)
  const isOpen = open.has(from.row.url)
  const [child] = from.children
  const to: Readonly<Record<string, Branch | undefined>> = {
    ArrowDown: shown[at + 1],
    ArrowUp: shown[at - 1],
    PageDown: shown[Math.min(shown.length - 1, at + leap)],
    PageUp: shown[Math.max(0, at - leap)],
    Home: shown[0],
    End: shown.at(-1),
    ArrowRight: isOpen ? child : child === undefined ? undefined : from,
    ArrowLeft: isOpen ? from : from.parent
  }
  const found = to[key]
  return found === undefined ? undefined : { to: found, toggles: found === from && key.startsWith("Arrow") }
}

/** Branches skipped by a page key. */
const leap = 12

/** Ancestors of a branch, which have to be expanded to show it. */
export const above = (branch: Branch): ReadonlyArray<string> => {
  const urls: Array<string> = []
  for (let at = branch.parent; at !== undefined; at = at.parent) urls.push(at.row.url)
  return urls
}
