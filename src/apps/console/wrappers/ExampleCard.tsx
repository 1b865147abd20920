import { useState } from "preact/hooks"
import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"
import { OutLink } from "../ui/OutLink.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { PageText } from "./PageText.tsx"
import { type DraftExample, faultOf, inForm, kinds, type WantedField } from "./wrapper-draft.ts"

/** A page with its values, which are typed or chosen in its text. */
export const ExampleCard = ({ example, fields, number, onChange, onRemove }: {
  readonly number: number
  readonly example: DraftExample
  readonly fields: ReadonlyArray<WantedField>
  readonly onChange: (example: DraftExample) => void
  readonly onRemove: () => void
}) => {
  const { addresses, lines, title, url, values } = example
  const [active, setActive] = useState<number>()
  const [said, setSaid] = useState("")
  const isEmpty = ({ key }: WantedField) => (values[key] ?? "") === ""
  const target = fields.find(({ key }) => key === active) ?? fields.find(isEmpty) ?? fields[0]
  const set = (key: number, value: string) => onChange({ ...example, values: { ...values, [key]: value } })
  const choose = (text: string) => {
    if (target === undefined) return
    const value = inForm(target.kind, text)
    set(target.key, value)
    setSaid(`${target.name}: ${value}`)
    const behind = fields.slice(fields.indexOf(target) + 1)
    setActive((behind.find(isEmpty) ?? target).key)
  }
  return (
    <section class="card example" aria-label={`Example ${number}`}>
      <header class="run-head">
        <h3>Example {number}: {title}</h3>
        <SmallButton aria-label={`Remove example ${number}`} onClick={onRemove}>Remove</SmallButton>
      </header>
      <p>
        <OutLink url={url} />
      </p>
      <div class="example-parts">
        <div class="example-values">
          {fields.map((field) => (
            <div
              key={field.key}
              class={field === target ? "value active" : "value"}
              onFocusIn={() => setActive(field.key)}
            >
              <ValueField field={field} value={values[field.key] ?? ""} onChange={(value) => set(field.key, value)} />
            </div>
          ))}
          <p class="faint">Leave a field empty if the page does not have it.</p>
        </div>
        <div>
          <p>
            A click on the page's text fills <strong>{target?.name || "the field"}</strong>.{" "}
            <span class="faint">Select a part of a line first to take only that.</span>
          </p>
          <PageText
            label={`Text of example ${number}`}
            lines={target?.kind === "address" ? addresses : lines}
            onChoose={choose}
          />
        </div>
      </div>
      <p class="sr" role="status">{said}</p>
    </section>
  )
}

const ValueField = ({ field: { kind, name }, onChange, value }: {
  readonly field: WantedField
  readonly value: string
  readonly onChange: (value: string) => void
}) =>
  kind === "boolean"
    ? <ChoiceField label={name || "Field"} value={value} options={answers} onChange={onChange} />
    : (
      <TextField
        label={name || "Field"}
        value={value}
        help={kinds[kind].help}
        fault={faultOf(kind, value)}
        onChange={onChange}
      />
    )

const answers = [["", "not on the page"], ["true", "yes"], ["false", "no"]] as const
