import { SmallButton } from "../ui/small-buttons.tsx"
import { jsonOfRules, type TypedRule, typedRules } from "./typed-rules.ts"

const emptyRule: TypedRule = { type: "", select: "", fields: [["", ""]] }

/** Rows for the records of a page: their type, their element, and their fields. */
export const RulesInput = ({ json, onChange }: {
  readonly json: string
  readonly onChange: (json: string) => void
}) => {
  const rules = typedRules(json)
  const set = (to: ReadonlyArray<TypedRule>) => onChange(jsonOfRules(to))
  return (
    <>
      {rules.map((rule, index) => {
        const change = (to: Partial<TypedRule>) => set(rules.with(index, { ...rule, ...to }))
        const of = `of record ${index + 1}`
        return (
          <div key={index} class="rule">
            <div class="rule-row">
              <Cell label={`Type ${of}`} hint="Product" value={rule.type} onChange={(type) => change({ type })} />
              <Cell
                label={`Element ${of}`}
                hint=".card (default: the whole page)"
                value={rule.select}
                onChange={(select) => change({ select })}
              />
              <SmallButton aria-label={`Remove record ${index + 1}`} onClick={() => set(rules.toSpliced(index, 1))}>
                Remove
              </SmallButton>
            </div>
            {rule.fields.map(([name, place], at) => (
              <div key={at} class="rule-row">
                <Cell
                  label={`Field ${at + 1} ${of}`}
                  hint="price"
                  value={name}
                  onChange={(to) => change({ fields: rule.fields.with(at, [to, place]) })}
                />
                <Cell
                  label={`Place of field ${at + 1} ${of}`}
                  hint=".price, or a@href for an attribute"
                  value={place}
                  onChange={(to) => change({ fields: rule.fields.with(at, [name, to]) })}
                />
              </div>
            ))}
            <SmallButton onClick={() => change({ fields: [...rule.fields, ["", ""]] })}>Add a field</SmallButton>
          </div>
        )
      })}
      <SmallButton onClick={() => set([...rules, emptyRule])}>Add a record</SmallButton>
    </>
  )
}

const Cell = ({ hint, label, onChange, value }: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <input
    type="text"
    aria-label={label}
    placeholder={hint}
    spellcheck={false}
    value={value}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
)
