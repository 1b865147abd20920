import { Problem } from "../ui/Problem.tsx"
import { useProfiles } from "./use-profiles.ts"

/** A list of the profiles of the key, by name. */
export const ProfileChoice = ({ described, id, onChange, value }: {
  readonly id: string
  readonly value: string
  readonly described: object
  readonly onChange: (name: string) => void
}) => {
  const { error, value: list } = useProfiles()
  const names = (list?.profiles ?? []).map(({ name }) => name)
  return (
    <>
      <select id={id} value={value} {...described} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{list !== undefined && names.length === 0 ? "No profile yet" : "None"}</option>
        {value !== "" && !names.includes(value) && <option value={value}>{value}</option>}
        {names.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
      {error !== undefined && list === undefined && <Problem error={error} />}
    </>
  )
}
