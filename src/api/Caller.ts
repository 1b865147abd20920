import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Unauthorized } from "./Problems.ts"

/** The caller: the name of the API key, never its secret. */
export class Caller extends Context.Service<Caller, { readonly name: string }>()("gleaner/api/Caller") {}

/** The cookie that stands for a key in a browser. */
export const sessionCookie = "gleaner_session"

/**
 * The API key in `X-API-Key`, as a bearer token or as the password of basic authentication, which feed readers have, or
 * the cookie of a session. A missing key and an unknown key get the same answer.
 */
// The type of an HttpApi middleware names what it may read of the request.
// @effect-diagnostics-next-line leakingRequirements:off
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "gleaner/api/Authentication",
  {
    security: {
      apiKey: HttpApiSecurity.apiKey({ key: "X-API-Key", in: "header" }),
      bearer: HttpApiSecurity.bearer,
      basic: HttpApiSecurity.basic,
      session: HttpApiSecurity.apiKey({ key: sessionCookie, in: "cookie" })
    },
    error: Unauthorized,
    requiredForClient: true
  }
) {}
