import type { Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import { attempt, type BrowserLost } from "../browser/Chromium.ts"
import type { PageGuard } from "./page-guard.ts"
import { worldName } from "./page-guard.ts"

/** Evaluates in an isolated world of the main frame, which the scripts of the page cannot reach. */
export const inWorld = <A>(
  { guard, session }: { readonly session: CDPSession; readonly guard: Pick<PageGuard, "mainFrame"> },
  expression: string
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
      awaitPromise: true
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    // The browser's answer to our own expression, which has this shape.
    return result.value as A
  })
