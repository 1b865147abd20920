import { Copy } from "../ui/Copy.tsx"
import { count } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { ScrollTable } from "../ui/ScrollTable.tsx"
import { dataRows } from "./data-rows.ts"
import type { Page } from "./page.ts"

/** Maximum rows shown. The copy has all of the data. */
const maxRows = 200

/** The data that the schema of the request describes: each value with its source, and those that are missing. */
export const DataTable = ({ page }: { readonly page: Page }) => {
  const rows = dataRows(page)
  const missing = page.trace?.data?.missing ?? []
  return (
    <section class="found">
      <div class="found-head">
        <h3>
          Values <span class="count">{rows.length}</span>
        </h3>
        <Copy label="Copy as JSON" text={() => JSON.stringify(page.data, undefined, 2)} />
      </div>
      <ScrollTable label="Values" className="records" columns={["Place", "Value", "Source"]}>
        {rows.slice(0, maxRows).map(({ pointer, source, url, value }) => (
          <tr key={pointer}>
            <td>
              <code>{pointer}</code>
            </td>
            <td>{value}</td>
            <td>
              <OutLink url={url} text={source} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      {rows.length > maxRows && <p class="nothing">{count(rows.length - maxRows)} more values are in the JSON.</p>}
      {missing.length > 0 && <p class="nothing">Not found: {missing.slice(0, maxRows).join(", ") || "anything"}</p>}
    </section>
  )
}
