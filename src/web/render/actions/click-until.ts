import { Duration, Effect } from "effect"
import type { Action } from "../../../core/domain/options/Action.ts"
import type { BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { isThere } from "../page/in-page.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { type CapturedPage, capturePage } from "./scripts/in-pages.ts"
import { settleStep } from "./settle-step.ts"
import { clickAt, reach } from "./use-element.ts"

/** Clicks a control until it is gone, `no_more` matches, or `max` times. */
export const clickUntil = Effect.fnUntraced(function*(
  page: ActingPage,
  { click, max, no_more }: NonNullable<Action["click_until"]>
): Effect.fn.Return<void, StepFailed | BrowserLost> {
  for (let round = 0; round < max; round++) {
    if (no_more !== undefined && (yield* isFound(page, no_more))) return
    if (!(yield* clickNext(page, click, round === 0))) return
  }
})

/**
 * Clicks the control that leads to the next page until it is gone or leads nowhere, or `max` times. Stores the pages
 * before the last one, which are put before the content of the page when it is read.
 */
export const gatherPages = Effect.fnUntraced(function*(
  page: ActingPage,
  { click, max }: NonNullable<Action["next_page"]>
): Effect.fn.Return<void, StepFailed | BrowserLost> {
  const capture = inWorld<CapturedPage>(page, capturePage())
  let current = yield* capture
  let characters = page.pages.reduce((sum, { html }) => sum + html.length, 0)
  for (let round = 0; round < max; round++) {
    if (!(yield* clickNext(page, click, round === 0))) return
    const next = yield* capture
    if (next.text === current.text) return
    characters += current.html.length
    if (characters > page.maxCharacters) return yield* new StepFailed({ why: "the pages together are too large" })
    page.pages.push(current)
    current = next
  }
})

const isFound = (page: ActingPage, selector: string) =>
  Effect.orElseSucceed(inWorld<boolean>(page, isThere(selector)), () => false)

/** Whether the control was clicked. The first click waits for it, and fails without it. */
const clickNext = Effect.fnUntraced(function*(page: ActingPage, selector: string, isFirst: boolean) {
  const place = yield* Effect.timeoutOption(reach(page, selector), isFirst ? page.stepTimeout : goneAfter)
  if (place._tag === "None") {
    return isFirst ? yield* new StepFailed({ why: page.latest.why }) : false
  }
  yield* clickAt(page, place.value)
  yield* settleStep(page, roundPause, roundLimit)
  // The page stays where it may not go.
  return page.guard.refusal() === undefined
})

/** A control that cannot be used for so long after a click has come to its end. */
const goneAfter = Duration.seconds(2)
/** Milliseconds without a change after a click, and the maximum wait for it. */
const roundPause = 200
const roundLimit = Duration.seconds(5)
