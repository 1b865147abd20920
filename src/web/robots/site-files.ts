import { Duration, Effect, Result, type Scope } from "effect"
import { LRUCache } from "lru-cache"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"

/** A file in which a site states its rules, as it was loaded. */
export interface LoadedFile<A> {
  readonly rules: A
  /** The memory that the rules take. */
  readonly bytes: number
  /** How long they are fresh. */
  readonly life: Duration.Duration
}

interface CachedFile<A> extends Pick<LoadedFile<A>, "rules" | "bytes"> {
  /** Milliseconds of the monotonic clock. */
  readonly until: number
}

/** Caches the files of sites by key, in at most `maxBytes`. Concurrent requesters share one load. */
export const siteFiles = <A>(scope: Scope.Scope, maxLife: Duration.Duration, maxBytes: number) => {
  const share = singleFlight<Result.Result<A, PageError>, never, RequestContext>(scope)
  // Effect's Cache counts entries. Here bytes count, because a site decides how large its rules are.
  const cache = new LRUCache<string, CachedFile<A>>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })

  const store = (key: string) =>
    Effect.fnUntraced(function*({ bytes, life, rules }: LoadedFile<A>) {
      const until = (yield* monotonicMillis) + Duration.toMillis(Duration.min(life, maxLife))
      cache.set(key, { rules, bytes, until })
      return rules
    })

  /** The cached rules, without a request. */
  const known = (key: string) =>
    Effect.map(monotonicMillis, (now) => {
      const found = cache.get(key)
      return found !== undefined && now < found.until ? found.rules : undefined
    })

  /** The rules for `url`. Fails as `load` does, or at the requester's deadline. */
  const rulesFor = Effect.fnUntraced(function*(
    url: URL,
    key: string,
    load: Effect.Effect<LoadedFile<A>, PageError, RequestContext>
  ): Effect.fn.Return<A, PageError, RequestContext> {
    const found = yield* known(key)
    if (found !== undefined) return found
    const { joined, value } = yield* share(key, Effect.result(Effect.flatMap(load, store(key)))).pipe(
      RequestContext.within(Duration.infinity, (left) => fault.slow(url, left))
    )
    // The request we joined may have had an earlier deadline. Try again with ours.
    if (joined && Result.isFailure(value)) return yield* rulesFor(url, key, load)
    return yield* Effect.fromResult(value)
  })

  return { known, rulesFor }
}
