import { Cache, Context, Duration, Effect, Layer, Option } from "effect"
import type { DecodedBody } from "../web/fetch/decode-body.ts"
import { maxShell, shapeOf } from "./shell-shape.ts"

/** The URL of a page, and the job or the key that requested it. */
export interface PageLocation {
  readonly partition: string
  readonly url: URL
}

/** A page before its scripts run. `read` returns undefined for a body that is larger or cannot be decoded. */
export interface StaticPage extends PageLocation {
  readonly read: (maxBytes: number) => DecodedBody | undefined
}

/**
 * How useful rendering was for each host, so a crawl stops rendering pages without a gain. Also the shapes of a
 * site's shells, so they are rendered without an extraction first. Each partition has entries of its own, so that
 * one cannot spoil the pages of another.
 */
export class RenderMemory extends Context.Service<RenderMemory, {
  /** False if this partition's latest renderings for this host added nothing. Entries expire. */
  isWorthwhile(page: PageLocation): Effect.Effect<boolean>
  /** Stores whether rendering this page added anything. */
  learn(page: PageLocation, added: boolean): Effect.Effect<void>
  /** Whether the latest page of this shape on its origin was a shell. Some pages are rechecked: then false. */
  isKnownShell(page: StaticPage): Effect.Effect<boolean>
  /** Stores whether this page was a shell that rendering filled. */
  learnShell(page: StaticPage, isShell: boolean): Effect.Effect<void>
}>()("gleaner/page/RenderMemory") {
  static readonly layer = Layer.effect(
    RenderMemory,
    Effect.gen(function*() {
      /** Renderings in a row without a gain, for each partition and host. */
      const useless = yield* Cache.make({
        capacity: maxHosts,
        timeToLive: life,
        lookup: (_key: string) => Effect.succeed(0)
      })
      /** The shapes of shells, for each partition and origin. */
      const shells = yield* Cache.make({
        capacity: maxHosts,
        timeToLive: life,
        lookup: (_key: string) => Effect.succeed<Shells>(new Map())
      })
      // Most origins have no entry, and checking them must not evict others.
      const shellsOf = (page: PageLocation) =>
        Effect.map(Cache.getOption(shells, keyOf(page)), Option.getOrElse((): Shells => new Map()))
      return RenderMemory.of({
        // Most hosts have no entry, and checking them must not evict others.
        isWorthwhile: (page) =>
          Effect.map(Cache.getOption(useless, hostKeyOf(page)), (times) => Option.getOrElse(times, () => 0) < enough),
        learn: (page, added) =>
          added
            ? Cache.invalidate(useless, hostKeyOf(page))
            : Effect.flatMap(
              Cache.get(useless, hostKeyOf(page)),
              (times) => Cache.set(useless, hostKeyOf(page), times + 1)
            ),
        isKnownShell: Effect.fnUntraced(function*(page) {
          const known = yield* shellsOf(page)
          const shape = known.size === 0 ? undefined : shapeOfPage(page)
          const times = shape === undefined ? undefined : known.get(shape)
          if (shape === undefined || times === undefined) return false
          yield* Cache.set(shells, keyOf(page), withShape(known, shape, times + 1))
          return times % recheckEvery !== 0
        }),
        learnShell: Effect.fnUntraced(function*(page, isShell) {
          const known = yield* shellsOf(page)
          // A page with text is evidence only about its own shape.
          const shape = isShell || known.size > 0 ? shapeOfPage(page) : undefined
          if (shape === undefined || !isShell && !known.has(shape)) return
          const times = isShell ? (known.get(shape) ?? 0) + 1 : undefined
          yield* Cache.set(shells, keyOf(page), withShape(known, shape, times))
        })
      })
    })
  )
}

const shapeOfPage = ({ read }: StaticPage): string | undefined => {
  const page = read(maxShell)
  return page !== undefined && /html/.test(page.mediaType) ? shapeOf(page.body) : undefined
}

/** How often each shape was seen since it was a shell, the latest one last. */
type Shells = ReadonlyMap<string, number>

/** The same with this count, or without this shape. */
const withShape = (shells: Shells, shape: string, times: number | undefined): Shells => {
  const others = [...shells].filter(([other]) => other !== shape).slice(-(maxShapes - 1))
  return new Map(times === undefined ? others : [...others, [shape, times]])
}

const hostKeyOf = ({ partition, url }: PageLocation): string => `${url.host} ${partition}`

const keyOf = ({ partition, url }: PageLocation): string => `${url.origin} ${partition}`

/** Renderings in a row without a gain before their host is left alone. */
const enough = 3
/** A site has a shell for each kind of page. */
const maxShapes = 16
/** One known shell in this many is rechecked. */
const recheckEvery = 20
const life = Duration.hours(1)
const maxHosts = 10_000
