import { Effect, Option } from "effect"
import type { SiteCredentials } from "../../../../core/domain/SiteCredentials.ts"
import { asksForLogin, loggedIn, type PageAnswer } from "../../../../crawling/profiles/logged-in.ts"
import { type ProfileFault, Profiles } from "../../../../crawling/profiles/Profiles.ts"
import type { ProfileSession } from "../../../../crawling/profiles/ProfileSession.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { wrongOption } from "../../http/wrong-option.ts"
import { overStore } from "../../problems/store-problems.ts"
import { loggedOutProblem, secretsProblem } from "./profile-problems.ts"

/** Additions to the request of a page. */
export type ProfileValuesFor = Partial<SiteCredentials> & { readonly checksLogin?: boolean }

const sentWith = (credentials: SiteCredentials | undefined): ProfileValuesFor =>
  credentials === undefined ? {} : { ...credentials, checksLogin: true }

export interface ProfileOptions {
  readonly profile?: string | undefined
  readonly headers?: unknown
  readonly cookies?: unknown
}

const unknown = "does not exist for this key; GET /v1/profiles lists those that do"
const twice = "contradicts headers and cookies; put these into the profile, or leave it out"

/** How requests use the profiles that they name. */
export const profileUse = Effect.map(Profiles, (profiles) => {
  const opened = <A, R>(use: Effect.Effect<A, ProfileFault, R>) =>
    use.pipe(
      Effect.catchTag("ProfileUnknown", () => wrongOption("profile", unknown)),
      Effect.catchTag("SecretsUnavailable", (error) => Effect.fail(secretsProblem(error))),
      Effect.catchTag("LoginFailed", (error) => Effect.fail(loggedOutProblem(error))),
      overStore
    )

  /** Refuses a profile that the key does not have, and one beside credentials of the request. `at`: where they are. */
  const check = Effect.fnUntraced(function*(owner: string, { cookies, headers, profile }: ProfileOptions, at = "") {
    if (profile === undefined) return
    const detail = headers !== undefined || cookies !== undefined
      ? twice
      : Option.isNone(yield* overStore(profiles.get(owner, profile)))
      ? unknown
      : undefined
    if (detail !== undefined) return yield* invalidFields([{ pointer: `${at}/profile`, detail }])
  })

  /**
   * Reads a page with the values for its URL, if the request names a profile. If it asks for a login, logs in and reads
   * it once more.
   */
  const read = Effect.fnUntraced(function*<A extends PageAnswer, E, R>(
    owner: string,
    { cookies, headers, profile: name }: ProfileOptions,
    url: string,
    page: (credentials: ProfileValuesFor) => Effect.Effect<A, E, R>
  ) {
    if (name === undefined) return yield* page({})
    if (headers !== undefined || cookies !== undefined) return yield* wrongOption("profile", twice)
    const session = yield* opened(profiles.open(owner, name))
    const profile = {
      session,
      renew: (seen: ProfileSession) => opened(profiles.renew(seen)),
      refused: loggedOutProblem
    }
    return yield* loggedIn(profile, url, (credentials) => page(sentWith(credentials)), asksForLogin)
  })

  return { check, read }
})
