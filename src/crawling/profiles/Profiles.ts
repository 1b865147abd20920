import { Clock, Context, Effect, Layer, Option, Scope } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { Profile, ProfileRequest } from "../../core/domain/profile/Profile.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"
import { Renderer } from "../../web/render/Renderer.ts"
import { Visits } from "../../web/visits/Visits.ts"
import type { JobRange, Slice } from "../jobs/JobStore.ts"
import { logIn, LoginFailed } from "./log-in.ts"
import { ProfileSession } from "./ProfileSession.ts"
import { profileId } from "./ProfileStore.ts"
import { type ProfileUnknown, sealedProfiles, type TooManyProfiles, type Unsealed } from "./sealed-profiles.ts"
import { Secrets, type SecretsUnavailable } from "./Secrets.ts"

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
      const { find, open: unseal, save, ...stored } = yield* sealedProfiles
      const renderer = yield* Renderer
      const visits = yield* Visits
      const share = singleFlight<ProfileSession, ProfileFault, RequestContext>(yield* Scope.Scope)

      /** Logs in, and stores the session for other nodes and later uses. */
      const logInAs = Effect.fnUntraced(function*({ row, session }: Unsealed) {
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
        const unsealed = yield* unseal(owner, name)
        const { session } = unsealed
        const isNew = !session.needsLogin && session.profile.version !== seen
        return isNew ? session : yield* logInAs(unsealed)
      })

      /** One login for all that wait with the same values. */
      const inTurn = Effect.fnUntraced(function*(owner: string, name: string, seen: number | undefined) {
        const version = Option.getOrUndefined(yield* find(owner, name))?.version ?? 0
        const { value } = yield* share(`${profileId(owner, name)} ${version}`, current(owner, name, seen))
        return value
      })

      const open = Effect.fn("Profiles.open")(function*(owner: string, name: string) {
        const { session } = yield* unseal(owner, name)
        return session.needsLogin ? yield* inTurn(owner, name, undefined) : session
      })

      return Profiles.of({
        ...stored,
        open,
        renew: ({ profile: { name, owner, version } }) => inTurn(owner, name, version)
      })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide([Renderer.layer, Secrets.layer, Visits.layerShared]))
}
