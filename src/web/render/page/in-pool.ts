import { type Duration, Effect } from "effect"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { Claim } from "../../../core/kernel/fair/FairQueue.ts"
import { shownUrl } from "../../../core/kernel/shown-url.ts"
import type { BrowserPool, PooledContext } from "../browser/BrowserPool.ts"
import type { BrowserLost, PageContext } from "../browser/Chromium.ts"

interface RenderLimits {
  /** For each attempt. */
  readonly timeout: Duration.Duration
  /** For both attempts, with the wait for a context. */
  readonly left: Duration.Duration
  readonly claim: Claim
  readonly reuseKey?: string | undefined
  /** The page has actions, which must not be performed twice. */
  readonly isOnce?: boolean
}

/**
 * Runs `use` in a context of the pool, and once more if the browser was lost, unless it `isOnce`: another page may have
 * crashed it.
 */
export const inPool = <A>(
  pool: BrowserPool["Service"],
  url: URL,
  { claim, isOnce, left, reuseKey, timeout }: RenderLimits,
  use: (context: PooledContext) => Effect.Effect<A, PageError | BrowserLost>
): Effect.Effect<A, PageError> => {
  const within = (duration: Duration.Duration) =>
    Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(fault.renderTooSlow(url.href)) })
  const once = pool.withContext(
    (context) => use(context).pipe(unlessCrashed(context, url), within(timeout)),
    claim,
    reuseKey
  )
  return once.pipe(
    Effect.catchTag("BrowserLost", (lost) => isOnce === true ? Effect.fail(lost) : once),
    Effect.catchTag("BrowserLost", (lost) =>
      Effect.andThen(
        Effect.logWarning("the browser ended under a page", { url: shownUrl(url.href) }, lost),
        Effect.fail(fault.browserEnded(url.href))
      )),
    within(left)
  )
}

/** Fails when the process of the page has ended, for example because the page fills the memory. */
const unlessCrashed = ({ crashed }: PageContext, url: URL) => <A, E>(use: Effect.Effect<A, E>) =>
  Effect.raceFirst(
    use,
    Effect.andThen(crashed, Effect.suspend(() => Effect.fail(fault.pageCrashed(url.href))))
  )
