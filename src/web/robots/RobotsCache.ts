import { Context, Effect, Layer, Scope } from "effect"
import { HttpClient } from "effect/http"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { fetchRobots, type WithTurn } from "./fetch-robots.ts"
import { fileCache } from "./file-cache.ts"
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
      const files = fileCache<RobotsRules>(yield* Scope.Scope, robotsTtl, maxCacheBytes)

      const load = Effect.fn("RobotsCache.load")(function*(origin: string, withTurn: WithTurn) {
        const { life, rules } = yield* fetchRobots({ client, userAgent, fetchTimeout, retries, withTurn }, origin)
        return { content: rules, life, bytes: rules.bytes }
      })

      return RobotsCache.of({
        rulesFor: (url, withTurn) => files.contentFor(url, url.origin, load(url.origin, withTurn)),
        known: ({ origin }) => files.known(origin)
      })
    })
  )
}

/** The rules of some ten thousand ordinary sites. Sites that try to fill the cache get no more than this either. */
const maxCacheBytes = 64 * 1024 * 1024
