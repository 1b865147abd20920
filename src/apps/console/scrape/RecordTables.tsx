import type { Document } from "../../../contract/client/index.ts"
import { csvLine } from "../../../core/kernel/csv.ts"
import { Copy } from "../ui/Copy.tsx"
import { count, shortUrl } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { ScrollTable } from "../ui/ScrollTable.tsx"
import { type RecordTable, recordTables } from "./record-tables.ts"

/** Maximum rows of a table. */
const maxRows = 200

/** Records of a page as one table for each type. */
export const RecordTables = ({ records }: { readonly records: Document["records"] }) => (
  <>{recordTables(records).map((table) => <OneTable key={table.name} table={table} />)}</>
)

const OneTable = ({ table }: { readonly table: RecordTable }) => (
  <section class="found">
    <div class="found-head">
      <h3>
        {table.name} <span class="count">{table.rows.length}</span>
      </h3>
      <Copy label="Copy as CSV" text={() => [table.columns, ...table.rows].map(csvLine).join("")} />
    </div>
    <ScrollTable label={table.name} className="records" columns={table.columns}>
      {table.rows.slice(0, maxRows).map((cells, index) => (
        <tr key={index}>
          {cells.map((cell, at) => (
            <td key={at}>
              <Cell text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
    {table.rows.length > maxRows && (
      <p class="nothing">{count(table.rows.length - maxRows)} more rows are in the CSV and in the JSON.</p>
    )}
  </section>
)

const Cell = ({ text }: { readonly text: string }) =>
  /^https?:\/\/\S+$/.test(text) ? <OutLink url={text} text={shortUrl(text)} /> : <>{text}</>
