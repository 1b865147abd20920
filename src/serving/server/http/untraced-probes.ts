import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpServerRequest, type HttpServerResponse } from "effect/http"

/** Probes come every few seconds and are all the same. They have no spans. */
const isProbe = ({ url }: Pick<HttpServerRequest.HttpServerRequest, "url">): boolean =>
  /^\/(?:healthz|readyz|v1\/metrics)(?:\?|$)/.test(url)

export const untracedProbes = Layer.succeed(HttpMiddleware.TracerDisabledWhen, isProbe)

/** Without this, each probe would make a trace of its own. */
export const withoutSpans = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) => isProbe(request) ? Effect.withTracerEnabled(app, false) : app
  )
