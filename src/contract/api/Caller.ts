import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Unauthorized } from "./Problems.ts"

/** The caller: the name of the API key, never its secret. */
export class Caller extends Context.Service<Caller, { readonly name: string }>()("gleaner/contract/api/Caller") {}

/** The cookie that stands for a key in a browser. */
export const sessionCookie = "gleaner_session"

const security = {
  apiKey: HttpApiSecurity.apiKey({ key: "X-API-Key", in: "header" }),
  bearer: HttpApiSecurity.bearer,
  session: HttpApiSecurity.apiKey({ key: sessionCookie, in: "cookie" })
}

/**
 * The API key in `X-API-Key` or as a bearer token, or the cookie of a session. A missing key and an unknown key get the
 * same answer.
 */
// The type of an HttpApi middleware names what it may read of the request.
// @effect-diagnostics-next-line leakingRequirements:off
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "gleaner/api/Authentication",
  { security, error: Unauthorized, requiredForClient: true }
) {}

/**
 * The same, or the API key as the password of basic authentication, which is all that some feed readers have. Browsers
 * send such a password with later requests of any page, so it opens nothing but a feed, which has no side effects.
 */
// @effect-diagnostics-next-line leakingRequirements:off
export class FeedAuthentication extends HttpApiMiddleware.Service<FeedAuthentication, { provides: Caller }>()(
  "gleaner/api/FeedAuthentication",
  { security: { ...security, basic: HttpApiSecurity.basic }, error: Unauthorized, requiredForClient: true }
) {}
