import type { PageElement } from "../../dom/node.ts"
import { groupedHeader, type TableGrid } from "../../dom/table-grid.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"

type Fill = () => void

/**
 * The rows of a table as functions that fill their cells. Several header rows become one. An absent function leaves a
 * cell empty.
 */
export const tableRows = (
  grid: TableGrid,
  builder: ContentBuilder,
  fillOf: (cell: PageElement) => Fill | undefined
): ReadonlyArray<ReadonlyArray<Fill | undefined>> => {
  const seen = new Set<PageElement>()
  const joined = grid.headerRows < 2 ? [] : [
    groupedHeader(grid).map((cells) => () => {
      for (const cell of cells) {
        builder.space()
        fillOf(cell)?.()
      }
    })
  ]
  const rows = grid.rows.slice(joined.length * grid.headerRows).map((row) =>
    row.map((cell) => {
      // A spanned cell is read once, in its first place. Its other places stay empty.
      if (cell === undefined || seen.has(cell)) return undefined
      seen.add(cell)
      return fillOf(cell)
    })
  )
  return [...joined, ...rows]
}
