import { Effect, Result } from "effect"
import { asksForLogin } from "../../profiles/asks-for-login.ts"
import { LoginFailed } from "../../profiles/log-in.ts"
import { profileLost } from "./profile-lost.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"

interface Read {
  readonly result: Result.Result<Parameters<typeof asksForLogin>[0], unknown>
}

const isAsking = ({ result }: Read): boolean => Result.isSuccess(result) && asksForLogin(result.success)

/** Reads a page. If it asks for a login, logs in with the profile of the crawl, and reads it once more. */
export const loggedIn = Effect.fnUntraced(function*<A extends Read, E, R>(
  { credentialsFor, profile }: Pick<RunningCrawl, "credentialsFor" | "profile">,
  url: string,
  read: Effect.Effect<A, E, R>
) {
  const session = profile?.session
  const first = yield* read
  if (profile === undefined || session === undefined || credentialsFor(url) === undefined || !isAsking(first)) {
    return first
  }
  yield* Effect.mapError(profile.renew(session), profileLost)
  const second = yield* read
  if (!isAsking(second)) return second
  const { name } = session.profile
  return yield* Effect.fail(profileLost(new LoginFailed({ name, reason: "the site asks for a login right after one" })))
})
