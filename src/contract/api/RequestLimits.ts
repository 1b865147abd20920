import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./Caller.ts"
import { Overloaded, RateLimited, StoreUnavailableProblem } from "./Problems.ts"

/**
 * The limits of each key: requests per minute, and answers not yet read. `RateLimit` and `RateLimit-Policy` show the
 * first.
 */
export class RequestLimits extends HttpApiMiddleware.Service<RequestLimits, { requires: Caller }>()(
  "gleaner/api/RequestLimits",
  { error: [RateLimited, Overloaded, StoreUnavailableProblem] }
) {}
