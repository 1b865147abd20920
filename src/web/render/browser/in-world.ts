import { Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import { attempt, type BrowserLost } from "./Chromium.ts"

export const worldName = "gleaner"

/** The main frame of a page. */
export interface World {
  readonly session: CDPSession
  readonly guard: { readonly mainFrame: string }
}

/**
 * Evaluates in an isolated world of the main frame, which the scripts of the page cannot reach. Fails if the expression
 * runs longer than `timeout`, in milliseconds.
 */
export const inWorld = <A>(
  { guard, session }: World,
  expression: string,
  timeout?: number
): Effect.Effect<A, BrowserLost> =>
  attempt(async () => {
    const { executionContextId } = await session.send("Page.createIsolatedWorld", {
      frameId: guard.mainFrame,
      worldName
    })
    const { exceptionDetails, result } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      returnByValue: true,
      ...(timeout === undefined ? {} : { timeout }),
      awaitPromise: true
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    // The expression is our own, and its value has this shape.
    return result.value as A
  })

/**
 * The same as {@link inWorld}. A navigation at this moment replaces the tree: then the next document is read. A browser
 * that did not answer in its time is not asked again.
 */
export const inNextWorld = <A>(world: World, expression: string): Effect.Effect<A, BrowserLost> =>
  Effect.retry(inWorld<A>(world, expression), { times: 3, while: ({ cause }) => !/ timed out\. /.test(String(cause)) })
