import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Settings } from "../../../core/settings/Settings.ts"
import { BotAuth } from "../../../web/net/BotAuth.ts"

export const keyDirectoryPath = "/.well-known/http-message-signatures-directory"

/** The public key of signed requests, at the path where sites fetch it. Needs no API key. */
export const keyDirectoryRoute = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { directory } = yield* BotAuth
  if (Option.isNone((yield* Settings).botAuth)) return
  const answer = Effect.map(
    directory,
    Option.match({
      onNone: () => HttpServerResponse.empty({ status: 404 }),
      onSome: ({ body, headers }) => HttpServerResponse.text(body, { headers })
    })
  )
  yield* router.add("GET", keyDirectoryPath, answer)
})).pipe(Layer.provide(BotAuth.layer))
