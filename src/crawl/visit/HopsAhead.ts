import { Effect } from "effect"
import { LRUCache } from "lru-cache"
import type { PageError } from "../../domain/errors/PageError.ts"
import type { Hop } from "../../fetch/Hop.ts"
import type { RequestContext } from "../../kernel/RequestContext.ts"

type Asking = Effect.Effect<Hop, PageError, RequestContext>

/**
 * Targets of redirects, for one crawl. A page follows its redirects before the crawl knows whether their targets are
 * pages of its own. If a target is, its page takes the answer from here, so that no URL is fetched twice.
 */
export class HopsAhead {
  private readonly hops = new LRUCache<string, Asking>({ maxSize: maxBytes })

  /** The target of a redirect: the answer that is here or on its way, else a new one, which is kept. */
  ahead(url: string, ask: Asking): Asking {
    return Effect.suspend(() => {
      const known = this.hops.get(url)
      if (known !== undefined) return known
      const measured = Effect.tap(ask, (hop) =>
        Effect.sync(() => {
          const size = sizeOf(hop)
          if (this.hops.has(url) && size > minBytes) this.hops.set(url, Effect.succeed(hop), { size })
        }))
      return Effect.flatMap(Effect.cached(measured), (asking) => {
        this.hops.set(url, asking, { size: minBytes })
        return asking
      })
    })
  }

  /**
   * A URL of the crawl itself. Its answer, if it is here, is used and forgotten, because nobody asks for it again. The
   * page that was redirected to it may have run out of time. Then we ask again with our own time.
   */
  own(url: string, ask: Asking): Asking {
    return Effect.suspend(() => {
      const known = this.hops.get(url)
      this.hops.delete(url)
      return known === undefined ? ask : Effect.catchIf(known, isOutOfTime, () => ask)
    })
  }
}

const isOutOfTime = ({ code }: PageError): boolean => code === "domain_busy" || code === "upstream_timeout"

/** What is pushed out beyond this is asked for again. */
const maxBytes = 16 * 1024 * 1024
const minBytes = 1024

const sizeOf = (hop: Hop): number => hop._tag === "Page" ? minBytes + hop.body.length : minBytes
