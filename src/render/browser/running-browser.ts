import { Clock, Duration, Effect, Metric, Pool, type Scope } from "effect"
import { log } from "../../observability/log-lines.ts"
import { metrics } from "../../observability/metrics.ts"
import type { Settings } from "../../Settings.ts"
import { BrowserLost, type Chromium, type Room } from "./Chromium.ts"
import type { ServingBrowser } from "./IdleContexts.ts"

export interface RunningBrowser extends ServingBrowser {
  readonly takeRoom: Effect.Effect<FreshRoom, BrowserLost, Scope.Scope>
}

interface FreshRoom {
  readonly room: Room
  readonly hasLoaded: Effect.Effect<void>
}

/**
 * A browser with rooms made ahead: one, and as many as there are pages in it. `replace` gives the next page another
 * browser. This one is closed when its last page is done.
 */
export const runningBrowser = Effect.fnUntraced(function*(
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
          log(`browser replaced: ${replacements[reason]}`, { "process.pid": chromium.pid, "pages": served })
        ),
        Effect.andThen(replace)
      )
    })
  yield* Effect.forkScoped(Effect.catchTag(chromium.lost, "BrowserLost", () => retire("lost")))

  const rooms = yield* Pool.makeWithTTL({
    acquire: chromium.newRoom,
    min: 1,
    max: renderConcurrency + extraRooms,
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
  // A page may fill memory that no limit of the browser counts, faster than it is rendered.
  let inUse = 0
  const look = Effect.suspend(() => inUse > 0 ? Effect.promise(() => chromium.killLarger(renderMemory)) : Effect.void)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollInterval), look)))
  const countPage = Effect.gen(function*() {
    const age = (yield* Clock.currentTimeMillis) - startedAt
    if (++served >= browserPages) yield* retire("pages")
    if (age >= Duration.toMillis(browserLife)) yield* retire("age")
  })
  const takeRoom = Effect.gen(function*() {
    yield* countPage
    inUse++
    yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(() => inUse--), retireIfLarge))
    const room = yield* Effect.timeoutOrElse(Pool.get(rooms), { duration: contextTimeout, orElse: () => hangs })
    // The pool makes another room instead of this one.
    const hasLoaded = Pool.invalidate(rooms, room)
    yield* Effect.addFinalizer(() => hasLoaded)
    return { room, hasLoaded }
  })
  return { lost: chromium.lost, isRetired: () => isRetired, countPage, takeRoom } satisfies RunningBrowser
})

/** Rooms beyond those of the settings, for an owner that has none. */
export const extraRooms = 1

const replacements = {
  pages: "it has shown enough pages",
  age: "it has run long enough",
  memory: "it holds too much memory",
  lost: "it has ended"
} as const

/** A room takes half a second. A browser that has none after this long hangs, and is killed. */
const contextTimeout = Duration.seconds(8)

/** How often we look at the memory of a browser that renders. */
const pollInterval = Duration.millis(500)

/** How long a room waits that fewer pages than before need. */
const spareLife = Duration.minutes(1)
