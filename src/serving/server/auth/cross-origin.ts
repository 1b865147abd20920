import { Effect } from "effect"
import { HttpEffect, HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"

/**
 * CORS for the origins that the operator names, and for no other: browsers let their pages read the answers.
 * Keys are sent in a header field, so no cookies are allowed. Every answer varies by the origin:
 * otherwise a cache could give an answer for one origin to another.
 */
export const crossOrigin = (origins: ReadonlyArray<string>) => {
  const cors = HttpMiddleware.cors({
    allowedOrigins: (origin) => origins.includes(origin),
    allowedMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      "x-api-key",
      "authorization",
      "content-type",
      "idempotency-key",
      "last-event-id",
      "if-none-match",
      "x-request-id",
      "mcp-session-id",
      "mcp-protocol-version",
      "mcp-method",
      "mcp-name"
    ],
    exposedHeaders: [
      "location",
      "link",
      "etag",
      "ratelimit",
      "ratelimit-policy",
      "retry-after",
      "server-timing",
      "sitemaps-gap",
      "page-url",
      "page-status",
      "x-request-id",
      "mcp-session-id"
    ],
    maxAge: preflightSeconds
  })
  return <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method }) => {
      const isPreflight = headers["access-control-request-method"] !== undefined
      const isAllowed = headers["origin"] !== undefined && origins.includes(headers["origin"])
      if (isAllowed && (method !== "OPTIONS" || isPreflight)) return cors(app)
      return origins.length === 0 ? app : HttpEffect.withPreResponseHandler(app, variesByOrigin)
    })
}

const variesByOrigin = (_: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse) => {
  const { vary } = response.headers
  return Effect.succeed(
    HttpServerResponse.setHeader(response, "vary", vary === undefined ? "Origin" : `${vary}, Origin`)
  )
}

/** How long a browser may remember that it is allowed. */
const preflightSeconds = 600
