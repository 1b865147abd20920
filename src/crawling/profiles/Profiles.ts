import { Clock, Context, Effect, Layer, Option, Redacted, Schema, Scope } from "effect"
import { randomInt } from "node:crypto"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { Profile, ProfileRequest } from "../../core/domain/profile/Profile.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { Renderer } from "../../web/render/Renderer.ts"
import { Visits } from "../../web/visits/Visits.ts"
import type { JobRange, Slice } from "../jobs/JobStore.ts"
import { logIn, LoginFailed } from "./log-in.ts"
import { ProfileSession, type ProfileValues } from "./ProfileSession.ts"
import { profileId, type ProfileState, ProfileStore, type StoredProfile } from "./ProfileStore.ts"
import { Secrets, type SecretsUnavailable } from "./Secrets.ts"

/** No profile of the owner has this name. */
export class ProfileUnknown extends Schema.TaggedError<ProfileUnknown>()("ProfileUnknown", { name: Schema.String }) {}

export class TooManyProfiles extends Schema.TaggedError<TooManyProfiles>()("TooManyProfiles", {
  limit: Schema.Finite
}) {}

/** Errors of using a profile. */
export type ProfileFault = ProfileUnknown | SecretsUnavailable | LoginFailed | StoreUnavailable

/**
 * Profiles of each owner: cookies, header fields and logins for a few origins. Their values are encrypted in the store,
 * and decrypted only while a request or a job uses them.
 */
export class Profiles extends Context.Service<Profiles, {
  /** Creates or replaces a profile. */
  put(
    owner: string,
    name: string,
    given: ProfileRequest
  ): Effect.Effect<Profile, SecretsUnavailable | TooManyProfiles | StoreUnavailable>
  list(owner: string, range: JobRange): Effect.Effect<Slice<Profile>, StoreUnavailable>
  get(owner: string, name: string): Effect.Effect<Option.Option<Profile>, StoreUnavailable>
  /** Returns the profile that was deleted. */
  remove(owner: string, name: string): Effect.Effect<Option.Option<Profile>, StoreUnavailable>
  /** Opens a profile for use. One with a login that was never used logs in. */
  open(owner: string, name: string): Effect.Effect<ProfileSession, ProfileFault, RequestContext>
  /**
   * A page has asked for a login. Logs in again, once for all that wait, or returns the session of a login since. Fails
   * for a profile without a login.
   */
  renew(session: ProfileSession): Effect.Effect<ProfileSession, ProfileFault, RequestContext>
}>()("gleaner/crawling/profiles/Profiles") {
  static readonly layerNoDeps = Layer.effect(
    Profiles,
    Effect.gen(function*() {
      const store = yield* ProfileStore
      const secrets = yield* Secrets
      const renderer = yield* Renderer
      const visits = yield* Visits
      const { maxProfiles } = yield* Settings
      const share = singleFlight<ProfileSession, ProfileFault, RequestContext>(yield* Scope.Scope)

      const rowOf = (owner: string, name: string) => store.get(owner, profileId(owner, name))

      const sessionOf = Effect.fnUntraced(function*(row: StoredProfile) {
        const { owner, state: { name, origins, sealed }, version } = row
        const text = yield* secrets.open(sealed, aboutOf(owner, name))
        const values = JSON.parse(text) as ProfileValues // written by us
        // A key that the operator replaces is no longer needed when all profiles were used.
        const isNewer = secrets.isOld(sealed) && (yield* save(row, values, row.state))
        return new ProfileSession({ owner, name, origins, version: isNewer ? version + 1 : version }, values)
      })

      const save = Effect.fnUntraced(function*(row: StoredProfile, values: ProfileValues, state: Profile) {
        const sealed = yield* secrets.seal(JSON.stringify(values), aboutOf(row.owner, row.state.name))
        return yield* store.save({ ...row, state: { ...state, sealed } })
      })

      /** Logs in, and stores the session for other nodes and later uses. */
      const logInAs = Effect.fnUntraced(function*(row: StoredProfile, session: ProfileSession) {
        // Cookies and storage of the last session could make the page of the login another one.
        const { session: _ended, ...given } = session.values
        const { login } = given
        if (login === undefined) return yield* new LoginFailed({ name: row.state.name, reason: "it has no login" })
        const credentials = new ProfileSession(session.profile, given).credentialsFor(login.url)
        const found = yield* logIn({ renderer, visits }, row.state, login, credentials)
        const values = { ...given, session: found }
        const at = (yield* Clock.currentTimeMillis) / 1000
        // Replaced or deleted meanwhile: the next use takes that one.
        yield* save(row, values, { ...row.state, logged_in_at: at })
        return new ProfileSession({ ...session.profile, version: row.version + 1 }, values)
      })

      const current = Effect.fnUntraced(function*(owner: string, name: string, seen: number | undefined) {
        const row = Option.getOrUndefined(yield* rowOf(owner, name))
        if (row === undefined) return yield* new ProfileUnknown({ name })
        const session = yield* sessionOf(row)
        const isNew = !session.needsLogin && session.profile.version !== seen
        return isNew ? session : yield* logInAs({ ...row, version: session.profile.version }, session)
      })

      /** One login for all that wait with the same values. */
      const inTurn = Effect.fnUntraced(function*(owner: string, name: string, seen: number | undefined) {
        const version = Option.getOrUndefined(yield* rowOf(owner, name))?.version ?? 0
        const { value } = yield* share(`${profileId(owner, name)} ${version}`, current(owner, name, seen))
        return value
      })

      const open = Effect.fn("Profiles.open")(function*(owner: string, name: string) {
        const row = Option.getOrUndefined(yield* rowOf(owner, name))
        if (row === undefined) return yield* new ProfileUnknown({ name })
        const session = yield* sessionOf(row)
        return session.needsLogin ? yield* inTurn(owner, name, undefined) : session
      })

      const put = Effect.fn("Profiles.put")(function*(owner: string, name: string, given: ProfileRequest) {
        const now = (yield* Clock.currentTimeMillis) / 1000
        const values = valuesOf(given)
        const sealed = yield* secrets.seal(JSON.stringify(values), aboutOf(owner, name))
        for (let isTaken = false;;) {
          const before = Option.getOrUndefined(yield* rowOf(owner, name))
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
        const row = yield* rowOf(owner, name)
        if (Option.isSome(row)) yield* store.forget(row.value.id)
        return Option.map(row, ({ state }) => withoutValues(state))
      })

      return Profiles.of({
        put,
        remove,
        open,
        renew: ({ profile: { name, owner, version } }) => inTurn(owner, name, version),
        get: (owner, name) => Effect.map(rowOf(owner, name), Option.map(({ state }) => withoutValues(state))),
        list: (owner, range) =>
          Effect.map(store.list(owner, range), ({ items, ...rest }) => ({
            ...rest,
            items: items.map(({ state }) => withoutValues(state))
          }))
      })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide([Renderer.layer, Secrets.layer, Visits.layerShared]))
}

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

const withoutValues = ({ sealed: _sealed, ...shown }: ProfileState): Profile => shown

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
