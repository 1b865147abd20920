import { useState } from "preact/hooks"
import type { Profile } from "../../../contract/client/index.ts"
import { useProfiles } from "../options/use-profiles.ts"
import { client } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { ago, date } from "../ui/format.ts"
import { type Column, DataTable } from "../ui/lists/DataTable.tsx"
import { Problem } from "../ui/Problem.tsx"
import { View } from "../ui/View.tsx"

/** Profiles of the key, without their values. */
export const ProfilesView = () => {
  const { error, refresh, value } = useProfiles()
  const [fault, setFault] = useState<unknown>()
  const remove = async (name: string) => {
    setFault(undefined)
    await client.profiles.delete(name).catch(setFault)
    refresh()
  }
  const problem = fault ?? (value === undefined ? error : undefined)
  return (
    <View
      title="Profiles"
      lead="Cookies, header fields and logins for a few origins. A request uses one by its name; its values are never shown."
    >
      {problem !== undefined && <Problem error={problem} />}
      {value?.profiles.length === 0 && (
        <section class="empty">
          <h2>No profiles</h2>
          <p>
            A profile has secrets, so it is made by the API, not here: <code>PUT /v1/profiles/NAME</code>.
          </p>
        </section>
      )}
      {value !== undefined && value.profiles.length > 0 && (
        <>
          <DataTable label="Profiles" columns={columnsWith(remove)} rows={value.profiles} />
          <p class="faint">
            To make or change one, call <code>PUT /v1/profiles/NAME</code>.
          </p>
        </>
      )}
    </View>
  )
}

const columnsWith = (remove: (name: string) => Promise<void>): ReadonlyArray<Column<Profile>> => [
  { id: "name", label: "Name", value: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
  {
    id: "origins",
    label: "Sent to",
    value: ({ origins }) => origins.join(" "),
    cell: ({ origins }) => origins.map((origin) => <div key={origin}>{origin}</div>)
  },
  {
    id: "values",
    label: "Has",
    value: partsOf,
    cell: (profile) => partsOf(profile)
  },
  {
    id: "login",
    label: "Logged in",
    value: ({ logged_in_at }) => logged_in_at ?? 0,
    cell: ({ logged_in_at, login }) =>
      login === null
        ? <span class="faint">no login</span>
        : logged_in_at === null
        ? <span class="faint">not yet</span>
        : <span title={date(logged_in_at)}>{ago(logged_in_at)}</span>
  },
  {
    id: "delete",
    label: "Action",
    value: ({ name }) => name,
    cell: ({ name }) => (
      <ConfirmedButton
        label="Delete"
        describedAs={`Delete ${name}`}
        question={`Jobs and schedules that use ${name} fail from now on.`}
        onConfirm={() => void remove(name)}
      />
    )
  }
]

/** Names of its values, never the values. */
const partsOf = ({ cookies, headers, storage }: Profile): string =>
  [
    ...cookies.map((name) => `cookie ${name}`),
    ...headers.map((name) => `field ${name}`),
    ...Object.values(storage).flat().map((name) => `storage ${name}`)
  ].join(", ")
