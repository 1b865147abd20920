import { Effect, Result, Scope } from "effect"
import { isOutOfTime, type PageError } from "../../core/domain/errors/PageError.ts"
import { partitionOf, RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"
import type { SiteDependencies } from "./ask-site.ts"
import { type CacheRequest, isForAll, keyOf } from "./cache/cache-policy.ts"
import type { CacheAnswer, HttpCache } from "./cache/HttpCache.ts"
import type { HopRequest } from "./Hop.ts"
import { type Obtained, obtainedFromCache } from "./obtained.ts"
import { cacheRequest } from "./request-fields.ts"
import { siteRequests } from "./site-requests.ts"

/** Gets one URL from the cache, from a request for it that is in flight, or from the site. */
export const obtaining = Effect.fnUntraced(function*(site: SiteDependencies, cache: HttpCache["Service"]) {
  const scope = yield* Scope.Scope
  const { requestTimeout, userAgent } = site.settings
  const { fromSite, unlessSame } = siteRequests(site, cache)
  const share = singleFlight<Result.Result<Obtained, PageError>, never, RequestContext>(scope)

  /** Revalidates, while the caller has the cached page already. */
  const renew = (request: HopRequest, asked: CacheRequest, cached: CacheAnswer) =>
    Effect.flatMap(
      RequestContext,
      ({ job, owner }) =>
        share(`renewal ${keyOf(asked)}`, Effect.result(fromSite(request, asked, cached))).pipe(
          RequestContext.by(owner, "crawl", requestTimeout, { job }),
          Effect.forkIn(scope)
        )
    )

  return Effect.fnUntraced(function*(request: HopRequest) {
    const { cookie, credentials, isPrivate = false, known, useCache } = request
    const requester = yield* RequestContext
    const { priority } = requester
    const asked = cacheRequest(userAgent, request)
    if (known !== undefined) return yield* unlessSame(request, asked, known)
    const cached = useCache ? yield* cache.lookup(asked) : miss
    if (cached._tag === "Fresh" && cached.renewal === undefined) return obtainedFromCache(cached.response)
    // A cancelled crawl must leave no request behind, so a crawl waits for the renewed page.
    if (cached._tag === "Fresh" && priority === "interactive") {
      yield* renew(request, asked, cached.renewal ?? miss)
      return obtainedFromCache(cached.response)
    }
    const run = fromSite(request, asked, cached._tag === "Fresh" ? cached.renewal ?? miss : cached)
    // With a cookie of its own chain, or with credentials, it is a different request.
    if (cookie !== undefined || credentials !== undefined || isPrivate) return yield* run
    const { joined, value } = yield* share(`${priority} ${useCache} ${keyOf(asked)}`, Effect.result(run))
    return yield* !joined || isFor(requester, value) ? Effect.fromResult(value) : run
  })
})

const miss: CacheAnswer = { _tag: "Miss" }

/** A joined request may have had an earlier deadline, or an answer for its own caller only. */
const isFor = (requester: RequestContext["Service"], result: Result.Result<Obtained, PageError>): boolean =>
  Result.isFailure(result)
    ? !isOutOfTime(result.failure)
    : result.success.partition === partitionOf(requester) || isForAll(result.success.response.headers)
