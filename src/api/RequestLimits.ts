import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./Caller.ts"
import { RateLimited } from "./Problems.ts"

/** Requests a minute for each key, told in `RateLimit` and `RateLimit-Policy` on every answer. */
export class RequestLimits extends HttpApiMiddleware.Service<RequestLimits, { requires: Caller }>()(
  "gleaner/api/RequestLimits",
  { error: RateLimited }
) {}
