import { Clock, Context, Duration, Effect, Exit, Layer, Scope, Semaphore } from "effect"
import { Settings } from "../Settings.ts"
import { BrowserLost, type Chromium, type Room, startChromium } from "./Chromium.ts"
import { EgressProxy } from "./EgressProxy.ts"
import { findBrowser, type FoundBrowser } from "./find-browser.ts"

/**
 * Rooms of a browser. The browser starts on first use, is kept running, and is replaced by count, age and memory. A
 * room is made ahead of time, so that nobody waits for the cost of isolation.
 */
export class BrowserPool extends Context.Service<BrowserPool, {
  readonly browser: FoundBrowser | undefined
  /** Runs `use` with a fresh room. The settings bound how many run at once. The room is gone afterwards. */
  withRoom<A, E>(use: (room: Room) => Effect.Effect<A, E>): Effect.Effect<A, E | BrowserLost>
  /** The process group of the running browser, so that it can be watched. */
  readonly group: () => number | undefined
}>()("gleaner/render/BrowserPool") {
  static readonly layer = Layer.effect(
    BrowserPool,
    Effect.gen(function*() {
      const settings = yield* Settings
      const egress = yield* EgressProxy
      const found = yield* findBrowser(settings)
      const poolScope = yield* Effect.scope
      const turns = yield* Semaphore.make(settings.renderConcurrency)
      const starting = yield* Semaphore.make(1)
      let current: Running | undefined

      const start = Effect.gen(function*() {
        if (found._tag === "Missing") return yield* new BrowserLost({ cause: found.why })
        const scope = yield* Scope.fork(poolScope)
        const chromium = yield* startChromium(found, settings.userAgent, egress).pipe(
          Scope.provide(scope),
          Effect.onExit((exit) => Exit.isFailure(exit) ? Scope.close(scope, exit) : Effect.void)
        )
        const running: Running = {
          chromium,
          scope,
          startedAt: yield* Clock.currentTimeMillis,
          spares: [],
          served: 0,
          active: 0,
          retired: false
        }
        yield* Effect.logDebug("browser started", { pid: chromium.pid })
        return running
      })

      /** The browser to use now. A worn or dead one is set aside, and closed when its last page is done. */
      const running = Effect.gen(function*() {
        if (current !== undefined && (yield* isWorn(current, settings))) {
          const worn = current
          current = undefined
          yield* retire(worn)
        }
        current ??= yield* start
        current.active += 1
        return current
      }).pipe(Effect.uninterruptible, starting.withPermit)

      const retire = (browser: Running) =>
        Effect.suspend(() => {
          browser.retired = true
          return browser.active === 0 ? Effect.forkIn(Scope.close(browser.scope, Exit.void), poolScope) : Effect.void
        })

      const prepare = (browser: Running) =>
        Effect.gen(function*() {
          if (browser.retired || browser.spares.length >= settings.renderConcurrency) return
          browser.spares.push(yield* openRoom(browser))
        }).pipe(Effect.ignore, Effect.forkIn(browser.scope))

      const release = (browser: Running) =>
        Effect.gen(function*() {
          browser.active -= 1
          browser.served += 1
          if (browser.retired) return yield* retire(browser)
          yield* prepare(browser)
          if (browser.active === 0) yield* Effect.forkIn(closeWhenIdle(browser), browser.scope)
        })

      const closeWhenIdle = (browser: Running) =>
        Effect.gen(function*() {
          const served = browser.served
          yield* Effect.sleep(settings.browserIdle)
          if (browser.active > 0 || browser.served !== served || current !== browser) return
          current = undefined
          yield* retire(browser)
        })

      const withRoom = <A, E>(use: (room: Room) => Effect.Effect<A, E>) =>
        Effect.acquireUseRelease(
          running,
          (browser) =>
            Effect.acquireUseRelease(
              takeRoom(browser),
              ({ room }) => Effect.raceFirst(use(room), browser.chromium.lost),
              // Its way out is closed at once. The browser tidies up while nobody waits.
              ({ room, scope }) =>
                Effect.andThen(Effect.sync(room.gate.shut), Effect.forkIn(Scope.close(scope, Exit.void), poolScope))
            ),
          release
        ).pipe(turns.withPermit)

      return BrowserPool.of({
        browser: found._tag === "Found" ? found : undefined,
        withRoom,
        group: () => current?.chromium.pid
      })
    })
  )
}

/** A browser and what it has done so far. The pool owns it and changes it in place. */
interface Running {
  readonly chromium: Chromium
  readonly scope: Scope.Closeable
  readonly startedAt: number
  readonly spares: Array<OpenRoom>
  served: number
  active: number
  retired: boolean
}

interface OpenRoom {
  readonly room: Room
  readonly scope: Scope.Closeable
}

const isWorn = Effect.fnUntraced(function*(browser: Running, settings: Settings["Service"]) {
  if (!browser.chromium.isConnected() || browser.served >= settings.browserPages) return true
  const age = (yield* Clock.currentTimeMillis) - browser.startedAt
  if (age >= Duration.toMillis(settings.browserLife)) return true
  return (yield* Effect.promise(browser.chromium.memory)) > settings.renderMemory
})

const openRoom = Effect.fnUntraced(function*(browser: Running) {
  const scope = yield* Scope.fork(browser.scope)
  const room = yield* browser.chromium.newRoom.pipe(
    Scope.provide(scope),
    Effect.onExit((exit) => Exit.isFailure(exit) ? Scope.close(scope, exit) : Effect.void)
  )
  return { room, scope } satisfies OpenRoom
})

/** A room takes half a second. A browser that has none after this long hangs, and is killed. */
const roomPatience = Duration.seconds(8)

const takeRoom = (browser: Running): Effect.Effect<OpenRoom, BrowserLost> =>
  Effect.suspend(() => {
    const spare = browser.spares.shift()
    if (spare !== undefined) return Effect.succeed(spare)
    return Effect.timeoutOrElse(openRoom(browser), {
      duration: roomPatience,
      orElse: () => {
        browser.chromium.kill()
        return Effect.fail(new BrowserLost({ cause: "the browser does not answer" }))
      }
    })
  })
