import { Context, Duration, Effect, Layer, Option, RcRef, Scope } from "effect"
import { FairPermits } from "../../kernel/FairPermits.ts"
import type { Claim } from "../../kernel/FairQueue.ts"
import { Settings } from "../../Settings.ts"
import { LoadsPictures } from "../LoadsPictures.ts"
import { BrowserLost, type Room, startChromium } from "./Chromium.ts"
import { EgressProxy } from "./EgressProxy.ts"
import { findBrowser, type FoundBrowser } from "./find-browser.ts"
import { type KeptRoom, makeKeptRooms, type NextRoom } from "./IdleContexts.ts"
import { recycleContext } from "./recycle-context.ts"
import { extraRooms, type RunningBrowser, runningBrowser } from "./running-browser.ts"

/**
 * Rooms of a browser. The browser starts on first use, is kept running for a while, and is replaced by count, age and
 * memory. A room is made ahead of time, so that nobody waits for the cost of isolation.
 */
export class BrowserPool extends Context.Service<BrowserPool, {
  readonly browser: FoundBrowser | undefined
  /**
   * Runs `use` with a room that has nothing of another page. The settings bound how many run at once, and one more runs
   * for an owner that has none while others have all. The room is gone afterwards, unless `use` left it clean and a
   * `visitor` is named: then the next page of that visitor gets it.
   */
  withRoom<A, E>(
    use: (room: PooledRoom) => Effect.Effect<A, E>,
    claim: Claim,
    visitor?: string
  ): Effect.Effect<A, E | BrowserLost>
  /** The process groups of the running browsers, the newest last, so that they can be watched. */
  readonly groups: () => ReadonlyArray<number>
}>()("gleaner/render/browser/BrowserPool") {
  static readonly layer = Layer.effect(
    BrowserPool,
    Effect.gen(function*() {
      const settings = yield* Settings
      const egress = yield* EgressProxy
      const found = yield* findBrowser(settings)
      const isForPictures = yield* LoadsPictures
      const scope = yield* Effect.scope
      const turns = new FairPermits({ units: settings.renderConcurrency, reserve: extraRooms })
      const groups = new Set<number>()

      const start = Effect.gen(function*() {
        if (found._tag === "Missing") return yield* new BrowserLost({ cause: found.why })
        const chromium = yield* startChromium(found, settings.userAgent, egress, isForPictures)
        const { pid } = chromium
        if (pid !== undefined) {
          yield* Effect.acquireRelease(Effect.sync(() => groups.add(pid)), () => Effect.sync(() => groups.delete(pid)))
        }
        yield* Effect.logDebug("browser started", { pid })
        return yield* runningBrowser(
          chromium,
          settings,
          Effect.suspend(() => Effect.andThen(RcRef.invalidate(browsers), kept.dropRetired))
        )
      })
      const browsers: RcRef.RcRef<RunningBrowser, BrowserLost> = yield* RcRef.make({
        acquire: start,
        idleTimeToLive: settings.browserIdle
      })

      // Closed before the browsers, which wait for their rooms.
      const kept = yield* makeKeptRooms(settings.browserIdle)

      const current = Effect.andThen(
        // A browser goes on starting when the caller who wanted it gives up. The next one finds it running.
        Effect.forkIn(Effect.ignore(Effect.scoped(RcRef.get(browsers))), scope),
        RcRef.get(browsers)
      )

      let inUse = 0
      const enter = Effect.fnUntraced(function*(stay: Stay) {
        if (stay.found !== undefined) {
          const { countPage, room } = stay.found
          const renewed = yield* Effect.option(Effect.timeout(room, recycleTimeout))
          if (Option.isSome(renewed)) {
            yield* countPage
            return { ...stay.found, room: renewed.value, hasLoaded: Effect.void }
          }
          yield* kept.close(stay.lease)
          stay.lease = yield* Scope.make()
        }
        return yield* Effect.gen(function*() {
          const browser = yield* current
          return { ...browser, ...yield* browser.takeRoom, pages: 0 }
        }).pipe(Scope.provide(stay.lease))
      })

      const withRoom = <A, E>(use: (room: PooledRoom) => Effect.Effect<A, E>, claim: Claim, visitor?: string) =>
        Effect.acquireUseRelease(
          Effect.gen(function*() {
            const found = visitor === undefined ? undefined : kept.take(visitor)
            yield* kept.shrinkTo(settings.renderConcurrency - ++inUse)
            return { found, lease: found?.lease ?? (yield* Scope.make()), next: undefined } as Stay
          }),
          (stay) =>
            Effect.gen(function*() {
              const { hasLoaded, room, ...place } = yield* enter(stay)
              const recycle = Effect.sync(() => {
                if (visitor === undefined) return
                const renewed = Effect.onError(recycleContext(room, new URL(room.page.url()).origin), () =>
                  Effect.sync(room.gate.shut))
                stay.next = { ...place, visitor, renewed, pages: place.pages + 1, lease: stay.lease }
              })
              // The room's way out is closed at once, whatever the browser still does in it.
              return yield* Effect.raceFirst(use({ ...room, hasLoaded, recycle }), place.lost).pipe(
                Effect.ensuring(Effect.sync(() =>
                  stay.next === undefined && room.gate.shut()
                ))
              )
            }),
          (stay) => {
            inUse--
            return stay.next === undefined ? kept.close(stay.lease) : kept.keep(stay.next)
          }
        ).pipe(turns.withPermit(claim))

      return BrowserPool.of({
        browser: found._tag === "Found" ? found : undefined,
        withRoom,
        groups: () => [...groups]
      })
    })
  )
}

/** A room that serves one page. */
export interface PooledRoom extends Room {
  /** The page has loaded, and the browser has time to make the next room. */
  readonly hasLoaded: Effect.Effect<void>
  /** The page stayed on its origin and within its bounds. The next page of its visitor may have the room. */
  readonly recycle: Effect.Effect<void>
}

/** The use of a room, from the way in to the way out. */
interface Stay {
  /** The room of a visitor who was here before. */
  readonly found: KeptRoom | undefined
  lease: Scope.Closeable
  /** The room for the visitor's next page. */
  next: NextRoom | undefined
}

/** A renewal takes a tenth of a second. On a busy machine it takes longer, and a fresh room longer still. */
const recycleTimeout = Duration.seconds(2)
