import { Duration, Effect } from "effect"
import type { BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { isThere, twoFrames } from "../page/in-page.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { collectRows, type Scrolled, scrolling, scrollOn } from "./scripts/in-scroll.ts"
import { calm } from "./settle-step.ts"

interface Scrolling {
  /** How many times to go to the end. */
  readonly max: number
  readonly no_more?: string
  /** A list, instead of the page. */
  readonly within?: string
}

/**
 * Scrolls to the end part by part, and collects what the page removes meanwhile. Once more as long as more is loaded
 * there, `max` times altogether.
 */
export const scrollUntil = Effect.fnUntraced(function*(
  page: ActingPage,
  { max, no_more, within }: Scrolling
): Effect.fn.Return<void, StepFailed | BrowserLost> {
  page.latest.why = "the page does not respond"
  yield* inWorld(page, `${scrolling(page.maxCharacters)}; ${collectRows}`)
  for (let round = 0, extent = -1; round < max; round++) {
    const { extent: grown, fault } = yield* toEnd(page, within)
    if (fault !== undefined) return yield* new StepFailed({ why: fault })
    yield* calm(page, roundPause, roundLimit)
    yield* inWorld(page, collectRows)
    if (no_more !== undefined && (yield* inWorld<boolean>(page, isThere(no_more)))) return
    if (grown === extent) return
    extent = grown
  }
})

/** Parts of one way to the end: a list of rows may be long. */
const maxParts = 500

const toEnd = Effect.fnUntraced(function*(page: ActingPage, within: string | undefined) {
  let part = yield* inWorld<Scrolled>(page, scrollOn(within))
  for (let parts = 1; parts < maxParts; parts++) {
    yield* Effect.timeoutOption(inWorld(page, twoFrames), frameTimeout)
    yield* calm(page, partPause, partLimit)
    yield* inWorld(page, collectRows)
    if (part.isAtEnd) break
    part = yield* inWorld<Scrolled>(page, scrollOn(within))
  }
  return part
})

const frameTimeout = Duration.millis(150)

/** Milliseconds without a change, and the maximum wait for it. */
const partPause = 30
const partLimit = Duration.millis(1000)
const roundPause = 200
const roundLimit = Duration.seconds(3)
