import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

/** Sets header fields of any answer to the current request. */
export const answerFields = (fields: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeaders(response, fields)))
