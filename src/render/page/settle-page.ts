import { Duration, Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import type { BrowserLost } from "../browser/Chromium.ts"
import { type Probe, probe, twoFrames } from "./in-page.ts"
import { inWorld } from "./in-world.ts"
import type { PageGuard } from "./page-guard.ts"
import type { PageWatch } from "./PageWatch.ts"
import { letTimePass } from "./virtual-time.ts"

/** An open page, for those who wait for it. */
export interface OpenPage {
  readonly session: CDPSession
  readonly guard: PageGuard
  readonly watch: PageWatch
}

/** With text on the page, a short pause means rest. Without text, the content may need a moment longer. */
const pauseWithText = 200
const pauseWithout = 1000
const enoughText = 200

/**
 * How much real time a page gets besides, in milliseconds: some of its work may be in a database, a worker or a socket,
 * which virtual time does not hurry.
 */
const realWithText = 50
const realWithout = 250

/**
 * Waits until network and tree have been quiet for a while, but no longer than `limit`. The quiet is measured in the
 * page's own time, which jumps from timer to timer: a quiet second costs a few milliseconds. Afterwards the time of the
 * page stands still. Returns whether the page came to rest.
 */
export const settlePage = (page: OpenPage, limit: Duration.Duration): Effect.Effect<boolean, BrowserLost> =>
  Effect.gen(function*() {
    let hasWaited = false
    let pause = pauseWithText
    for (let passed = 0; passed <= Duration.toMillis(limit); passed += pause) {
      yield* page.watch.idle
      yield* letTimePass(page, pause)
      yield* Effect.all([drawn(page), Effect.sleep(realWithText)], { concurrency: 2, discard: true })
      const { still, text } = yield* look(page)
      const wanted = text >= enoughText ? pauseWithText : pauseWithout
      pause = Math.max(shortest, wanted - still)
      if (still < wanted || page.watch.isBusy()) continue
      if (text >= enoughText || hasWaited) return true
      hasWaited = true
      yield* Effect.sleep(realWithout)
    }
    return false
  }).pipe(within(limit))

/** The same in real time, for a picture: it shows what moves, and loads what is seen. */
export const comeToRealRest = (page: OpenPage, limit: Duration.Duration): Effect.Effect<boolean, BrowserLost> =>
  Effect.gen(function*() {
    for (;;) {
      yield* page.watch.idle
      const { still, text } = yield* look(page)
      const wanted = text >= enoughText ? pauseWithText : pauseWithout
      if (still >= wanted && !page.watch.isBusy()) return true
      yield* Effect.sleep(Math.max(shortest, wanted - still))
    }
  }).pipe(within(limit))

/** Milliseconds between two looks at least. */
const shortest = 20

/** A page that draws nothing has no frames. */
const drawn = (page: OpenPage) => Effect.timeoutOption(Effect.ignore(inWorld(page, twoFrames)), maxFrames)
const maxFrames = Duration.millis(150)

/** A navigation at this moment takes the tree away. */
const look = (page: OpenPage): Effect.Effect<Probe> =>
  Effect.orElseSucceed(inWorld<Probe>(page, probe), () => ({ still: 0, text: 0 }))

const within = (limit: Duration.Duration) => <E>(rest: Effect.Effect<boolean, E>): Effect.Effect<boolean, E> =>
  Effect.timeoutOrElse(rest, { duration: limit, orElse: () => Effect.succeed(false) })
