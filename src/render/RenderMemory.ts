import { Cache, Context, Duration, Effect, Layer } from "effect"
import { shapeOf } from "./shell-shape.ts"

/** A page before its scripts run, and who asked for it. */
export interface StaticPage {
  readonly owner: string
  readonly url: URL
  readonly body: Uint8Array
}

/**
 * How useful rendering was, host by host, so that a crawl does not pay for a browser on page after page without a gain.
 * And what the shells of a site look like, so that they are known without a first look.
 */
export class RenderMemory extends Context.Service<RenderMemory, {
  /** False if the latest renderings for this host added nothing. After a while it is tried again. */
  isWorthwhile(url: URL): Effect.Effect<boolean>
  /** Stores whether rendering this page added anything. */
  learn(url: URL, added: boolean): Effect.Effect<void>
  /** Whether the latest pages of its origin were all shells of this shape. Now and then it says no, for another look. */
  isKnownShell(page: StaticPage): Effect.Effect<boolean>
  /** Stores whether this page was a shell that rendering filled. */
  learnShell(page: StaticPage, isShell: boolean): Effect.Effect<void>
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
      /** Shells of one shape in a row, for each owner and origin. */
      const shells = yield* Cache.make({
        capacity: mostHosts,
        timeToLive: life,
        lookup: (_key: string) => Effect.succeed<Shells>({ shape: undefined, times: 0 })
      })
      return RenderMemory.of({
        isWorthwhile: ({ host }) => Effect.map(Cache.get(inVain, host), (times) => times < patience),
        learn: ({ host }, added) =>
          added
            ? Cache.invalidate(inVain, host)
            : Effect.flatMap(Cache.get(inVain, host), (times) => Cache.set(inVain, host, times + 1)),
        isKnownShell: Effect.fnUntraced(function*(page) {
          const { shape, times } = yield* Cache.get(shells, keyOf(page))
          if (times < patience || shapeOf(page.body) !== shape) return false
          yield* Cache.set(shells, keyOf(page), { shape, times: times + 1 })
          return times % lookEvery !== 0
        }),
        learnShell: Effect.fnUntraced(function*(page, isShell) {
          const { shape, times } = yield* Cache.get(shells, keyOf(page))
          const own = isShell ? shapeOf(page.body) : undefined
          yield* own === undefined
            ? Cache.invalidate(shells, keyOf(page))
            : Cache.set(shells, keyOf(page), { shape: own, times: own === shape ? times + 1 : 1 })
        })
      })
    })
  )
}

interface Shells {
  readonly shape: string | undefined
  readonly times: number
}

const keyOf = ({ owner, url }: StaticPage): string => `${url.origin} ${owner}`

/** One page says little about its host. Three in a row do. */
const patience = 3
/** One known shell in so many is looked at again. */
const lookEvery = 20
const life = Duration.hours(1)
const mostHosts = 10_000
