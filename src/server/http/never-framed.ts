import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"

/**
 * No page of another origin may show an answer of ours in a frame, and no browser may take it for another type. They
 * are set on Node's own answer, so that no answer can be without them. A route that says more, as the console does,
 * replaces them.
 */
export const neverFramed = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const answer = toServerResponse(request)
    answer.setHeader("content-security-policy", "frame-ancestors 'none'")
    answer.setHeader("x-content-type-options", "nosniff")
    return app
  })
