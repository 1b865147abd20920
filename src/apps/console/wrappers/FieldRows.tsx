import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { type Kind, kinds, type WantedField } from "./wrapper-draft.ts"

const maxFields = 64

/** The fields that the user wants, each with its type. */
export const FieldRows = ({ faults, fields, onChange }: {
  readonly fields: ReadonlyArray<WantedField>
  /** By the key of the field. */
  readonly faults: Readonly<Record<number, string>>
  readonly onChange: (fields: ReadonlyArray<WantedField>) => void
}) => {
  const set = (key: number, to: Partial<WantedField>) =>
    onChange(fields.map((field) => field.key === key ? { ...field, ...to } : field))
  const add = () =>
    onChange([...fields, { key: Math.max(0, ...fields.map(({ key }) => key)) + 1, name: "", kind: "text" }])
  return (
    <fieldset class="times wanted">
      <legend>Fields</legend>
      {fields.map(({ key, kind, name }, at) => (
        <div class="option-row" key={key}>
          <TextField
            label={`Field ${at + 1}`}
            value={name}
            placeholder="price"
            fault={faults[key]}
            onChange={(name) => set(key, { name })}
          />
          <ChoiceField
            label="Type"
            value={kind}
            options={kindOptions}
            onChange={(kind) => set(key, { kind })}
          />
          {fields.length > 1 && (
            <SmallButton
              aria-label={`Remove field ${at + 1}`}
              onClick={() => onChange(fields.filter((field) => field.key !== key))}
            >
              Remove
            </SmallButton>
          )}
        </div>
      ))}
      {fields.length < maxFields && <SmallButton onClick={add}>Add a field</SmallButton>}
    </fieldset>
  )
}

const kindOptions = Object.entries(kinds).map(([kind, { label }]) => [kind as Kind, label] as const) // the keys of the record
