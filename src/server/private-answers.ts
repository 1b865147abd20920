import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

/**
 * No shared cache stores an answer of a route that asks for a key, whatever its status. RFC 9111 section 3.5 protects
 * answers to Authorization alone, and a key may come in X-API-Key or as a cookie.
 */
export const privateAnswers = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  HttpEffect.withPreResponseHandler(
    app,
    (request, response) => Effect.succeed(asksForKey.test(request.url) ? ofOneCaller(response) : response)
  )

/** The API, the one of Firecrawl, and MCP. The rest is the same for all. */
const asksForKey = /^\/(?:v1|v2|mcp)(?![^/?])/

const ofOneCaller = (response: HttpServerResponse.HttpServerResponse) => {
  const { "cache-control": given = "", vary } = response.headers
  return HttpServerResponse.setHeaders(response, {
    "cache-control": /private|no-store/.test(given) ? given : "private, no-cache",
    "vary": vary === undefined ? credentials : `${vary}, ${credentials}`
  })
}

const credentials = "X-API-Key, Authorization, Cookie"
