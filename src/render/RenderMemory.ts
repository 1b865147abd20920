import { Context, Duration, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { monotonicMillis } from "../domain/Asker.ts"

/**
 * How useful rendering was, host by host, so that a crawl does not pay for a browser on page after page without a gain.
 */
export class RenderMemory extends Context.Service<RenderMemory, {
  /** False if the latest renderings for this host added nothing. After a while it is tried again. */
  isWorthwhile(url: URL): Effect.Effect<boolean>
  /** Stores whether rendering this page added anything. */
  learn(url: URL, added: boolean): Effect.Effect<void>
}>()("gleaner/render/RenderMemory") {
  static readonly layer = Layer.sync(RenderMemory, () => {
    const hosts = new LRUCache<string, Remembered>({ max: mostHosts })
    return RenderMemory.of({
      isWorthwhile: (url) =>
        Effect.map(monotonicMillis, (now) => {
          const known = hosts.get(url.host)
          return known === undefined || known.inVain < patience || known.until <= now
        }),
      learn: (url, added) =>
        Effect.map(monotonicMillis, (now) => {
          if (added) return void hosts.delete(url.host)
          const known = hosts.get(url.host)
          const inVain = known === undefined || known.until <= now ? 1 : known.inVain + 1
          hosts.set(url.host, { inVain, until: now + Duration.toMillis(life) })
        })
    })
  })
}

interface Remembered {
  /** Renderings in a row without a gain. */
  readonly inVain: number
  /** Milliseconds of the monotonic clock. */
  readonly until: number
}

/** One page without a gain says little about its host. Three in a row do. */
const patience = 3
const life = Duration.hours(1)
const mostHosts = 10_000
