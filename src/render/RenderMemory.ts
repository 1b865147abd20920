import { Cache, Context, Duration, Effect, Layer } from "effect"

/**
 * How useful rendering was, host by host, so that a crawl does not pay for a browser on page after page without a gain.
 */
export class RenderMemory extends Context.Service<RenderMemory, {
  /** False if the latest renderings for this host added nothing. After a while it is tried again. */
  isWorthwhile(url: URL): Effect.Effect<boolean>
  /** Stores whether rendering this page added anything. */
  learn(url: URL, added: boolean): Effect.Effect<void>
}>()("gleaner/render/RenderMemory") {
  static readonly layer = Layer.effect(
    RenderMemory,
    Effect.gen(function*() {
      /** Renderings in a row without a gain, for each host. */
      const inVain = yield* Cache.make({
        capacity: mostHosts,
        timeToLive: life,
        lookup: (_host: string) => Effect.succeed(0)
      })
      return RenderMemory.of({
        isWorthwhile: ({ host }) => Effect.map(Cache.get(inVain, host), (times) => times < patience),
        learn: ({ host }, added) =>
          added
            ? Cache.invalidate(inVain, host)
            : Effect.flatMap(Cache.get(inVain, host), (times) => Cache.set(inVain, host, times + 1))
      })
    })
  )
}

/** One page without a gain says little about its host. Three in a row do. */
const patience = 3
const life = Duration.hours(1)
const mostHosts = 10_000
