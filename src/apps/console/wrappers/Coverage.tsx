import type { Wrapper } from "../../../contract/client/index.ts"

/** How well the rules do, value by value. */
export const Coverage = ({ fields, label, learnt, checked }: {
  readonly label: string
  readonly fields: Wrapper["fields"]
  readonly learnt: number
  readonly checked: number
}) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table class="records coverage">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col" class="number">Right</th>
          <th scope="col" class="number">Filled</th>
          <th scope="col" class="on-wide">First rule</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  </div>
)

const percent = (share: number): string => `${Math.round(share * 100)} %`
