import { Cache, Context, Duration, Effect, Layer } from "effect"
import type { DecodedBody } from "../fetch/decode-body.ts"
import { maxShell, shapeOf } from "./shell-shape.ts"

/** Where a page is, and the job or the key that asked for it. */
export interface AskedPage {
  readonly partition: string
  readonly url: URL
}

/** A page before its scripts run. */
export interface StaticPage extends AskedPage {
  /** Its bytes and what they are. Undefined if they are more, or cannot be read. */
  readonly read: (maxBytes: number) => DecodedBody | undefined
}

/**
 * How useful rendering was, host by host, so that a crawl does not pay for a browser on page after page without a gain.
 * And what the shells of a site look like, so that they are known without a first look. What requests of one
 * partition have taught holds for it alone: nobody can spoil the pages of another.
 */
export class RenderMemory extends Context.Service<RenderMemory, {
  /** False if this partition's latest renderings for this host added nothing. After a while it is tried again. */
  isWorthwhile(page: AskedPage): Effect.Effect<boolean>
  /** Stores whether rendering this page added anything. */
  learn(page: AskedPage, added: boolean): Effect.Effect<void>
  /**
   * Whether the latest pages of its origin were all shells of this shape. Now and then it says no, for another look.
   */
  isKnownShell(page: StaticPage): Effect.Effect<boolean>
  /** Stores whether this page was a shell that rendering filled. */
  learnShell(page: StaticPage, isShell: boolean): Effect.Effect<void>
}>()("gleaner/render/RenderMemory") {
  static readonly layer = Layer.effect(
    RenderMemory,
    Effect.gen(function*() {
      /** Renderings in a row without a gain, for each partition and host. */
      const inVain = yield* Cache.make({
        capacity: maxHosts,
        timeToLive: life,
        lookup: (_key: string) => Effect.succeed(0)
      })
      /** Shells of one shape in a row, for each partition and origin. */
      const shells = yield* Cache.make({
        capacity: maxHosts,
        timeToLive: life,
        lookup: (_key: string) => Effect.succeed<Shells>({ shape: undefined, times: 0 })
      })
      return RenderMemory.of({
        isWorthwhile: (page) => Effect.map(Cache.get(inVain, hostKeyOf(page)), (times) => times < timeout),
        learn: (page, added) =>
          added
            ? Cache.invalidate(inVain, hostKeyOf(page))
            : Effect.flatMap(
              Cache.get(inVain, hostKeyOf(page)),
              (times) => Cache.set(inVain, hostKeyOf(page), times + 1)
            ),
        isKnownShell: Effect.fnUntraced(function*(page) {
          const { shape, times } = yield* Cache.get(shells, keyOf(page))
          if (times < timeout || shapeOfPage(page) !== shape) return false
          yield* Cache.set(shells, keyOf(page), { shape, times: times + 1 })
          return times % lookEvery !== 0
        }),
        learnShell: Effect.fnUntraced(function*(page, isShell) {
          const { shape, times } = yield* Cache.get(shells, keyOf(page))
          const own = isShell ? shapeOfPage(page) : undefined
          yield* own === undefined
            ? Cache.invalidate(shells, keyOf(page))
            : Cache.set(shells, keyOf(page), { shape: own, times: own === shape ? times + 1 : 1 })
        })
      })
    })
  )
}

const shapeOfPage = ({ read }: StaticPage): string | undefined => {
  const page = read(maxShell)
  return page !== undefined && /html/.test(page.mediaType) ? shapeOf(page.body) : undefined
}

interface Shells {
  readonly shape: string | undefined
  readonly times: number
}

const hostKeyOf = ({ partition, url }: AskedPage): string => `${url.host} ${partition}`

const keyOf = ({ partition, url }: AskedPage): string => `${url.origin} ${partition}`

/** One page says little about its host. Three in a row do. */
const timeout = 3
/** One known shell in so many is looked at again. */
const lookEvery = 20
const life = Duration.hours(1)
const maxHosts = 10_000
