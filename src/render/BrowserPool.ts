import { Clock, Context, Duration, Effect, Layer, Metric, Option, Pool, RcRef, Scope, Semaphore } from "effect"
import { tell } from "../observability/log-lines.ts"
import { metrics } from "../observability/metrics.ts"
import { Settings } from "../Settings.ts"
import { BrowserLost, type Chromium, type Room, startChromium } from "./Chromium.ts"
import { EgressProxy } from "./EgressProxy.ts"
import { findBrowser, type FoundBrowser } from "./find-browser.ts"
import { type KeptRoom, makeKeptRooms, type NextRoom, type ServingBrowser } from "./KeptRooms.ts"
import { LoadsPictures } from "./LoadsPictures.ts"
import { renewRoom } from "./renew-room.ts"

/**
 * Rooms of a browser. The browser starts on first use, is kept running for a while, and is replaced by count, age and
 * memory. A room is made ahead of time, so that nobody waits for the cost of isolation.
 */
export class BrowserPool extends Context.Service<BrowserPool, {
  readonly browser: FoundBrowser | undefined
  /**
   * Runs `use` with a room that has nothing of another page. The settings bound how many run at once. The room is gone
   * afterwards, unless `use` left it clean and a `visitor` is named: then the next page of that visitor gets it.
   */
  withRoom<A, E>(
    use: (room: PooledRoom) => Effect.Effect<A, E>,
    visitor?: string
  ): Effect.Effect<A, E | BrowserLost>
  /** The process groups of the running browsers, the newest last, so that they can be watched. */
  readonly groups: () => ReadonlyArray<number>
}>()("gleaner/render/BrowserPool") {
  static readonly layer = Layer.effect(
    BrowserPool,
    Effect.gen(function*() {
      const settings = yield* Settings
      const egress = yield* EgressProxy
      const found = yield* findBrowser(settings)
      const isForPictures = yield* LoadsPictures
      const scope = yield* Effect.scope
      const turns = yield* Semaphore.make(settings.renderConcurrency)
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
          const renewed = yield* Effect.option(Effect.timeout(room, renewPatience))
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

      const withRoom = <A, E>(use: (room: PooledRoom) => Effect.Effect<A, E>, visitor?: string) =>
        Effect.acquireUseRelease(
          Effect.gen(function*() {
            const found = visitor === undefined ? undefined : kept.take(visitor)
            yield* kept.shrinkTo(settings.renderConcurrency - ++inUse)
            return { found, lease: found?.lease ?? (yield* Scope.make()), next: undefined } as Stay
          }),
          (stay) =>
            Effect.gen(function*() {
              const { hasLoaded, room, ...place } = yield* enter(stay)
              const leaveClean = Effect.sync(() => {
                if (visitor === undefined) return
                const renewed = Effect.onError(renewRoom(room, new URL(room.page.url()).origin), () =>
                  Effect.sync(room.gate.shut))
                stay.next = { ...place, visitor, renewed, pages: place.pages + 1, lease: stay.lease }
              })
              // The room's way out is closed at once, whatever the browser still does in it.
              return yield* Effect.raceFirst(use({ ...room, hasLoaded, leaveClean }), place.lost).pipe(
                Effect.ensuring(Effect.sync(() =>
                  stay.next === undefined && room.gate.shut()
                ))
              )
            }),
          (stay) => {
            inUse--
            return stay.next === undefined ? kept.close(stay.lease) : kept.keep(stay.next)
          }
        ).pipe(turns.withPermit)

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
  readonly leaveClean: Effect.Effect<void>
}

interface RunningBrowser extends ServingBrowser {
  readonly takeRoom: Effect.Effect<FreshRoom, BrowserLost, Scope.Scope>
}

interface FreshRoom {
  readonly room: Room
  readonly hasLoaded: Effect.Effect<void>
}

/** The use of a room, from the way in to the way out. */
interface Stay {
  /** The room of a visitor who was here before. */
  readonly found: KeptRoom | undefined
  lease: Scope.Closeable
  /** The room for the visitor's next page. */
  next: NextRoom | undefined
}

/**
 * A browser with rooms made ahead: one, and as many as there are pages in it. `replace` gives the next page another
 * browser. This one is closed when its last page is done.
 */
const runningBrowser = Effect.fnUntraced(function*(
  chromium: Chromium,
  settings: Settings["Service"],
  replace: Effect.Effect<void>
) {
  const { browserLife, browserPages, renderConcurrency, renderMemory } = settings
  const startedAt = yield* Clock.currentTimeMillis
  let served = 0
  let isRetired = false
  // Once only: later it would replace the successor.
  const retire = (reason: "pages" | "age" | "memory" | "lost") =>
    Effect.suspend(() => {
      if (isRetired) return Effect.void
      isRetired = true
      return Metric.update(Metric.withAttributes(metrics.replacedBrowsers, { reason }), 1).pipe(
        Effect.andThen(
          tell(`browser replaced: ${replacements[reason]}`, { "process.pid": chromium.pid, "pages": served })
        ),
        Effect.andThen(replace)
      )
    })
  yield* Effect.forkScoped(Effect.catchTag(chromium.lost, "BrowserLost", () => retire("lost")))

  const rooms = yield* Pool.makeWithTTL({
    acquire: chromium.newRoom,
    min: 1,
    max: renderConcurrency,
    timeToLive: spareLife
  })
  const hangs = Effect.andThen(
    Effect.sync(chromium.kill),
    Effect.fail(new BrowserLost({ cause: "the browser does not answer" }))
  )
  const retireIfLarge = Effect.flatMap(
    Effect.promise(chromium.memory),
    (bytes) => bytes > renderMemory ? retire("memory") : Effect.void
  )
  const countPage = Effect.gen(function*() {
    const age = (yield* Clock.currentTimeMillis) - startedAt
    if (++served >= browserPages) yield* retire("pages")
    if (age >= Duration.toMillis(browserLife)) yield* retire("age")
  })
  const takeRoom = Effect.gen(function*() {
    yield* countPage
    yield* Effect.addFinalizer(() => retireIfLarge)
    const room = yield* Effect.timeoutOrElse(Pool.get(rooms), { duration: roomPatience, orElse: () => hangs })
    // The pool makes another room instead of this one.
    const hasLoaded = Pool.invalidate(rooms, room)
    yield* Effect.addFinalizer(() => hasLoaded)
    return { room, hasLoaded }
  })
  return { lost: chromium.lost, isRetired: () => isRetired, countPage, takeRoom } satisfies RunningBrowser
})

const replacements = {
  pages: "it has shown enough pages",
  age: "it has run long enough",
  memory: "it holds too much memory",
  lost: "it has ended"
} as const

/** A room takes half a second. A browser that has none after this long hangs, and is killed. */
const roomPatience = Duration.seconds(8)

/** A renewal takes a tenth of a second. On a busy machine it takes longer, and a fresh room longer still. */
const renewPatience = Duration.seconds(2)

/** How long a room waits that fewer pages than before need. */
const spareLife = Duration.minutes(1)
