import { Effect, Result } from "effect"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { RefusingRights } from "../../../core/domain/document/Rights.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { TableRow, UrlTable } from "../job-files/url-table.ts"
import { carryingCsv } from "../output/csv-output.ts"
import type { Output } from "../output/output.ts"

/**
 * Rows of a table with the pages of its URLs, as CSV or JSON Lines. Each row of the table has one: with its page when
 * that is stored, else with the reason why there is none, at the end.
 */
export const openTableLines = Effect.fnUntraced(function*(
  { columns, rows }: UrlTable,
  { fields, isCsv, write }: {
    readonly fields: ReadonlyArray<DocumentField> | undefined
    readonly isCsv: boolean
    readonly write: Output
  }
) {
  const waiting = new Map<string, Array<TableRow>>()
  const invalid: Array<readonly [TableRow, string]> = []
  for (const row of rows) {
    if (Result.isFailure(row.url)) invalid.push([row, row.url.failure])
    else {
      const key = canonical(row.url.success)
      const same = waiting.get(key)
      if (same === undefined) waiting.set(key, [row])
      else same.push(row)
    }
  }
  const { failedRow, header, pageRow } = isCsv ? yield* csvRows(columns, fields) : jsonRows(columns)
  if (header !== "") yield* write(withoutBreak(header))

  const output: Output = Effect.fnUntraced(function*(line) {
    const { url } = JSON.parse(line) as { readonly url: string } // our own encoding
    const key = canonical(new URL(url))
    for (const row of waiting.get(key) ?? []) yield* write(withoutBreak(yield* pageRow(row, line)))
    waiting.delete(key)
  })

  const end = Effect.fnUntraced(function*(ledger: ReadonlyArray<LedgerRow>) {
    const ended = new Map(ledger.map((page) => [page.url, page]))
    for (const [key, same] of waiting) {
      const page = ended.get(key)
      const reason = page === undefined ? "not fetched" : reasonOf(page)
      for (const row of same) yield* write(withoutBreak(failedRow(row, reason, page?.rights)))
    }
    for (const [row, fault] of invalid) yield* write(withoutBreak(failedRow(row, fault)))
  })

  return { output, end }
})

const reasonOf = ({ code, duplicate_of, outcome, status }: LedgerRow): string => {
  if (code === "http_status") return `${code} ${status}`
  return code === "" ? `${outcome}${duplicate_of === undefined ? "" : ` of ${duplicate_of}`}` : code
}

/** Each output has its own line break. */
const withoutBreak = (row: string): string => row.replace(/\n$/, "")

const csvRows = Effect.fnUntraced(function*(
  columns: ReadonlyArray<string>,
  fields: ReadonlyArray<DocumentField> | undefined
) {
  const csv = yield* carryingCsv(columns, fields)
  const encoder = new TextEncoder()
  return {
    header: csv.header,
    pageRow: ({ cells }: TableRow, json: string) => csv.rowsOf(cells, encoder.encode(json)),
    failedRow: ({ cells, typed }: TableRow, error: string, rights?: RefusingRights) =>
      csv.failedRow(cells, typed, error, rights)
  }
})

const jsonRows = (columns: ReadonlyArray<string>) => {
  const rowOf = ({ cells }: TableRow) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""]))
  return {
    header: "",
    pageRow: (row: TableRow, json: string) =>
      Effect.sync(() => `${json.slice(0, -1)},"row":${JSON.stringify(rowOf(row))},"error":""}`),
    failedRow: (row: TableRow, error: string, rights?: RefusingRights) =>
      JSON.stringify({ url: row.typed, ...compact({ rights }), row: rowOf(row), error })
  }
}
