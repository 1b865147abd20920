import { Clock, Duration, Effect, Metric, Pool, type Scope } from "effect"
import { log } from "../../../core/observability/log-lines.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { BrowserLost, type Chromium, type PageContext } from "./Chromium.ts"
import type { ServingBrowser } from "./IdleContexts.ts"

export interface RunningBrowser extends ServingBrowser {
  readonly version: Effect.Effect<string, BrowserLost>
  readonly takeContext: Effect.Effect<FreshContext, BrowserLost, Scope.Scope>
}

interface FreshContext {
  readonly context: PageContext
  readonly hasLoaded: Effect.Effect<void>
}

/**
 * A browser with contexts made ahead: one, and as many as there are pages in it. `replace` gives the next page another
 * browser. This one is closed after its last page.
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
  // Once only: a second call would replace the successor.
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

  const contexts = yield* Pool.makeWithTTL({
    acquire: chromium.newContext,
    min: 1,
    max: renderConcurrency + extraContexts,
    timeToLive: spareTimeToLive
  })
  const hangs = Effect.andThen(
    Effect.sync(chromium.kill),
    Effect.fail(new BrowserLost({ cause: "the browser does not answer" }))
  )
  const retireIfLarge = Effect.flatMap(
    Effect.promise(chromium.memory),
    (bytes) => bytes > renderMemory ? retire("memory") : Effect.void
  )
  // During a rendering, because a page may fill memory that no limit of the browser counts.
  let inUse = 0
  const checkMemory = Effect.suspend(() =>
    inUse > 0 ? Effect.promise(() => chromium.killLarger(renderMemory)) : Effect.void
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollInterval), checkMemory)))
  const countPage = Effect.gen(function*() {
    const age = (yield* Clock.currentTimeMillis) - startedAt
    if (++served >= browserPages) yield* retire("pages")
    if (age >= Duration.toMillis(browserLife)) yield* retire("age")
  })
  const takeContext = Effect.gen(function*() {
    yield* countPage
    inUse++
    yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(() => inUse--), retireIfLarge))
    const context = yield* Effect.timeoutOrElse(Pool.get(contexts), { duration: contextTimeout, orElse: () => hangs })
    // The pool then makes another context.
    const hasLoaded = Pool.invalidate(contexts, context)
    yield* Effect.addFinalizer(() => hasLoaded)
    return { context, hasLoaded }
  })
  const { lost, version } = chromium
  return { lost, version, isRetired: () => isRetired, countPage, takeContext } satisfies RunningBrowser
})

/** Contexts beyond those of the settings, for an owner that has none. */
export const extraContexts = 1

const replacements = {
  pages: "it has shown enough pages",
  age: "it has run long enough",
  memory: "it holds too much memory",
  lost: "it has ended"
} as const

/** A new context takes half a second. A browser without one after this time hangs, and is killed. */
const contextTimeout = Duration.seconds(8)

/** Between checks of the memory of a browser that renders. */
const pollInterval = Duration.millis(500)

/** Before a context is closed that was made for more pages than there are now. */
const spareTimeToLive = Duration.minutes(1)
