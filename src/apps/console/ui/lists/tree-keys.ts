/** A place of a tree. */
export interface TreePlace<Place> {
  /** Distinct in its tree. */
  readonly key: string
  readonly parent: Place | undefined
  readonly children: ReadonlyArray<Place>
  /** Level, 1 for the first places. */
  readonly level: number
  /** Position among its siblings, from 1 as in ARIA. */
  readonly position: number
}

/** Visible places from top to bottom, without those below a collapsed one. */
export const shownPlaces = <Place extends TreePlace<Place>>(
  first: ReadonlyArray<Place>,
  open: ReadonlySet<string>
): ReadonlyArray<Place> => {
  const shown: Array<Place> = []
  const waiting = first.toReversed()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    shown.push(place)
    if (open.has(place.key)) { for (const child of place.children.toReversed()) waiting.push(child) }
  }
  return shown
}

/**
 * The effect of a key, after the tree in the ARIA Authoring Practices: moves to another place, or expands or collapses
 * one.
 */
export const moveBy = <Place extends TreePlace<Place>>(
  key: string,
  shown: ReadonlyArray<Place>,
  open: ReadonlySet<string>,
  from: Place
) => {
  const at = shown.indexOf(from)
  const isOpen = open.has(from.key)
  const [child] = from.children
  const to: Readonly<Record<string, Place | undefined>> = {
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
export const above = <Place extends TreePlace<Place>>(place: Place): ReadonlyArray<string> => {
  const keys: Array<string> = []
  for (let at = place.parent; at !== undefined; at = at.parent) keys.push(at.key)
  return keys
}
