import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

/**
 * No shared cache stores an answer of a route that requires a key, with any status. RFC 9111 section 3.5 protects
 * only answers to Authorization, and a key may come in X-API-Key or as a cookie.
 *
 * The router takes many spellings of a path: `/V1/jobs`, `//v1/jobs`, `/%761/jobs`. Therefore this lists the
 * paths that are the same for all, in one spelling, and any other answer is private.
 */
export const privateAnswers = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  HttpEffect.withPreResponseHandler(
    app,
    (request, response) => Effect.succeed(sameForAll.test(request.url) ? response : ofOneCaller(response))
  )

/** The console, the documentation, the probes, the page for site owners, and the keys of our signature. */
const sameForAll =
  /^\/(?:(?:docs|openapi\.json|llms\.txt|healthz|readyz|bot|bot\/ranges\.json)?(?:\?|$)|(?:assets|docs|\.well-known)\/)/

const ofOneCaller = (response: HttpServerResponse.HttpServerResponse) => {
  const { "cache-control": given = "", vary } = response.headers
  return HttpServerResponse.setHeaders(response, {
    "cache-control": /private|no-store/.test(given) ? given : "private, no-cache",
    "vary": vary === undefined ? varying : `${vary}, ${varying}`
  })
}

const varying = "Accept, X-API-Key, Authorization, Cookie"
