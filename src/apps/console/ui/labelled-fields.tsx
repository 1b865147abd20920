import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface Labelled {
  readonly label: string
  readonly help?: string | undefined
  readonly fault?: string | undefined
}

/** A label, what it names, and its explanation or its fault instead. */
const LabelledField = ({ fault, help, input, label }: Labelled & {
  readonly input: (attributes: {
    readonly id: string
    readonly spellcheck: false
    readonly "aria-describedby": string
    readonly "aria-invalid": "true" | undefined
  }) => ComponentChildren
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {input({
        id,
        spellcheck: false,
        "aria-describedby": `${id}-help`,
        "aria-invalid": fault === undefined ? undefined : "true"
      })}
      <small id={`${id}-help`}>{fault ?? help}</small>
    </div>
  )
}

/** A labelled input. */
export const TextField = ({ fault, help, label, onChange, type = "text", ...input }: Labelled & {
  readonly value: string
  readonly type?: "text" | "number" | "time"
  readonly inputMode?: "decimal" | "numeric" | "url"
  readonly placeholder?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  /** Id of a list of suggestions. */
  readonly list?: string
  readonly onChange: (value: string) => void
}) => (
  <LabelledField
    {...{ fault, help, label }}
    input={(attributes) => (
      <input
        {...input}
        {...attributes}
        type={type}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  />
)

/** A labelled text of several lines. */
export const LinesField = ({ onChange, value, ...labelled }: Labelled & {
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <LabelledField
    {...labelled}
    input={(attributes) => (
      <textarea
        {...attributes}
        rows={4}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    )}
  />
)

/** A labelled list to choose from. */
export const ChoiceField = <Value extends string>({ label, onChange, options, value }: {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, label: string]>
  readonly onChange: (value: Value) => void
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
    </div>
  )
}

/** A switch with its label. */
export const Switch = ({ label, onChange, title, ...input }: {
  readonly label: string
  readonly checked: boolean
  readonly title?: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: "true" | undefined
  readonly onChange: (isOn: boolean) => void
}) => (
  <label title={title}>
    <input
      {...input}
      type="checkbox"
      role="switch"
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
)
