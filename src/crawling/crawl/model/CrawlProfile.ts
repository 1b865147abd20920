import { Effect, Result } from "effect"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { asksForLogin } from "../../profiles/asks-for-login.ts"
import { LoginFailed } from "../../profiles/log-in.ts"
import type { ProfileFault, Profiles } from "../../profiles/Profiles.ts"
import type { ProfileSession } from "../../profiles/ProfileSession.ts"
import { profileLost } from "./profile-lost.ts"

/** The profile of a crawl. */
export interface CrawlProfile {
  /** Replaced by each login. */
  session: ProfileSession
  /** Logs in because a page that was read with this session asks for it. */
  readonly renew: (seen: ProfileSession) => Effect.Effect<void, ProfileFault, RequestContext>
}

/** Opens the profile of a crawl. One that was never used logs in. */
export const openProfile = (profiles: Profiles["Service"], owner: string, name: string) =>
  profiles.open(owner, name).pipe(
    Effect.map((session) => {
      const profile: CrawlProfile = {
        session,
        renew: (seen) => Effect.map(profiles.renew(seen), (renewed) => void (profile.session = renewed))
      }
      return profile
    }),
    Effect.mapError(profileLost)
  )

/** The credentials of a crawl for a URL: those of its profile, or those of its request. */
export const credentialsBy =
  (profile: CrawlProfile | undefined, credentials: SiteCredentials | undefined) =>
  (url: string): SiteCredentials | undefined =>
    profile === undefined
      ? new URL(url).origin === credentials?.origin ? credentials : undefined
      : profile.session.credentialsFor(url)

interface Read {
  readonly result: Result.Result<Parameters<typeof asksForLogin>[0], unknown>
}

const isAsking = ({ result }: Read): boolean => Result.isSuccess(result) && asksForLogin(result.success)

/** Reads a page. If it asks for a login, logs in with the profile of the crawl, and reads it once more. */
export const loggedIn = Effect.fnUntraced(function*<A extends Read, E, R>(
  profile: CrawlProfile | undefined,
  url: string,
  read: Effect.Effect<A, E, R>
) {
  const session = profile?.session
  const first = yield* read
  if (profile === undefined || session?.credentialsFor(url) === undefined || !isAsking(first)) return first
  yield* Effect.mapError(profile.renew(session), profileLost)
  const second = yield* read
  if (!isAsking(second)) return second
  const { name } = session.profile
  return yield* Effect.fail(profileLost(new LoginFailed({ name, reason: "the site asks for a login right after one" })))
})
