import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"

/**
 * Header fields that prevent framing by other origins and sniffing of the media type. They are set on Node's own
 * response, so every response has them. A route may replace them, as the console does.
 */
export const neverFramed = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const answer = toServerResponse(request)
    answer.setHeader("content-security-policy", "frame-ancestors 'none'")
    answer.setHeader("x-content-type-options", "nosniff")
    return app
  })
