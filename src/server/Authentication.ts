import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication, Caller } from "../api/Caller.ts"
import { Unauthorized } from "../api/Problems.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"

export const AuthenticationLayer = Layer.effect(
  Authentication,
  Effect.gen(function*() {
    const keys = yield* ApiKeys
    const unread = yield* UnreadAnswers
    return Authentication.of({
      apiKey: Effect.fnUntraced(function*(handler, { credential }) {
        const name = keys.nameOf(credential)
        if (name !== undefined) {
          unread.belongsTo(yield* HttpServerRequest.HttpServerRequest, name)
          return yield* Effect.provideService(handler, Caller, { name })
        }
        // RFC 9110 section 15.5.2: a 401 names a challenge. There is no registered scheme for a key in a field of its own.
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(
            HttpServerResponse.setHeader(response, "www-authenticate", `ApiKey realm="gleaner", header="X-API-Key"`)
          )
        )
        return yield* new Unauthorized({ detail: "Send a valid API key in the X-API-Key header." })
      })
    })
  })
)
