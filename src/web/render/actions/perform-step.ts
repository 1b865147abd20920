import { Effect } from "effect"
import type { KeyInput } from "puppeteer-core"
import type { Action } from "../../../core/domain/options/Action.ts"
import { attempt, type BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { isThere } from "../page/in-page.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { checkField, type Prepared, preparePress, prepareTyping } from "./scripts/in-field.ts"
import { choose, choosesFiles, isStillAt, locate, type Located } from "./scripts/in-target.ts"
import { scrollUntil } from "./scroll-until.ts"

/** Performs one step, however long its element lets it wait. Pictures are taken elsewhere. */
export const performStep = (page: ActingPage, action: Action): Effect.Effect<void, StepFailed | BrowserLost> => {
  const { click, hover, press, scroll, scroll_until, select, type, wait_for, wait_ms } = action
  if (click !== undefined) return Effect.flatMap(reach(page, click), (at) => clickAt(page, at))
  if (type !== undefined) return typeText(page, type[0], type[1])
  if (select !== undefined) return selectOption(page, select[0], select[1])
  if (hover !== undefined) return Effect.asVoid(reach(page, hover))
  if (press !== undefined) return pressKey(page, press)
  if (scroll !== undefined) return scrollUntil(page, { max: 1, ...(scroll === "bottom" ? {} : { within: scroll }) })
  if (scroll_until !== undefined) return scrollUntil(page, scroll_until)
  if (wait_for !== undefined) return until(page, wait_for)
  return wait_ms === undefined ? Effect.void : Effect.sleep(wait_ms)
}

/** Milliseconds between two attempts to use an element. */
const pollInterval = 50

/** Polls while a navigation replaces the tree, too. The caller limits it. */
const until = Effect.fnUntraced(function*(page: ActingPage, selector: string) {
  page.latest.why = "no element matches"
  while (!(yield* Effect.orElseSucceed(inWorld<boolean>(page, isThere(selector)), () => false))) {
    yield* Effect.sleep(pollInterval)
  }
})

/** Moves the pointer to an element as soon as it can be used, and follows one that moves away. The caller limits it. */
const reach = Effect.fnUntraced(function*(page: ActingPage, selector: string) {
  for (;;) {
    const found = yield* Effect.orElseSucceed(
      inWorld<Located>(page, locate(selector)),
      (): Located => ({ fault: "the page was being replaced" })
    )
    if ("fault" in found) page.latest.why = found.fault
    else {
      const { x, y } = found
      yield* attempt(() => page.session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }))
      if (yield* Effect.orElseSucceed(inWorld<boolean>(page, isStillAt(x, y)), () => false)) return { x, y }
      page.latest.why = "the element moves away from the pointer"
    }
    yield* Effect.sleep(pollInterval)
  }
})

const clickAt = Effect.fnUntraced(function*(
  page: ActingPage,
  { x, y }: { readonly x: number; readonly y: number }
) {
  if (yield* inWorld<boolean>(page, choosesFiles)) return yield* new StepFailed({ why: "files are never uploaded" })
  const press = (type: "mousePressed" | "mouseReleased") =>
    attempt(() =>
      page.session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 })
    )
  page.latest.why = "the page does not respond"
  yield* press("mousePressed")
  yield* press("mouseReleased")
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
