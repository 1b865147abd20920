import { Effect } from "effect"
import { LRUCache } from "lru-cache"
import { isOutOfTime, type PageError } from "../../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import type { Hop } from "../../../web/fetch/Hop.ts"

type Fetching = Effect.Effect<Hop, PageError, RequestContext>

/**
 * Answers of redirect targets, for one crawl. A page follows its redirects before the crawl knows whether their targets
 * are pages of its own. The page of such a target claims the answer here, so no URL is fetched twice.
 */
export class RedirectPrefetch {
  private readonly answers = new LRUCache<string, Fetching>({ maxSize: maxBytes })

  /** Fetches the target of a redirect and caches the answer, unless it is cached or in flight. */
  prefetch(url: string, fetch: Fetching): Fetching {
    return Effect.suspend(() => {
      const known = this.answers.get(url)
      if (known !== undefined) return known
      const measured = Effect.tap(fetch, (hop) =>
        Effect.sync(() => {
          const size = sizeOf(hop)
          if (this.answers.has(url) && size > minBytes) this.answers.set(url, Effect.succeed(hop), { size })
        }))
      return Effect.flatMap(Effect.cached(measured), (fetching) => {
        this.answers.set(url, fetching, { size: minBytes })
        return fetching
      })
    })
  }

  /**
   * Takes the answer of a URL of the crawl itself out of the cache, or fetches it. The prefetch may have failed for
   * want of time of the redirected page. Then it is fetched again, with the time of this page.
   */
  claim(url: string, fetch: Fetching): Fetching {
    return Effect.suspend(() => {
      const known = this.answers.get(url)
      this.answers.delete(url)
      return known === undefined ? fetch : Effect.catchIf(known, isOutOfTime, () => fetch)
    })
  }
}

/** Answers evicted beyond this size are fetched again. */
const maxBytes = 16 * 1024 * 1024
const minBytes = 1024

const sizeOf = (hop: Hop): number => hop._tag === "Page" ? minBytes + hop.body.length : minBytes
