import { Context, Duration, Effect, Layer, Result, Scope } from "effect"
import { HttpClient } from "effect/http"
import { LRUCache } from "lru-cache"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { fetchRobots, type WithTurn } from "./fetch-robots.ts"
import type { RobotsRules } from "./RobotsRules.ts"

/** The robots.txt of each origin. Concurrent callers share one fetch, and rules are cached for 24 hours at most. */
export class RobotsCache extends Context.Service<RobotsCache, {
  /**
   * `withTurn` sends each request, including redirects of robots.txt. Fails only as it does, or at the deadline.
   */
  rulesFor(url: URL, withTurn: WithTurn): Effect.Effect<RobotsRules, PageError, RequestContext>
  /** The cached rules of this URL's origin. Sends no request. */
  known(url: URL): Effect.Effect<RobotsRules | undefined>
}>()("gleaner/web/robots/RobotsCache") {
  static readonly layer = Layer.effect(
    RobotsCache,
    Effect.gen(function*() {
      const { fetchTimeout, retries, robotsTtl, userAgent } = yield* Settings
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const share = singleFlight<Result.Result<RobotsRules, PageError>, never, RequestContext>(yield* Scope.Scope)
      // Effect's Cache counts entries. Here bytes count, because a site decides how large its rules are.
      const cache = new LRUCache<string, CachedRules>({
        maxSize: maxCacheBytes,
        sizeCalculation: ({ rules }) => rules.bytes
      })

      const load = Effect.fn("RobotsCache.load")(function*(origin: string, withTurn: WithTurn) {
        const { life, rules } = yield* fetchRobots({ client, userAgent, fetchTimeout, retries, withTurn }, origin)
        const until = (yield* monotonicMillis) + Duration.toMillis(Duration.min(life, robotsTtl))
        cache.set(origin, { rules, until })
        return rules
      })

      const rulesFor = Effect.fnUntraced(
        function*(url: URL, withTurn: WithTurn): Effect.fn.Return<RobotsRules, PageError, RequestContext> {
          const known = cache.get(url.origin)
          if (known !== undefined && (yield* monotonicMillis) < known.until) return known.rules
          const { joined, value } = yield* share(url.origin, Effect.result(load(url.origin, withTurn))).pipe(
            RequestContext.within(Duration.infinity, (left) => fault.slow(url, left))
          )
          // The request we joined may have had an earlier deadline. Try again with ours.
          if (joined && Result.isFailure(value)) return yield* rulesFor(url, withTurn)
          return yield* Effect.fromResult(value)
        }
      )

      const known = (url: URL) =>
        Effect.map(monotonicMillis, (now) => {
          const found = cache.get(url.origin)
          return found !== undefined && now < found.until ? found.rules : undefined
        })

      return RobotsCache.of({ rulesFor, known })
    })
  )
}

interface CachedRules {
  readonly rules: RobotsRules
  /** Milliseconds of the monotonic clock. */
  readonly until: number
}

/** The rules of some ten thousand ordinary sites. Sites that try to fill the cache get no more than this either. */
const maxCacheBytes = 64 * 1024 * 1024
