import type { TypedNotify } from "../options/typed-notify.ts"
import { ChoiceField, TextField } from "../ui/labelled-fields.tsx"

/** Receivers of a message about each run with changes. */
export const NotifyFields = ({ fault, help, onChange, typed }: {
  readonly typed: TypedNotify
  readonly help: string
  readonly fault: string | undefined
  readonly onChange: (typed: TypedNotify) => void
}) => {
  const field = (name: keyof TypedNotify) => ({
    value: typed[name],
    onChange: (value: string) => onChange({ ...typed, [name]: value })
  })
  return (
    <fieldset class="field of-parts notify">
      <legend>Messages about changes</legend>
      <div class="option-row">
        <TextField label="Mail to" placeholder="ann@example.com, bob@example.com" {...field("mail")} />
        <TextField label="Slack webhook" inputMode="url" {...field("slack")} />
      </div>
      <div class="option-row">
        <TextField label="Discord webhook" inputMode="url" {...field("discord")} />
        <TextField label="Teams webhook" inputMode="url" {...field("teams")} />
      </div>
      <div class="option-row">
        <ChoiceField
          label="Changes of"
          value={typed.on}
          options={[["all", "Text and records"], ["text", "Text"], ["records", "Records"], ["picture", "Picture"]]}
          onChange={(on) => onChange({ ...typed, on })}
        />
        <TextField label="Smallest change, in percent" inputMode="decimal" placeholder="0" {...field("threshold")} />
      </div>
      <small>{fault ?? help}</small>
    </fieldset>
  )
}
