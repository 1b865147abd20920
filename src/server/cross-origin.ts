import { Effect } from "effect"
import { HttpMiddleware, HttpServerRequest, type HttpServerResponse } from "effect/http"

/**
 * CORS for the origins that the operator names, and for no other: a browser then lets pages of theirs read our answers. Keys are
 * sent in a header field, so no cookies are allowed.
 */
export const crossOrigin = (origins: ReadonlyArray<string>) => {
  const cors = HttpMiddleware.cors({
    allowedOrigins: (origin) => origins.includes(origin),
    allowedMethods: ["GET", "POST", "DELETE"],
    allowedHeaders: [
      "x-api-key",
      "authorization",
      "content-type",
      "idempotency-key",
      "last-event-id",
      "if-none-match",
      "x-request-id"
    ],
    exposedHeaders: [
      "location",
      "link",
      "etag",
      "ratelimit",
      "ratelimit-policy",
      "retry-after",
      "server-timing",
      "x-request-id"
    ],
    maxAge: preflightSeconds
  })
  return <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method }) => {
      const isPreflight = headers["access-control-request-method"] !== undefined
      const isAllowed = headers["origin"] !== undefined && origins.includes(headers["origin"])
      return isAllowed && (method !== "OPTIONS" || isPreflight) ? cors(app) : app
    })
}

/** How long a browser may remember that it is allowed. */
const preflightSeconds = 600
