import { Duration, Effect } from "effect"
import type { ActionTiming, TakenPicture } from "../../../core/domain/document/ActionResult.ts"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { type Action, type ActionKind, kindOf, selectorOf } from "../../../core/domain/options/Action.ts"
import { monotonicMillis } from "../../../core/kernel/RequestContext.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { attempt, type BrowserLost, type PageContext } from "../browser/Chromium.ts"
import type { OpenPage } from "../page/settle-page.ts"
import type { RenderRequest } from "../RenderRequest.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { performStep } from "./perform-step.ts"
import type { CapturedPage } from "./scripts/in-pages.ts"
import { settleStep } from "./settle-step.ts"

/** The outcome of the actions of a page. */
export interface ActionRun {
  readonly steps: ReadonlyArray<ActionTiming>
  readonly pictures: ReadonlyArray<TakenPicture>
  readonly warnings: ReadonlyArray<Warning>
  /** Pages before the last one. */
  readonly pages: ReadonlyArray<CapturedPage>
}

/** Performs the actions of a request on its page. */
export const actOn = (
  context: PageContext,
  { guard, session, watch }: OpenPage,
  { actions = [], url }: RenderRequest,
  settings: Pick<Settings["Service"], "actionTimeout" | "maxBody">,
  end: number
): Effect.Effect<ActionRun> =>
  runActions(
    {
      guard,
      session,
      watch,
      context,
      origin: url.origin,
      maxCharacters: settings.maxBody,
      stepTimeout: settings.actionTimeout,
      pages: [],
      latest: { why: "" }
    },
    actions,
    settings,
    end
  )

/**
 * Performs the steps in their order until one fails, or until `end` (milliseconds of the monotonic clock). Waits after
 * each until the page is calm.
 */
const runActions = Effect.fnUntraced(function*(
  page: ActingPage,
  actions: ReadonlyArray<Action>,
  { actionTimeout }: Pick<Settings["Service"], "actionTimeout">,
  end: number
): Effect.fn.Return<ActionRun> {
  const steps: Array<ActionTiming> = []
  const pictures: Array<TakenPicture> = []
  const warnings: Array<Warning> = []

  const perform = Effect.fnUntraced(function*(action: Action, step: number) {
    page.latest.why = "the page does not respond"
    // A list may be long, and a wait is as long as its caller wants.
    const isLong = longKinds.has(kindOf(action))
    const left = Duration.millis(Math.max(0, end - (yield* monotonicMillis)))
    const limit = isLong ? left : Duration.min(left, actionTimeout)
    yield* performStep(page, action).pipe(
      Effect.timeoutOrElse({ duration: limit, orElse: () => new StepFailed({ why: tooLong(page, limit) }) })
    )
    if (action.screenshot === true) {
      const picture = yield* captured(page, step)
      if (picture === undefined) return yield* new StepFailed({ why: "the picture is too large" })
      pictures.push(picture)
    }
    yield* settleStep(page, stepPause, stepLimit)
  })

  for (const [index, action] of actions.entries()) {
    const step = index + 1
    const started = yield* monotonicMillis
    const left = Duration.millis(Math.max(0, end - started))
    const outcome = yield* perform(action, step).pipe(
      Effect.catchTag("BrowserLost", () => new StepFailed({ why: "the browser could not perform it" })),
      Effect.timeoutOrElse({ duration: left, orElse: () => new StepFailed({ why: outOfTime(page) }) }),
      Effect.match({ onFailure: ({ why }) => why, onSuccess: () => undefined })
    )
    steps.push({ step, kind: kindOf(action), elapsed_ms: Math.round((yield* monotonicMillis) - started) })
    const refusal = page.guard.takeRefusal()
    const windows = page.guard.acting?.takeWindows() ?? 0
    if (windows > 0) warnings.push(closedWindow(step, action))
    const why = refusal?.detail ?? outcome
    if (why === undefined) continue
    warnings.push(failedStep(step, action, why, actions.length - step))
    break
  }
  const framesLeftOut = page.guard.framesLeftOut()
  if (framesLeftOut !== undefined) warnings.push(framesLeftOut)
  const left = Duration.millis(Math.max(0, end - (yield* monotonicMillis)))
  yield* Effect.timeoutOption(settleStep(page, lastPause, lastLimit), left)
  if (page.watch.isNavigating()) yield* Effect.ignore(attempt(() => page.session.send("Page.stopLoading")))
  return { steps, pictures, warnings, pages: page.pages }
})

const longKinds: ReadonlySet<ActionKind> = new Set([
  "scroll",
  "scroll_until",
  "click_until",
  "next_page",
  "wait_ms"
])

/** Milliseconds without a change after a step, and the maximum wait for it. */
const stepPause = 100
const stepLimit = Duration.seconds(3)
/** After the last one, a search field may still wait for its text to be complete. */
const lastPause = 500
const lastLimit = Duration.seconds(5)

/** Bytes of one picture. */
const maxPicture = 4 * 1024 * 1024

/** The window as it is. Undefined over the limit. */
const captured = (page: ActingPage, step: number): Effect.Effect<TakenPicture | undefined, BrowserLost> =>
  Effect.map(
    attempt(() => page.session.send("Page.captureScreenshot", { format: "jpeg", quality: 85 })),
    ({ data }) => data.length * 0.75 > maxPicture ? undefined : { step, media_type: "image/jpeg", data }
  )

const outOfTime = ({ watch }: ActingPage): string =>
  watch.isNavigating() ? "the page that it leads to did not arrive in time" : "the time of the page is over"

const tooLong = ({ latest }: ActingPage, limit: Duration.Duration): string =>
  `${latest.why} (waited ${Math.round(Duration.toSeconds(limit) * 10) / 10} seconds)`

/** Such as `Step 2 of actions, click "#more"`. */
const nameOf = (step: number, action: Action): string => {
  const selector = selectorOf(action)
  return `Step ${step} of actions, ${kindOf(action)}${selector === "" ? "" : ` ${JSON.stringify(selector)}`}`
}

const failedStep = (step: number, action: Action, why: string, left: number): Warning => ({
  code: "action_failed",
  message: `${nameOf(step, action)}, failed: ${why.replace(/\.$/, "")}. ${
    left === 0 ? "" : `The ${left === 1 ? "one step" : `${left} steps`} after it did not run. `
  }This is the page as it was then.`
})

const closedWindow = (step: number, action: Action): Warning => ({
  code: "window_blocked",
  message: `${nameOf(step, action)}, would have opened another window; pages are not opened in windows of their own.`
})
