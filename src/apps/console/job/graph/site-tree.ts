import { hierarchy, tree } from "d3-hierarchy"
import type { LedgerRow } from "../../../../contract/client/index.ts"
import type { TreePlace } from "../../ui/lists/tree-keys.ts"

/** A page of the graph: its position in the picture, and its place in the tree of pages by where they were found. */
export interface TreePage extends TreePlace<TreePage> {
  readonly row: LedgerRow
  readonly x: number
  readonly y: number
}

interface SiteNode {
  readonly row: LedgerRow | undefined
  readonly children: Array<SiteNode>
}

/**
 * Radial layout of a crawl: each page is on the ring of its depth, beside its siblings. A parent may come later in the
 * ledger than its children. A page without a parent in the ledger is a child of the start. The pages of a batch are on
 * one ring, and have no parent.
 */
export const siteTree = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<TreePage> => {
  const branches = new Map<string, SiteNode>()
  for (const row of rows) branches.set(row.url, { row, children: [] })
  // Links are found on the URL before the redirect.
  for (const row of rows) {
    const branch = branches.get(row.url)
    if (row.redirected_to !== undefined && branch !== undefined && !branches.has(row.redirected_to)) {
      branches.set(row.redirected_to, branch)
    }
  }
  const root: SiteNode = { row: undefined, children: [] }
  const starts = rows.filter(({ depth, found_on }) => depth === 0 && found_on === "")
  const start = starts[0] ?? rows[0]
  // A batch has no start.
  const middle = start === undefined || starts.length > 1 ? root : branches.get(start.url) ?? root
  for (const row of rows) {
    const branch = branches.get(row.url)
    if (branch === undefined || branch === middle) continue
    const parent = branches.get(row.found_on)
    // A child is deeper than its parent, which excludes cycles.
    const isAbove = parent?.row !== undefined && parent.row.depth < row.depth
    ;(isAbove ? parent : middle).children.push(branch)
  }
  const laidOut = tree<SiteNode>().size([2 * Math.PI, 1])
    .separation((one, other) => (one.parent === other.parent ? 1 : 2) / Math.max(1, one.depth))(hierarchy(middle))
  const places = new Map<object, TreePage & { readonly children: Array<TreePage> }>()
  const firstSiblings: Array<TreePage> = []
  // A node comes after its parent.
  for (const node of laidOut.descendants()) {
    const { row } = node.data
    if (row === undefined) continue
    const parent = node.parent === null ? undefined : places.get(node.parent)
    const siblings = parent?.children ?? firstSiblings
    const place = {
      key: row.url,
      row,
      x: node.depth * Math.cos(node.x),
      y: node.depth * Math.sin(node.x),
      parent,
      children: [],
      level: (parent?.level ?? 0) + 1,
      position: siblings.length + 1
    }
    places.set(node, place)
    siblings.push(place)
  }
  return [...places.values()]
}
