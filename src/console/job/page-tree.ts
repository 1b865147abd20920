import type { LedgerRow } from "../../client/index.ts"
import type { Place } from "./site-tree.ts"

/** A page among those that were found on the same page. */
export interface Branch {
  readonly row: LedgerRow
  readonly parent: Branch | undefined
  readonly children: ReadonlyArray<Branch>
  /** 1 for the start. */
  readonly level: number
  /** From 1, among its siblings, as ARIA counts. */
  readonly position: number
}

/** The first branches have no parent. */
export interface Branches {
  readonly first: ReadonlyArray<Branch>
  readonly byUrl: ReadonlyMap<string, Branch>
}

/** The pages of the picture as branches, in its order. */
export const branchesOf = (places: ReadonlyArray<Place>): Branches => {
  const byUrl = new Map<string, Branch & { readonly children: Array<Branch> }>()
  const first: Array<Branch> = []
  // A page stands after the one that it hangs on.
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

/** The branches that are to be seen, from the top down: those below a closed one are not. */
export const shownBranches = (
  first: ReadonlyArray<Branch>,
  open: ReadonlySet<string>
): ReadonlyArray<Branch> => {
  const shown: Array<Branch> = []
  const waiting = first.toReversed()
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    shown.push(branch)
    if (open.has(branch.row.url)) { for (const child of branch.children.toReversed()) waiting.push(child) }
  }
  return shown
}

/** Where a key takes the user: to another branch, or a branch opens or closes. */
export interface Move {
  readonly to: Branch
  readonly toggles?: boolean
}

/** The keys of a tree, as the ARIA Authoring Practices have them. */
export const moveBy = (
  key: string,
  shown: ReadonlyArray<Branch>,
  open: ReadonlySet<string>,
  from: Branch
): Move | undefined => {
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

/** Branches that a page key passes. */
const leap = 12

/** The branches above one, which are open where it is to be seen. */
export const above = (branch: Branch): ReadonlyArray<string> => {
  const urls: Array<string> = []
  for (let at = branch.parent; at !== undefined; at = at.parent) urls.push(at.row.url)
  return urls
}
