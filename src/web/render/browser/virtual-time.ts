import { Clock, Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import { BrowserLost } from "./Chromium.ts"
import { inWorld, type World } from "./in-world.ts"

/**
 * Lets this many milliseconds pass for the page (Emulation.setVirtualTimePolicy of the DevTools protocol). Its clock
 * jumps to the next timer when the page is idle, pauses while a request is in flight, and stops after this time.
 */
export const letTimePass = (
  { session, watch }: { readonly session: CDPSession; readonly watch: { readonly isBusy: () => boolean } },
  millis: number
): Effect.Effect<void, BrowserLost> =>
  Effect.raceFirst(
    passing(session, "pauseIfNetworkFetchesPending", millis),
    // The browser also counts streams that never end as requests. They do not pause the clock.
    Effect.andThen(
      Effect.sleep(millis),
      Effect.suspend(() => watch.isBusy() ? Effect.void : passing(session, "advance", millis))
    )
  )

/**
 * Milliseconds by which the clock of the page is behind the real one: it stops while a request is in flight, and while
 * a recycled context waits. A page whose clock is behind draws no frames.
 */
export const clockLag = (world: World): Effect.Effect<number, BrowserLost> =>
  Effect.zipWith(inWorld<number>(world, "Date.now()"), Clock.currentTimeMillis, (own, real) => Math.max(0, real - own))

/** The same as `letTimePass` for a document without requests. */
export const passing = (session: CDPSession, policy: "advance" | "pauseIfNetworkFetchesPending", budget: number) =>
  Effect.callback<void, BrowserLost>((resume) => {
    const onExpired = () => resume(Effect.void)
    session.on("Emulation.virtualTimeBudgetExpired", onExpired)
    session.send("Emulation.setVirtualTimePolicy", { policy, budget, maxVirtualTimeTaskStarvationCount: maxTasks })
      .catch((cause: unknown) => resume(Effect.fail(new BrowserLost({ cause }))))
    return Effect.sync(() => void session.off("Emulation.virtualTimeBudgetExpired", onExpired))
  })

/** Tasks without a pause before the clock continues: a page that is always busy would stop it. */
const maxTasks = 10_000
