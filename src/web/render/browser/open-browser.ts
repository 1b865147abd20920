import { Clock, Effect, Ref, Result, type Scope } from "effect"
import { log } from "../../../core/observability/log-lines.ts"
import { shownPlace } from "../../../core/settings/browser-place.ts"
import { BrowserLost, type Chromium, startChromium } from "./Chromium.ts"
import type { EgressProxy } from "./EgressProxy.ts"
import type { FoundBrowser, MissingBrowser } from "./find-browser.ts"
import { connectToBrowser } from "./remote-browser.ts"
import { tryBrowser } from "./try-browser.ts"

type Opened = Effect.Effect<Chromium, BrowserLost, Scope.Scope>

interface BrowserOptions {
  readonly userAgent: string
  readonly egress: EgressProxy["Service"]
  readonly isForPictures: boolean
}

/** Starts the browser of this machine, or connects to the one elsewhere. */
export const browserOpener = (
  found: FoundBrowser | MissingBrowser,
  { egress, isForPictures, userAgent }: BrowserOptions
): Effect.Effect<Opened> => {
  if (found._tag === "Missing") return Effect.succeed(Effect.fail(new BrowserLost({ cause: found.why })))
  if (found.origin !== "elsewhere") return Effect.succeed(startChromium(found, userAgent, egress, isForPictures))
  const place = { url: shownPlace(found.path) }
  return withBackOff(
    connectToBrowser(found, userAgent, egress).pipe(
      Effect.tap(log("browser connected", place)),
      Effect.tapError((lost) => log(`no page is rendered: ${causeOf(lost)}`, place, "Warn"))
    )
  )
}

/** Starts the browser for a moment, or connects to it: its version, or the cause of a failure in one line. */
export const checkOf = (
  found: FoundBrowser | MissingBrowser,
  shared: Effect.Effect<Pick<Chromium, "version">, BrowserLost, Scope.Scope>,
  userAgent: string
): Effect.Effect<Result.Result<string, string>> => {
  if (found._tag === "Missing") return Effect.succeed(Result.fail(found.why))
  if (found.origin !== "elsewhere") return tryBrowser(found, userAgent)
  return Effect.scoped(Effect.flatMap(shared, ({ version }) => version)).pipe(
    Effect.result,
    Effect.map(Result.mapError(causeOf))
  )
}

/** In one line. */
const causeOf = ({ cause }: BrowserLost): string => {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.trim().split("\n")[0] ?? ""
}

/**
 * Lets a failed start be followed by another one only after a pause, which doubles with each failure. Starts in between
 * fail at once, with the same cause.
 */
const withBackOff = <A, E, R>(start: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
  Effect.map(
    Ref.make<{ readonly failures: number; readonly until: number; readonly failure: E | undefined }>(fresh),
    (state) =>
      Effect.gen(function*() {
        const { failure, failures, until } = yield* Ref.get(state)
        if (failure !== undefined && (yield* Clock.currentTimeMillis) < until) return yield* Effect.fail(failure)
        return yield* start.pipe(
          Effect.tap(() => Ref.set(state, fresh)),
          Effect.tapError((failure) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              Ref.set(state, {
                failures: failures + 1,
                until: now + Math.min(maxPause, firstPause * 2 ** failures),
                failure
              }))
          )
        )
      })
  )

const fresh = { failures: 0, until: 0, failure: undefined }

/** Milliseconds. */
const firstPause = 500
const maxPause = 30_000
