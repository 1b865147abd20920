import { Effect, Layer, type Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication, Caller } from "../api/Caller.ts"
import { Unauthorized } from "../api/Problems.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"

export const AuthenticationLayer = Layer.effect(
  Authentication,
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const unread = yield* UnreadAnswers
    const known = Effect.fnUntraced(function*<A, E, R>(
      handler: Effect.Effect<A, E, R>,
      { credential }: { readonly credential: Redacted.Redacted }
    ) {
      const name = keys.nameOf(credential)
      if (name !== undefined) {
        const facts = yield* CurrentRequest
        if (facts !== undefined) facts.key = name
        unread.belongsTo(yield* HttpServerRequest.HttpServerRequest, name)
        return yield* Effect.provideService(handler, Caller, { name })
      }
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(
          response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", challenge) : response
        )
      )
      return yield* new Unauthorized({
        detail: "Send a valid API key in the X-API-Key header, or as Authorization: Bearer."
      })
    })
    return Authentication.of({ apiKey: known, bearer: known })
  })
)

/** RFC 9110 section 15.5.2: a 401 names a challenge. No scheme is registered for a key in its own header field. */
const challenge = `Bearer realm="gleaner", ApiKey realm="gleaner", header="X-API-Key"`
