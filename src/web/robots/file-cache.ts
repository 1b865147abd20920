import { Duration, Effect, Result, type Scope } from "effect"
import { LRUCache } from "lru-cache"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"

/** A file of a site, such as robots.txt, as it was loaded. `A`: its content when it is read. */
export interface LoadedFile<A> {
  readonly content: A
  /** The memory that the content takes. */
  readonly bytes: number
  /** How long they are fresh. */
  readonly life: Duration.Duration
}

interface CachedFile<A> extends Pick<LoadedFile<A>, "content" | "bytes"> {
  /** Milliseconds of the monotonic clock. */
  readonly until: number
}

/** Caches the files of sites by key, in at most `maxBytes`. Concurrent requesters share one load. */
export const fileCache = <A>(scope: Scope.Scope, maxLife: Duration.Duration, maxBytes: number) => {
  const share = singleFlight<Result.Result<A, PageError>, never, RequestContext>(scope)
  // Effect's Cache counts entries. Here bytes count, because a site decides how large its files are.
  const cache = new LRUCache<string, CachedFile<A>>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })

  const store = (key: string) =>
    Effect.fnUntraced(function*({ bytes, content, life }: LoadedFile<A>) {
      const until = (yield* monotonicMillis) + Duration.toMillis(Duration.min(life, maxLife))
      cache.set(key, { content, bytes, until })
      return content
    })

  /** The cached content, without a request. */
  const known = (key: string) =>
    Effect.map(monotonicMillis, (now) => {
      const found = cache.get(key)
      return found !== undefined && now < found.until ? found.content : undefined
    })

  /** The content of a file that `url` needs. Fails as `load` does, or at the requester's deadline. */
  const contentFor = Effect.fnUntraced(function*(
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
    if (joined && Result.isFailure(value)) return yield* contentFor(url, key, load)
    return yield* Effect.fromResult(value)
  })

  return { known, contentFor }
}
