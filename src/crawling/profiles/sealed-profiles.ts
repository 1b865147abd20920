import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { randomInt } from "node:crypto"
import type { Profile, ProfileRequest } from "../../core/domain/profile/Profile.ts"
import { compact } from "../../core/kernel/compact.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { JobRange } from "../jobs/JobStore.ts"
import { ProfileSession, type ProfileValues } from "./ProfileSession.ts"
import { profileId, type ProfileState, ProfileStore, type StoredProfile } from "./ProfileStore.ts"
import { Secrets } from "./Secrets.ts"

/** No profile of the owner has this name. */
export class ProfileUnknown extends Schema.TaggedError<ProfileUnknown>()("ProfileUnknown", { name: Schema.String }) {}

export class TooManyProfiles extends Schema.TaggedError<TooManyProfiles>()("TooManyProfiles", {
  limit: Schema.Finite
}) {}

/** A profile whose values were decrypted, and the row that they are from. */
export interface Unsealed {
  readonly row: StoredProfile
  readonly session: ProfileSession
}

/** The profiles of the store. Their values are encrypted when they are written, and decrypted by `open` only. */
export const sealedProfiles = Effect.gen(function*() {
  const store = yield* ProfileStore
  const secrets = yield* Secrets
  const { maxProfiles } = yield* Settings

  const find = (owner: string, name: string) => store.get(owner, profileId(owner, name))

  const seal = (owner: string, name: string, values: ProfileValues) =>
    secrets.seal(JSON.stringify(values), aboutOf(owner, name))

  /** False if the profile was replaced or deleted meanwhile. */
  const save = Effect.fnUntraced(function*(row: StoredProfile, values: ProfileValues, state: Profile) {
    const sealed = yield* seal(row.owner, row.state.name, values)
    return yield* store.save({ ...row, state: { ...state, sealed } })
  })

  const open = Effect.fnUntraced(function*(owner: string, name: string) {
    const row = Option.getOrUndefined(yield* find(owner, name))
    if (row === undefined) return yield* new ProfileUnknown({ name })
    const { state: { origins, sealed }, version: found } = row
    const text = yield* secrets.open(sealed, aboutOf(owner, name))
    const values = JSON.parse(text) as ProfileValues // written by us
    // A key that the operator replaces is no longer needed when all profiles were used.
    const isNewer = secrets.isOld(sealed) && (yield* save(row, values, row.state))
    const version = isNewer ? found + 1 : found
    const unsealed: Unsealed = {
      row: { ...row, version },
      session: new ProfileSession({ owner, name, origins, version }, values)
    }
    return unsealed
  })

  const put = Effect.fn("Profiles.put")(function*(owner: string, name: string, given: ProfileRequest) {
    const now = (yield* Clock.currentTimeMillis) / 1000
    const values = valuesOf(given)
    const sealed = yield* seal(owner, name, values)
    for (let isTaken = false;;) {
      const before = Option.getOrUndefined(yield* find(owner, name))
      const shown = shownOf(name, given.origins, values, before?.state.created_at ?? now, now)
      const state: ProfileState = { ...shown, sealed }
      if (before !== undefined) {
        if (yield* store.save({ ...before, state })) return shown
        continue
      }
      // Another node may have created the profile in the meantime. A damaged row is taken, but never found.
      if (isTaken) yield* store.forget(profileId(owner, name))
      const created = yield* store.create(newRow(owner, state), maxProfiles)
      if (created === "full") return yield* new TooManyProfiles({ limit: maxProfiles })
      if (created === "created") return shown
      isTaken = true
    }
  })

  const remove = Effect.fn("Profiles.remove")(function*(owner: string, name: string) {
    const row = yield* find(owner, name)
    if (Option.isSome(row)) yield* store.forget(row.value.id)
    return Option.map(row, withoutValues)
  })

  return {
    find,
    open,
    save,
    put,
    remove,
    get: (owner: string, name: string) => Effect.map(find(owner, name), Option.map(withoutValues)),
    list: (owner: string, range: JobRange) =>
      Effect.map(store.list(owner, range), ({ items, ...rest }) => ({ ...rest, items: items.map(withoutValues) }))
  }
})

/** Sealed values belong to one profile of one owner: moved to another row of the store, they cannot be opened. */
const aboutOf = (owner: string, name: string): string => JSON.stringify([owner, name])

/** Its versions are not those of a deleted profile of this name, whose last login may still have to be saved. */
const newRow = (owner: string, state: ProfileState): StoredProfile => ({
  id: profileId(owner, state.name),
  owner,
  version: randomInt(2 ** 30),
  isDeleted: false,
  dueAt: null,
  state
})

const withoutValues = ({ state: { sealed: _sealed, ...shown } }: StoredProfile): Profile => shown

const valuesOf = ({ cookies, headers, login, storage }: ProfileRequest): ProfileValues => ({
  cookies: cookies === undefined ? {} : Redacted.value(cookies),
  headers: headers === undefined ? {} : Redacted.value(headers),
  storage: storage === undefined ? {} : Redacted.value(storage),
  ...compact({ login: login === undefined ? undefined : Redacted.value(login) })
})

const shownOf = (
  name: string,
  origins: ReadonlyArray<string>,
  { cookies, headers, login, storage }: ProfileValues,
  created_at: number,
  updated_at: number
): Profile => ({
  name,
  origins,
  cookies: Object.keys(cookies),
  headers: Object.keys(headers),
  storage: Object.fromEntries(Object.entries(storage).map(([origin, values]) => [origin, Object.keys(values)])),
  login: login === undefined ? null : { url: login.url, done: login.done },
  created_at,
  updated_at,
  logged_in_at: null
})
