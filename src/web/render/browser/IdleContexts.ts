import { Clock, Deferred, Duration, Effect, Exit, Scope } from "effect"
import type { BrowserLost, PageContext } from "./Chromium.ts"

/** The running browser of a context. */
export interface ServingBrowser {
  /** Fails when it ends. */
  readonly lost: Effect.Effect<never, BrowserLost>
  /** Whether it serves no more pages. */
  readonly isRetired: () => boolean
  /** Counts one more page that is served. */
  readonly countPage: Effect.Effect<void>
}

/** A context that a page has left. */
export interface ReturnedContext extends ServingBrowser {
  /** Names one job, or one key, on one origin. */
  readonly reuseKey: string
  /** Removes all state of the page. Fails if the context cannot be used again. */
  readonly recycled: Effect.Effect<PageContext, BrowserLost>
  /** How many pages it has served. */
  readonly pages: number
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  /** The context and its browser live until this is closed. */
  readonly lease: Scope.Closeable
}

/** `context` completes when no state of the page before is left in it. */
export interface IdleContext extends Omit<ReturnedContext, "recycled"> {
  readonly context: Effect.Effect<PageContext, BrowserLost>
}

export type IdleContexts = Effect.Success<ReturnType<typeof makeIdleContexts>>

/** Contexts that wait for the next page with their key, no longer than the browser itself may be idle. */
export const makeIdleContexts = Effect.fnUntraced(function*(browserIdle: Duration.Duration) {
  const timeToLive = Duration.min(maxIdle, browserIdle)
  const scope = yield* Effect.scope
  /** The oldest first. */
  const contexts = new Set<IdleContext>()
  // In the background. If closing were interrupted, the browser could never close.
  const close = (lease: Scope.Closeable) =>
    Effect.asVoid(Effect.forkIn(Scope.close(lease, Exit.void), scope, { uninterruptible: true }))
  const drop = (context: IdleContext) =>
    Effect.suspend(() => contexts.delete(context) ? close(context.lease) : Effect.void)
  yield* Effect.addFinalizer(() => Effect.forEach(contexts, ({ lease }) => Scope.close(lease, Exit.void)))

  const add = Effect.fnUntraced(function*({ recycled, ...rest }: ReturnedContext) {
    const age = (yield* Clock.currentTimeMillis) - rest.openedAt
    if (rest.pages >= maxPages || age >= maxAge || rest.isRetired()) return yield* close(rest.lease)
    const ready = yield* Deferred.make<PageContext, BrowserLost>()
    const context: IdleContext = { ...rest, context: Deferred.await(ready) }
    contexts.add(context)
    yield* Effect.forkIn(Deferred.complete(ready, recycled), scope)
    yield* Effect.forkIn(Effect.andThen(Effect.sleep(timeToLive), drop(context)), scope)
  })

  return {
    close,
    add,
    /** Removes a context with this key, for the caller to use. */
    take: (reuseKey: string): IdleContext | undefined => {
      const found = [...contexts].find((context) => context.reuseKey === reuseKey && !context.isRetired())
      if (found !== undefined) contexts.delete(found)
      return found
    },
    /** Closes the oldest until at most `max` are left. */
    shrinkTo: (max: number) =>
      Effect.suspend(() =>
        Effect.forEach([...contexts].slice(0, Math.max(0, contexts.size - max)), drop, { discard: true })
      ),
    dropRetired: Effect.suspend(() =>
      Effect.forEach([...contexts].filter((context) => context.isRetired()), drop, { discard: true })
    )
  }
})

const maxIdle = Duration.seconds(15)

/** Closing a context frees the memory that its pages have left. */
const maxPages = 100
const maxAge = Duration.toMillis("5 minutes")
