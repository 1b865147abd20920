import { Context, Data, Effect, Layer, Redacted, Stream } from "effect"
import { HttpBody, HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication, Caller, FeedAuthentication } from "../../../contract/api/Caller.ts"
import { Unauthorized } from "../../../contract/api/Problems.ts"
import { inTurn } from "../../../core/kernel/slices/in-slices.ts"
import { WorkOwner } from "../../../core/kernel/slices/MainThread.ts"
import { CurrentRequest } from "../http/CurrentRequest.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { needsKey } from "./local-callers.ts"
import { hasKey, isOwnPage } from "./own-page.ts"
import { Sessions } from "./Sessions.ts"

export const authentication = Layer.effectContext(
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const sessions = yield* Sessions
    const unread = yield* UnreadAnswers

    const handledFor = Effect.fnUntraced(
      function*<A, E, R>(name: string | undefined, why: string, handler: Effect.Effect<A, E, R>) {
        if (name !== undefined) {
          const facts = yield* CurrentRequest
          if (facts !== undefined) facts.key = name
          unread.belongsTo(yield* HttpServerRequest.HttpServerRequest, name)
          yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(madeFor(name, response)))
          return yield* inTurn.pipe(
            Effect.andThen(handler),
            Effect.provideService(Caller, { name }),
            Effect.provideService(WorkOwner, name)
          )
        }
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(
            response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", challenge) : response
          )
        )
        return yield* new Unauthorized({ detail: why })
      }
    )

    const byKey = <A, E, R>(
      handler: Effect.Effect<A, E, R>,
      { credential }: { readonly credential: Redacted.Redacted }
    ) => handledFor(keys.nameOf(credential), needsKey, handler)

    /** A request that has a key as well is authenticated by its key. */
    const bySession = Effect.fnUntraced(function*<A, E, R>(
      handler: Effect.Effect<A, E, R>,
      { credential }: { readonly credential: Redacted.Redacted }
    ) {
      const { headers, method } = yield* HttpServerRequest.HttpServerRequest
      if (Redacted.value(credential) === "" || hasKey(headers)) return yield* handledFor(undefined, needsKey, handler)
      const session = yield* sessions.read(credential)
      if (session === undefined) return yield* handledFor(undefined, signInAgain, handler)
      if (!isOwnPage(method, headers)) return yield* handledFor(undefined, foreignPage, handler)
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(until(sessions.over(credential), response))
      )
      return yield* handledFor(session.name, "", handler)
    })

    const security = { apiKey: byKey, bearer: byKey, session: bySession }
    const feed = FeedAuthentication.of({
      ...security,
      basic: (handler, { credential }) => byKey(handler, { credential: credential.password })
    })
    return Context.make(Authentication, security).pipe(Context.add(FeedAuthentication, feed))
  })
)

const signInAgain = "The session is over; sign in again with the key."
const foreignPage = "The cookie is accepted only from pages of this service; send an API key in the X-API-Key header."

/** A stream may last for hours. It is cut when the session is over, so that a client does not take it for complete. */
const until = (over: Effect.Effect<void>, response: HttpServerResponse.HttpServerResponse) => {
  if (response.body._tag !== "Stream") return response
  const { contentLength, contentType, stream } = response.body
  const cut = Stream.interruptWhen(stream, Effect.andThen(over, Effect.fail(new SessionOver())))
  return HttpServerResponse.setBody(response, HttpBody.stream(cut, contentType, contentLength))
}

/** The body of a stream is made after the handler has returned: its slices have the owner of the request too. */
const madeFor = (owner: string, response: HttpServerResponse.HttpServerResponse) => {
  if (response.body._tag !== "Stream") return response
  const { contentLength, contentType, stream } = response.body
  const made = Stream.provideService(stream, WorkOwner, owner)
  return HttpServerResponse.setBody(response, HttpBody.stream(made, contentType, contentLength))
}

class SessionOver extends Data.TaggedError("SessionOver") {}

/**
 * Basic is left out: a browser would ask for a password, and send it with requests of other sites' pages from then on.
 * RFC 9110 section 15.5.2: a 401 names a challenge. No scheme is registered for a key in its own header field.
 */
export const challenge = `Bearer realm="gleaner", ApiKey realm="gleaner", header="X-API-Key"`
