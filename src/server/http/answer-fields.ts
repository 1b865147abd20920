import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

/** Sets header fields of the answer to the request at hand, whatever answer it gets. */
export const answerFields = (fields: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeaders(response, fields)))
