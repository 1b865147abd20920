import type { LedgerRow } from "../../../../contract/client/index.ts"
import type { TreePlace } from "../../ui/lists/tree-keys.ts"

type Outcomes = Readonly<Record<LedgerRow["outcome"], number>>

/** A folder of a site by the paths of its URLs, or a page. */
export interface PathPlace extends TreePlace<PathPlace> {
  /** Host, or a part of the path such as `/docs`. */
  readonly name: string
  /** The page with just this URL. Absent for a folder without a page of its own. */
  readonly row: LedgerRow | undefined
  /** Pages of this place and below it, by outcome. */
  readonly counts: Outcomes
}

interface Building extends PathPlace {
  readonly counts: Record<LedgerRow["outcome"], number>
  readonly children: Array<Building>
  readonly byName: Map<string, Building>
  readonly parent: Building | undefined
  row: LedgerRow | undefined
  position: number
}

/**
 * The pages of a job by host and path, each place after the one above it. The largest folders come first among their
 * siblings.
 */
export const pathTree = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<PathPlace> => {
  const root = newPlace("", undefined)
  for (const row of rows) {
    let place = root
    for (const name of partsOf(row.url)) {
      let next = place.byName.get(name)
      if (next === undefined) {
        next = newPlace(name, place === root ? undefined : place)
        place.byName.set(name, next)
        place.children.push(next)
      }
      next.counts[row.outcome]++
      place = next
    }
    place.row = row
  }
  const places: Array<PathPlace> = []
  const waiting = sorted(root.children).toReversed()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    places.push(place)
    waiting.push(...sorted(place.children).toReversed())
  }
  return places
}

/** `["https://host", "/docs", "/a?b"]`: a query is part of the last name. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const { origin, pathname, search } = new URL(text)
  const names = pathname.split("/").slice(1).map((name) => `/${name}`)
  const last = names.pop() ?? "/"
  return [origin, ...names, last + search]
}

const newPlace = (name: string, parent: Building | undefined): Building => ({
  key: parent === undefined ? name : `${parent.key} ${name}`,
  name,
  parent,
  children: [],
  byName: new Map(),
  counts: { stored: 0, duplicate: 0, skipped: 0, failed: 0 },
  level: (parent?.level ?? 0) + 1,
  position: 1,
  row: undefined
})

/** Sorts in place: the children of a place are the same list. */
const sorted = (children: Array<Building>): ReadonlyArray<Building> => {
  children.sort((one, other) => pagesIn(other) - pagesIn(one) || (one.name < other.name ? -1 : 1))
  for (const [index, child] of children.entries()) child.position = index + 1
  return children
}

export const pagesIn = ({ counts: { duplicate, failed, skipped, stored } }: Pick<PathPlace, "counts">): number =>
  stored + duplicate + skipped + failed
