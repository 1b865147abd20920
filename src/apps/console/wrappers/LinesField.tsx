import { useId } from "preact/hooks"

/** A labelled text of several lines. */
export const LinesField = ({ fault, help, label, onChange, value }: {
  readonly label: string
  readonly value: string
  readonly help: string
  readonly fault?: string | undefined
  readonly onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        spellcheck={false}
        value={value}
        aria-describedby={`${id}-help`}
        aria-invalid={fault === undefined ? undefined : "true"}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <small id={`${id}-help`}>{fault ?? help}</small>
    </div>
  )
}
