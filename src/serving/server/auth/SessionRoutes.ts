import { Duration, Effect, Redacted } from "effect"
import { Cookies, HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { Caller, sessionCookie } from "../../../contract/api/Caller.ts"
import { answerFields } from "../http/answer-fields.ts"
import { hasKey } from "./own-page.ts"
import { sessionLife, Sessions } from "./Sessions.ts"

export const sessionHandlers = HttpApiBuilder.group(
  Api,
  "session",
  Effect.fn(function*(handlers) {
    const sessions = yield* Sessions

    /** The session that the request came with. A request that came with its key has none. */
    const own = Effect.gen(function*() {
      const { cookies, headers } = yield* HttpServerRequest.HttpServerRequest
      const cookie = Redacted.make(cookies[sessionCookie] ?? "")
      const session = hasKey(headers) ? undefined : yield* sessions.read(cookie)
      return { cookie, session }
    })

    return handlers.handleAll({
      session: Effect.fn(function*() {
        const { name } = yield* Caller
        return (yield* own).session ?? { name, expires_at: null }
      }),
      // A session cannot extend itself: a stolen cookie expires.
      signIn: Effect.fn(function*() {
        const { name } = yield* Caller
        const { session } = yield* own
        if (session !== undefined) return session
        const made = yield* sessions.open(name)
        if (made === undefined) return yield* Effect.die(new Error("the key of a request has no session key"))
        yield* setCookie(Redacted.value(made), Duration.toSeconds(sessionLife))
        return (yield* sessions.read(made)) ?? { name, expires_at: null }
      }),
      signOut: Effect.fn(function*() {
        yield* sessions.end((yield* own).cookie)
        yield* setCookie("", 0)
      })
    })
  })
)

const setCookie = Effect.fnUntraced(function*(value: string, maxAge: number) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const cookie = Cookies.makeCookieUnsafe(sessionCookie, value, {
    httpOnly: true,
    sameSite: "strict",
    path: "/v1",
    maxAge: Duration.seconds(maxAge),
    // A proxy may terminate TLS, so the scheme is the one that the browser sent.
    secure: headers["origin"]?.startsWith("https:") === true
  })
  yield* answerFields({ "set-cookie": Cookies.serializeCookie(cookie) })
})
