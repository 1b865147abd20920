import { HttpApiMiddleware } from "effect/http-api"
import { InternalError, InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "./Problems.ts"

/** Checks the caller's body: its media type, its size and its fields. A problem says what to change. */
export class RequestBody extends HttpApiMiddleware.Service<RequestBody>()("gleaner/api/RequestBody", {
  error: [InvalidRequest, RequestTooLarge, UnsupportedMediaType, InternalError]
}) {}
