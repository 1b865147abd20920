import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InternalError, InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "./Problems.ts"

/** The body of an endpoint: JSON, JSON that may list the URLs of a batch, or a page, which the handler reads. */
export const BodyKind = Context.Reference<"json" | "urls" | "page">("gleaner/contract/api/BodyKind", {
  defaultValue: () => "json"
})

/** Checks the caller's body: its media type, its size and its fields. A problem names the change to make. */
export class RequestBody extends HttpApiMiddleware.Service<RequestBody>()("gleaner/contract/api/RequestBody", {
  error: [InvalidRequest, RequestTooLarge, UnsupportedMediaType, InternalError]
}) {}
