import { type Duration, Effect } from "effect"
import { monotonicMillis } from "../../../core/kernel/RequestContext.ts"
import { inWorld } from "../browser/in-world.ts"
import { type Probe, probe } from "../page/in-page.ts"
import type { ActingPage } from "./ActingPage.ts"

/**
 * Waits in real time until network and tree have been idle for `pause` milliseconds from now, but no longer than
 * `limit`.
 */
export const calm = (page: ActingPage, pause: number, limit: Duration.Duration): Effect.Effect<void> =>
  Effect.gen(function*() {
    const started = yield* monotonicMillis
    for (;;) {
      yield* page.watch.idle
      // Fails during a navigation, which replaces the tree.
      const probed = yield* Effect.orElseSucceed(inWorld<Probe>(page, probe), () => ({ still: 0 }))
      const still = Math.min(probed.still, (yield* monotonicMillis) - started)
      if (still >= pause && !page.watch.isBusy()) return
      yield* Effect.sleep(Math.max(pollInterval, pause - still))
    }
  }).pipe(Effect.timeoutOption(limit), Effect.asVoid)

/** The wait after a step, for what it has begun: first for the turn and the answer of a page that it leads to. */
export const settleStep = Effect.fnUntraced(function*(page: ActingPage, pause: number, limit: Duration.Duration) {
  yield* Effect.sleep(reaction)
  while (page.guard.isChecking() || page.watch.isNavigating()) yield* Effect.sleep(pollInterval)
  yield* calm(page, pause, limit)
})

/** Milliseconds until a page has begun a request or a change because of a step. */
const reaction = 50
const pollInterval = 20
