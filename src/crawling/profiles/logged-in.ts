import { Effect, Result } from "effect"
import type { Warning } from "../../core/domain/document/Trace.ts"
import type { SiteCredentials } from "../../core/domain/SiteCredentials.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { LoginFailed } from "./log-in.ts"
import type { ProfileSession } from "./ProfileSession.ts"

/** A page, as far as it tells of a login. */
export interface PageAnswer {
  readonly status: number
  readonly warnings?: ReadonlyArray<Pick<Warning, "code">>
}

/** Whether the site shows a page only after a login. */
export const asksForLogin = ({ status, warnings = [] }: PageAnswer): boolean =>
  status === 401 || warnings.some(({ code }) => code === "login_required")

/** The same for a page that may have failed. */
export const asksForLoginIn = (read: Result.Result<PageAnswer, unknown>): boolean =>
  Result.isSuccess(read) && asksForLogin(read.success)

/** A profile that pages are read with. `F` and `R`: errors and requirements of its user. */
export interface UsedProfile<F, R = never> {
  readonly session: ProfileSession
  /** Logs in because a page that was read with this session asks for it. */
  readonly renew: (seen: ProfileSession) => Effect.Effect<ProfileSession, F, R | RequestContext>
  /** The error of a login that the site does not accept. */
  readonly refused: (failed: LoginFailed) => F
}

/**
 * Reads a page, with the credentials of the profile for its URL. If it asks for a login, logs in and reads it once
 * more. Other origins than those of the profile are read without a login.
 */
export const loggedIn = Effect.fnUntraced(function*<A, E, R, F, S>(
  { refused, renew, session }: UsedProfile<F, S>,
  url: string,
  read: (credentials: SiteCredentials | undefined) => Effect.Effect<A, E, R>,
  isAsking: (page: A) => boolean
): Effect.fn.Return<A, E | F, R | S | RequestContext> {
  const credentials = session.credentialsFor(url)
  const first = yield* read(credentials)
  if (credentials === undefined || !isAsking(first)) return first
  const renewed = yield* renew(session)
  const second = yield* read(renewed.credentialsFor(url))
  if (!isAsking(second)) return second
  const { name } = session.profile
  const reason = "the site asks for a login right after one"
  return yield* Effect.fail(refused(new LoginFailed({ name, reason })))
})
