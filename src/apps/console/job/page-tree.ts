import type { TreePage } from "./site-tree.ts"

/** Visible places from top to bottom, without those below a collapsed one. */
export const shownPlaces = (first: ReadonlyArray<TreePage>, open: ReadonlySet<string>): ReadonlyArray<TreePage> => {
  const shown: Array<TreePage> = []
  const waiting = first.toReversed()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    shown.push(place)
    if (open.has(place.row.url)) { for (const child of place.children.toReversed()) waiting.push(child) }
  }
  return shown
}

/**
 * The effect of a key, after the tree in the ARIA Authoring Practices: moves to another place, or expands or collapses
 * one.
 */
export const moveBy = (key: string, shown: ReadonlyArray<TreePage>, open: ReadonlySet<string>, from: TreePage) => {
  const at = shown.indexOf(from)
  const isOpen = open.has(from.row.url)
  const [child] = from.children
  const to: Readonly<Record<string, TreePage | undefined>> = {
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

/** Places skipped by a page key. */
const leap = 12

/** Ancestors of a place, which have to be expanded to show it. */
export const above = (place: TreePage): ReadonlyArray<string> => {
  const urls: Array<string> = []
  for (let at = place.parent; at !== undefined; at = at.parent) urls.push(at.row.url)
  return urls
}
