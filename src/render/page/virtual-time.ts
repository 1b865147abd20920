import { Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import { BrowserLost } from "../browser/Chromium.ts"
import type { PageWatch } from "./PageWatch.ts"

/**
 * Lets this many milliseconds pass for the page (Emulation.setVirtualTimePolicy of the DevTools protocol). Its clock
 * jumps to the next timer whenever nothing else is to be done, and stands still while a request is on its way. When the
 * time has passed, the clock stops until it is given more.
 */
export const letTimePass = (
  { session, watch }: { readonly session: CDPSession; readonly watch: PageWatch },
  millis: number
): Effect.Effect<void, BrowserLost> =>
  Effect.raceFirst(
    passing(session, "pauseIfNetworkFetchesPending", millis),
    // The browser counts streams that never end among the requests. Those do not stop the clock.
    Effect.andThen(
      Effect.sleep(millis),
      Effect.suspend(() => watch.isBusy() ? Effect.void : passing(session, "advance", millis))
    )
  )

const passing = (session: CDPSession, policy: "advance" | "pauseIfNetworkFetchesPending", budget: number) =>
  Effect.callback<void, BrowserLost>((resume) => {
    const onExpired = () => resume(Effect.void)
    session.on("Emulation.virtualTimeBudgetExpired", onExpired)
    session.send("Emulation.setVirtualTimePolicy", { policy, budget, maxVirtualTimeTaskStarvationCount: maxTasks })
      .catch((cause: unknown) => resume(Effect.fail(new BrowserLost({ cause }))))
    return Effect.sync(() => void session.off("Emulation.virtualTimeBudgetExpired", onExpired))
  })

/** A page that always has something to do would stop its own clock. After this many tasks, the time goes on. */
const maxTasks = 10_000
