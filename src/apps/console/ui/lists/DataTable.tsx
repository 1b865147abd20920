import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable
} from "@tanstack/preact-table"
import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import { usePhone } from "./use-phone.ts"
import { useVirtual } from "./use-virtual.ts"

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic }
})

export interface Column<Row> {
  readonly id: string
  readonly label: string
  /** The sort key of a row. */
  readonly value: (row: Row) => string | number
  readonly cell: (row: Row) => ComponentChildren
  readonly className?: string
}

/** Pixels. Rows are virtualized by their height, so that it does not depend on what is in them. */
const defaultHeight = 40

/** A sortable, virtualized table. */
export const DataTable = <Row extends object>({ columns, label, phoneHeight = defaultHeight, rows }: {
  readonly label: string
  /** Height of a row on a phone, in pixels. */
  readonly phoneHeight?: number
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
}) => {
  const defs = useMemo(
    (): Array<ColumnDef<typeof features, Row>> =>
      columns.map(({ id, value }) => ({
        id,
        accessorFn: value,
        sortFn: "basic" as const,
        sortDescFirst: false
      })),
    [columns]
  )
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = usePhone() ? phoneHeight : defaultHeight
  const table = useTable({ features, columns: defs, data: rows as Array<Row> }) // not mutated
  const sorted = table.getRowModel().rows
  const { after, before, items } = useVirtual(sorted.length, rowHeight, scroller)
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <div class="scroll tall" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <table class="data" aria-rowcount={sorted.length + 1} style={{ "--row-height": `${rowHeight}px` }}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ className, id, label }, index) => {
              const column = headers[index]?.column
              const order = column?.getIsSorted()
              return (
                <th
                  key={id}
                  scope="col"
                  class={className}
                  aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"}
                >
                  <button type="button" class="sort" onClick={() => column?.toggleSorting()}>
                    {label}
                    <span aria-hidden="true">{order === "asc" ? "↑" : order === "desc" ? "↓" : ""}</span>
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Room height={before} />}
          {items.map(({ index }) => {
            const row = sorted[index]
            return row === undefined ? null : (
              <tr key={row.id} aria-rowindex={index + 2}>
                {columns.map(({ cell, className, id }) => <td key={id} class={className}>{cell(row.original)}</td>)}
              </tr>
            )
          })}
          {after > 0 && <Room height={after} />}
        </tbody>
      </table>
    </div>
  )
}

/** The height of the rows that are not in the page. One cell: more would make columns that a phone does not show. */
const Room = ({ height }: { readonly height: number }) => (
  <tr aria-hidden="true" class="room">
    <td style={{ height: `${height}px` }} />
  </tr>
)
