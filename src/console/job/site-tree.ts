import { hierarchy, tree } from "d3-hierarchy"
import type { LedgerRow } from "../../client/index.ts"

/** A page in the picture: where it stands, and from which page it was found. */
export interface Place {
  readonly row: LedgerRow
  readonly x: number
  readonly y: number
  readonly parent: string | undefined
  readonly children: number
}

interface SiteNode {
  readonly row: LedgerRow | undefined
  readonly children: Array<SiteNode>
}

/**
 * The pages of a crawl around its start, each on the ring of its depth and beside those that were found on the same
 * page. A parent of a page stands before it in the ledger or is itself found there later, and a page whose parent is
 * not there hangs on the start. The pages of a batch stand on one ring around nothing.
 */
export const siteTree = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<Place> => {
  const branches = new Map<string, SiteNode>()
  for (const row of rows) branches.set(row.url, { row, children: [] })
  // A page that redirected is the one that its links were found on.
  for (const row of rows) {
    const branch = branches.get(row.url)
    if (row.redirected_to !== undefined && branch !== undefined && !branches.has(row.redirected_to)) {
      branches.set(row.redirected_to, branch)
    }
  }
  const root: SiteNode = { row: undefined, children: [] }
  const starts = rows.filter(({ depth, found_on }) => depth === 0 && found_on === "")
  const start = starts[0] ?? rows[0]
  // A batch has no start: its pages stand side by side.
  const middle = start === undefined || starts.length > 1 ? root : branches.get(start.url) ?? root
  for (const row of rows) {
    const branch = branches.get(row.url)
    if (branch === undefined || branch === middle) continue
    const parent = branches.get(row.found_on)
    // Depth grows from a page to those found on it, so that no two pages hang on each other.
    const isAbove = parent?.row !== undefined && parent.row.depth < row.depth
    ;(isAbove ? parent : middle).children.push(branch)
  }
  const laidOut = tree<SiteNode>().size([2 * Math.PI, 1])
    .separation((one, other) => (one.parent === other.parent ? 1 : 2) / Math.max(1, one.depth))(hierarchy(middle))
  return laidOut.descendants().flatMap((node) => {
    const { row } = node.data
    if (row === undefined) return []
    const radius = node.depth
    return [{
      row,
      x: radius * Math.cos(node.x),
      y: radius * Math.sin(node.x),
      parent: node.parent?.data.row?.url,
      children: node.children?.length ?? 0
    }]
  })
}
