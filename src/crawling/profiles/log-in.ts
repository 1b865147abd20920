import { Effect, Redacted, Schema } from "effect"
import type { Profile, ProfileLogin } from "../../core/domain/profile/Profile.ts"
import type { SiteCredentials } from "../../core/domain/SiteCredentials.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import type { BrowserSession } from "../../web/render/page/browser-session.ts"
import type { Renderer } from "../../web/render/Renderer.ts"
import type { Visits } from "../../web/visits/Visits.ts"

/** A profile is not logged in, and cannot be. The reason is a clause, without any value of the profile. */
export class LoginFailed extends Schema.TaggedError<LoginFailed>()("LoginFailed", {
  name: Schema.String,
  reason: Schema.String
}) {}

interface Browsing {
  readonly renderer: Renderer["Service"]
  readonly visits: Visits["Service"]
}

/**
 * Logs in with a fresh browser: opens the page of the login, performs its steps, and waits for the element that proves
 * it. The visit is as polite as any other.
 */
export const logIn = Effect.fn("Profiles.logIn")(function*(
  { renderer, visits }: Browsing,
  { name, origins }: Pick<Profile, "name" | "origins">,
  { actions, done, url }: ProfileLogin,
  credentials: SiteCredentials | undefined
): Effect.fn.Return<BrowserSession, LoginFailed, RequestContext> {
  const failed = (reason: string) => new LoginFailed({ name, reason })
  const target = new URL(url)
  const page = yield* visits.browse(target, (mayVisit) =>
    renderer.render({
      url: target,
      actions,
      waitFor: done,
      isFresh: true,
      ...compact({ credentials }),
      sessionOf: origins,
      isInScope: ({ origin }) => origins.includes(origin),
      mayVisit
    })).pipe(
      Effect.flatMap(Effect.fromResult),
      Effect.mapError(({ code }) => failed(`the page of its login could not be read (${code})`))
    )
  if (page.warnings.some(({ code }) => code === "action_failed")) {
    return yield* failed(`step ${page.actions?.steps.length ?? 0} of its login failed`)
  }
  if (page.session === undefined) return yield* failed("no element matches done after the steps of its login")
  return Redacted.value(page.session)
})
