import type { FunctionComponent } from "preact"
import { useId } from "preact/hooks"
import { Switch } from "../ui/labelled-fields.tsx"
import { JobChoice } from "./JobChoice.tsx"
import { ObjectInput } from "./ObjectInput.tsx"
import { groups, type OptionField } from "./option-fields.ts"
import { ProfileChoice } from "./ProfileChoice.tsx"
import type { Values } from "./read-options.ts"
import { RulesInput } from "./RulesInput.tsx"
import { PageStepsInput, StepsInput } from "./StepsInput.tsx"
import { WebhookInput } from "./WebhookInput.tsx"

interface Form {
  readonly values: Values
  readonly faults: Readonly<Record<string, string>>
  /** The URL of the form: jobs of its host are offered for a comparison. */
  readonly url?: string
  readonly onChange: (values: Values) => void
}

/** Form fields for the options of a request. Advanced ones are collapsed, in groups. */
export const OptionFields = ({ fields, ...form }: Form & { readonly fields: ReadonlyArray<OptionField> }) => {
  const first = fields.filter(({ isFirst }) => isFirst === true)
  const others = fields.filter(({ isFirst }) => isFirst !== true)
  const given = others.filter(({ name, preset = "" }) => (form.values[name] ?? preset) !== preset).length
  return (
    <>
      {first.length > 0 && (
        <div class="option-row">{first.map((field) => <Field key={field.name} field={field} {...form} />)}</div>
      )}
      <details class="more" open={others.some(({ name }) => form.faults[name] !== undefined) || undefined}>
        <summary>
          More options{given > 0 && <span class="count">{given}</span>}
        </summary>
        {groups.map((group) => {
          const members = others.filter((field) => field.group === group)
          return members.length > 0 && (
            <fieldset key={group} class="option-group">
              <legend>{group}</legend>
              <div class="option-grid">
                {members.map((field) => <Field key={field.name} field={field} {...form} />)}
              </div>
            </fieldset>
          )
        })}
      </details>
    </>
  )
}

/** Inputs of several parts, which write JSON. */
const inputs: Readonly<Partial<Record<OptionField["kind"], FunctionComponent<PartsProps>>>> = {
  object: ObjectInput,
  "page-steps": PageStepsInput,
  rules: RulesInput,
  steps: StepsInput,
  webhook: WebhookInput
}

interface PartsProps {
  readonly name: string
  readonly json: string
  readonly onChange: (json: string) => void
}

const Field = ({ faults, field, onChange, url, values }: Form & { readonly field: OptionField }) => {
  const id = useId()
  const value = values[field.name] ?? field.preset ?? ""
  const change = (to: string | boolean) => onChange({ ...values, [field.name]: to })
  const fault = faults[field.name]
  const described = {
    "aria-describedby": `${id}-help`,
    "aria-invalid": fault === undefined ? undefined : "true"
  } as const
  if (field.kind === "switch") {
    return (
      <div class="field switch">
        <Switch label={field.label} checked={value === true} {...described} onChange={change} />
        <small id={`${id}-help`}>{field.help}</small>
      </div>
    )
  }
  const typed = {
    id,
    value: String(value),
    placeholder: field.placeholder,
    ...described,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => change(event.currentTarget.value)
  }
  const help = <small id={`${id}-help`}>{fault ?? field.help}</small>
  const Input = inputs[field.kind]
  if (Input !== undefined) {
    return (
      <fieldset class={`field of-parts of-${field.kind}`} aria-describedby={`${id}-help`}>
        <legend>{field.label}</legend>
        <Input name={field.name} json={String(value)} onChange={change} />
        {help}
      </fieldset>
    )
  }
  return (
    <div class={`field of-${field.kind}`}>
      <label for={id}>{field.label}</label>
      {field.kind === "choice" || field.kind === "mode"
        ? (
          <select id={id} value={String(value)} {...described} onChange={(event) => change(event.currentTarget.value)}>
            {field.choices?.map(([choice, label]) => <option key={choice} value={choice}>{label}</option>)}
          </select>
        )
        : field.kind === "job"
        ? <JobChoice id={id} value={String(value)} url={url} described={described} onChange={change} />
        : field.kind === "profile"
        ? <ProfileChoice id={id} value={String(value)} described={described} onChange={change} />
        : field.kind === "number" || field.kind === "text"
        ? <input type="text" inputMode={field.kind === "number" ? "decimal" : "text"} {...typed} />
        : <textarea rows={field.kind === "json" ? 4 : 2} spellcheck={false} {...typed} />}
      {help}
    </div>
  )
}
