import { ChoiceField, Switch, TextField } from "../ui/labelled-fields.tsx"
import { objectOptions, typedObject } from "./object-options.ts"

/** A switch for an option that is an object, and inputs for its parts while it is on. */
export const ObjectInput = ({ json, name, onChange }: {
  readonly name: string
  readonly json: string
  readonly onChange: (json: string) => void
}) => {
  const option = objectOptions[name]
  const typed = typedObject(json)
  if (option === undefined) return null
  const set = (part: string) => (value: string | boolean) => onChange(JSON.stringify({ ...typed, [part]: value }))
  return (
    <>
      <Switch label={option.on} checked={typed !== undefined} onChange={(isOn) => onChange(isOn ? "{}" : "")} />
      {typed !== undefined && option.parts.map(({ choices = [], kind, label, name, placeholder = "" }) => {
        const value = typed[name] ?? ""
        if (kind === "switch") return <Switch key={name} label={label} checked={value === true} onChange={set(name)} />
        return kind === "choice"
          ? <ChoiceField key={name} label={label} value={String(value)} options={choices} onChange={set(name)} />
          : (
            <TextField
              key={name}
              label={label}
              inputMode="numeric"
              placeholder={placeholder}
              value={String(value)}
              onChange={set(name)}
            />
          )
      })}
    </>
  )
}
