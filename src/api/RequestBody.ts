import { HttpApiMiddleware } from "effect/http-api"
import { InternalError, InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "./Problems.ts"

/** The caller's body is JSON, of a bearable size, and what the schemas ask for; otherwise a problem says what to change. */
export class RequestBody extends HttpApiMiddleware.Service<RequestBody>()("gleaner/api/RequestBody", {
  error: [InvalidRequest, RequestTooLarge, UnsupportedMediaType, InternalError]
}) {}
