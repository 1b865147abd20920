import { Clock, Context, Duration, Effect, Layer, Scope } from "effect"
import { HttpClient } from "effect/http"
import { LRUCache } from "lru-cache"
import { singleFlight } from "../net/single-flight.ts"
import { Settings } from "../Settings.ts"
import { fetchRobots, unanswered } from "./fetch-robots.ts"
import type { RobotsRules } from "./RobotsRules.ts"

/** May we: robots.txt of each origin, fetched once for all who ask at the same time, and kept no longer than 24 h. */
export class RobotsCache extends Context.Service<RobotsCache, {
  rulesFor(url: URL): Effect.Effect<RobotsRules>
  /** The same where it takes no request. */
  known(url: URL): Effect.Effect<RobotsRules | undefined>
}>()("gleaner/robots/RobotsCache") {
  static readonly layer = Layer.effect(
    RobotsCache,
    Effect.gen(function*() {
      const { fetchTimeout, robotsTtl, userAgent } = yield* Settings
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const share = singleFlight<RobotsRules, never>(yield* Scope.Scope)
      const kept = new LRUCache<string, KeptRules>({
        maxSize: maxCacheBytes,
        sizeCalculation: ({ rules }) => rules.bytes
      })

      const load = Effect.fn("RobotsCache.load")(function*(origin: string) {
        const { life, rules } = yield* fetchRobots(client, origin, userAgent).pipe(
          Effect.scoped,
          Effect.timeoutOrElse({ duration: fetchTimeout, orElse: () => Effect.succeed(unanswered(tooSlow)) })
        )
        const now = yield* Clock.currentTimeMillis
        kept.set(origin, { rules, until: now + Duration.toMillis(Duration.min(life, robotsTtl)) })
        return rules
      })

      const known = ({ origin }: URL) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const entry = kept.get(origin)
          return entry !== undefined && now < entry.until ? entry.rules : undefined
        })

      const rulesFor = Effect.fnUntraced(function*(url: URL) {
        return (yield* known(url)) ?? (yield* share(url.origin, load(url.origin))).value
      })

      return RobotsCache.of({ known, rulesFor })
    })
  )
}

interface KeptRules {
  readonly rules: RobotsRules
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Some ten thousand sites' rules as they mostly are, and no more than this of those that are made to fill it. */
const maxCacheBytes = 64 * 1024 * 1024

const tooSlow = { kind: "timeout", detail: "robots.txt did not arrive in time" } as const
