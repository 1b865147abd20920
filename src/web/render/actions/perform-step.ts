import { Effect } from "effect"
import type { KeyInput } from "puppeteer-core"
import type { Action } from "../../../core/domain/options/Action.ts"
import { attempt, type BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { isThere } from "../page/in-page.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { clickUntil, gatherPages } from "./click-until.ts"
import { checkField, type Prepared, preparePress, prepareTyping } from "./scripts/in-field.ts"
import { choose } from "./scripts/in-target.ts"
import { scrollUntil } from "./scroll-until.ts"
import { clickAt, pollInterval, reach } from "./use-element.ts"

/** Performs one step, however long its element lets it wait. Pictures are taken elsewhere. */
export const performStep = (page: ActingPage, action: Action): Effect.Effect<void, StepFailed | BrowserLost> => {
  const { click, click_until, hover, next_page, press, scroll, scroll_until, select, type, wait_for, wait_ms } = action
  if (click !== undefined) return Effect.flatMap(reach(page, click), (at) => clickAt(page, at))
  if (type !== undefined) return typeText(page, type[0], type[1])
  if (select !== undefined) return selectOption(page, select[0], select[1])
  if (hover !== undefined) return Effect.asVoid(reach(page, hover))
  if (press !== undefined) return pressKey(page, press)
  if (scroll !== undefined) return scrollUntil(page, { max: 1, ...(scroll === "bottom" ? {} : { within: scroll }) })
  if (scroll_until !== undefined) return scrollUntil(page, scroll_until)
  if (click_until !== undefined) return clickUntil(page, click_until)
  if (next_page !== undefined) return gatherPages(page, next_page)
  if (wait_for !== undefined) return until(page, wait_for)
  return wait_ms === undefined ? Effect.void : Effect.sleep(wait_ms)
}

/** Polls while a navigation replaces the tree, too. The caller limits it. */
const until = Effect.fnUntraced(function*(page: ActingPage, selector: string) {
  page.latest.why = "no element matches"
  while (!(yield* Effect.orElseSucceed(inWorld<boolean>(page, isThere(selector)), () => false))) {
    yield* Effect.sleep(pollInterval)
  }
})

/**
 * The main frame neither is of another origin nor has asked for a page there. No page arrives without the guard, so
 * this holds for what is sent next.
 */
const isAtOrigin = ({ guard, origin }: ActingPage): boolean =>
  guard.acting?.origin() === origin && guard.target().origin === origin

const otherOrigin = "the page has led to another origin, where no text is typed"

/** A longer text is inserted at once. */
const maxKeys = 200

const typeText = Effect.fnUntraced(function*(page: ActingPage, selector: string, text: string) {
  const { keyboard } = page.context.page
  yield* clickAt(page, yield* reach(page, selector))
  if (!isAtOrigin(page)) return yield* new StepFailed({ why: otherOrigin })
  const prepared = yield* inWorld<Prepared>(page, prepareTyping(selector, text))
  if (prepared === "typed") return
  if (prepared !== "ready") return yield* new StepFailed({ why: prepared.fault })
  const intoField = Effect.fnUntraced(function*(send: () => Promise<void>) {
    const why = yield* inWorld<string>(page, checkField)
    if (why !== "") return yield* new StepFailed({ why })
    if (!isAtOrigin(page)) return yield* new StepFailed({ why: otherOrigin })
    yield* attempt(send)
  })
  if (text === "") return yield* intoField(() => keyboard.press("Backspace"))
  if (text.length > maxKeys) return yield* intoField(() => keyboard.sendCharacter(text))
  for (const character of text) yield* intoField(() => keyboard.type(character))
})

const pressKey = Effect.fnUntraced(function*(page: ActingPage, key: string) {
  const isText = key.length === 1
  const prepared = isText && !isAtOrigin(page)
    ? { fault: otherOrigin }
    : yield* inWorld<Prepared>(page, preparePress(key))
  if (prepared === "typed") return
  if (prepared !== "ready") return yield* new StepFailed({ why: prepared.fault })
  if (isText && !isAtOrigin(page)) return yield* new StepFailed({ why: otherOrigin })
  // The keys of the schema have the names of puppeteer's.
  yield* attempt(() => page.context.page.keyboard.press(key as KeyInput))
})

const selectOption = Effect.fnUntraced(function*(page: ActingPage, selector: string, wanted: string) {
  yield* reach(page, selector)
  const why = yield* inWorld<string>(page, choose(wanted))
  if (why !== "") return yield* new StepFailed({ why })
})
