import type { Wrapper } from "../../../contract/client/index.ts"
import { ScrollTable } from "../ui/ScrollTable.tsx"

/** How well the rules do, value by value. */
export const Coverage = ({ fields, label, learnt, checked }: {
  readonly label: string
  readonly fields: Wrapper["fields"]
  readonly learnt: number
  readonly checked: number
}) => (
  <ScrollTable label={label} className="records coverage" columns={columns}>
    {fields.map(({ agreement, attribute, fill, pointer, selector }) => (
      <tr key={pointer}>
        <th scope="row">
          <code>{pointer}</code>
        </th>
        <td class="number" title={`of ${learnt} examples`}>{percent(agreement)}</td>
        <td class="number" title={`of ${checked === 0 ? learnt : checked} pages`}>{percent(fill)}</td>
        <td class="on-wide">
          <code>{selector}</code>
          {attribute !== null && <span class="faint">, attribute {attribute}</span>}
        </td>
      </tr>
    ))}
  </ScrollTable>
)

const columns = [
  "Value",
  ["Right", "number"],
  ["Filled", "number"],
  ["First rule", "on-wide"]
] as const

const percent = (share: number): string => `${Math.round(share * 100)} %`
