import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./Caller.ts"
import { Overloaded, RateLimited } from "./Problems.ts"

/** Requests a minute and unread answers of each key: the former are told in `RateLimit` and `RateLimit-Policy` on every answer. */
export class RequestLimits extends HttpApiMiddleware.Service<RequestLimits, { requires: Caller }>()(
  "gleaner/api/RequestLimits",
  { error: [RateLimited, Overloaded] }
) {}
