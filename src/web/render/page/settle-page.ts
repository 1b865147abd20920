import { Duration, Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import type { BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { clockLag, letTimePass, passing } from "../browser/virtual-time.ts"
import { type Probe, probe, twoFrames } from "./in-page.ts"
import type { PageGuard } from "./page-guard.ts"
import type { PageWatch } from "./PageWatch.ts"

export interface OpenPage {
  readonly session: CDPSession
  readonly guard: PageGuard
  readonly watch: PageWatch
}

/** Milliseconds without a change after which a page has settled. Content without text may need longer. */
const pauseWithText = 200
const pauseWithout = 1000
const enoughText = 200

/** The virtual clock may stop a fraction of a millisecond early. */
const rounding = 1

/** Milliseconds of real time in addition, for databases, workers and sockets: virtual time does not speed them up. */
const realWithText = 50
const realWithout = 250

/**
 * Waits until network and tree have been idle, but no longer than `limit`. Idle time is virtual, and jumps from timer
 * to timer: an idle second costs a few milliseconds. Afterwards the virtual time is paused. Returns whether the page
 * has settled.
 */
export const settlePage = (page: OpenPage, limit: Duration.Duration): Effect.Effect<boolean, BrowserLost> =>
  Effect.gen(function*() {
    let hasWaited = false
    let pause = pauseWithText
    for (let passed = 0; passed <= Duration.toMillis(limit); passed += pause) {
      yield* idleInTime(page)
      const lag = yield* Effect.orElseSucceed(clockLag(page), () => 0)
      yield* letTimePass(page, pause + lag)
      yield* Effect.all([drawn(page), Effect.sleep(realWithText)], { concurrency: 2, discard: true })
      const { still, text } = yield* probeOf(page)
      const wanted = text >= enoughText ? pauseWithText : pauseWithout
      pause = Math.max(minPause, wanted - still)
      if (still + rounding < wanted || page.watch.isBusy()) continue
      if (text >= enoughText || hasWaited) return true
      hasWaited = true
      yield* Effect.sleep(realWithout)
    }
    return false
  }).pipe(within(limit))

/**
 * Waits until no request is in flight. The clock of a recycled context stops meanwhile, and with it the tasks that end
 * a request, so it is set to the real time again and again.
 */
const idleInTime = (page: OpenPage): Effect.Effect<void> => {
  const catchUp = Effect.gen(function*() {
    const lag = yield* clockLag(page)
    if (lag >= clockInterval) yield* passing(page.session, "advance", lag)
  }).pipe(Effect.ignore, Effect.timeoutOption(clockInterval))
  return Effect.raceFirst(
    page.watch.idle,
    Effect.forever(Effect.andThen(Effect.sleep(clockInterval), catchUp))
  )
}

/** Milliseconds of real time. */
const clockInterval = 100

/** Waits in real time, for a picture: it shows animations, and loads lazy images. */
export const settleInRealTime = (page: OpenPage, limit: Duration.Duration): Effect.Effect<boolean, BrowserLost> =>
  Effect.gen(function*() {
    for (;;) {
      yield* page.watch.idle
      const { still, text } = yield* probeOf(page)
      const wanted = text >= enoughText ? pauseWithText : pauseWithout
      if (still >= wanted && !page.watch.isBusy()) return true
      yield* Effect.sleep(Math.max(minPause, wanted - still))
    }
  }).pipe(within(limit))

/** Milliseconds between two probes. */
const minPause = 20

/** A page that draws nothing has no frames. */
const drawn = (page: OpenPage) => Effect.timeoutOption(Effect.ignore(inWorld(page, twoFrames)), frameTimeout)
const frameTimeout = Duration.millis(150)

/** Fails during a navigation, which replaces the tree. */
const probeOf = (page: OpenPage): Effect.Effect<Probe> =>
  Effect.orElseSucceed(inWorld<Probe>(page, probe), () => ({ still: 0, text: 0 }))

const within = (limit: Duration.Duration) => <E>(settling: Effect.Effect<boolean, E>): Effect.Effect<boolean, E> =>
  Effect.timeoutOrElse(settling, { duration: limit, orElse: () => Effect.succeed(false) })
