import { HttpApiMiddleware } from "effect/http-api"
import { InternalError, InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "./Problems.ts"

/** Checks the caller's body: its media type, its size and its fields. A problem names the change to make. */
export class RequestBody extends HttpApiMiddleware.Service<RequestBody>()("gleaner/contract/api/RequestBody", {
  error: [InvalidRequest, RequestTooLarge, UnsupportedMediaType, InternalError]
}) {}
