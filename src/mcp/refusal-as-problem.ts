import type { Effect } from "effect"
import { HttpServerRespondable, type HttpServerResponse } from "effect/http"
import {
  InvalidRequest,
  MethodNotAllowed,
  NotAcceptable,
  SessionNotFound,
  UnsupportedMediaType
} from "../api/Problems.ts"

/** The problem for a refusal of the protocol's library, which has no body. Undefined for other statuses. */
export const refusalAsProblem = (status: number): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
  const problem = problems[status]
  return problem === undefined ? undefined : HttpServerRespondable.toResponse(problem)
}

const problems: Readonly<Record<number, HttpServerRespondable.Respondable>> = {
  400: new InvalidRequest({
    detail: "The request is not one of a session; send initialize first, and then its Mcp-Session-Id."
  }),
  404: new SessionNotFound({ detail: "There is no such session, or it has ended; send initialize to begin one." }),
  405: new MethodNotAllowed({ detail: "This path takes DELETE, OPTIONS, POST; use one of these methods." }),
  406: new NotAcceptable({ detail: "Accept both application/json and text/event-stream." }),
  415: new UnsupportedMediaType({ detail: "Send JSON, with Content-Type: application/json." })
}
