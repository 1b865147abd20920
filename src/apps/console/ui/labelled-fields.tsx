import { useId } from "preact/hooks"

/** A labelled input with its explanation, or its fault instead. */
export const TextField = ({ fault, help, label, onChange, type = "text", ...input }: {
  readonly label: string
  readonly value: string
  readonly help?: string
  readonly fault?: string | undefined
  readonly type?: "text" | "number" | "time"
  readonly inputMode?: "decimal" | "numeric" | "url"
  readonly placeholder?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  /** Id of a list of suggestions. */
  readonly list?: string
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        type={type}
        spellcheck={false}
        id={id}
        aria-describedby={`${id}-help`}
        aria-invalid={fault === undefined ? undefined : "true"}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <small id={`${id}-help`}>{fault ?? help}</small>
    </div>
  )
}

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
