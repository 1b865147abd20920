import { Effect } from "effect"
import { attempt } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import { type ActingPage, StepFailed } from "./ActingPage.ts"
import { choosesFiles, isStillAt, locate, type Located } from "./scripts/in-target.ts"

/** Milliseconds between two attempts to use an element. */
export const pollInterval = 50

/** Moves the pointer to an element as soon as it can be used, and follows one that moves away. The caller limits it. */
export const reach = Effect.fnUntraced(function*(page: ActingPage, selector: string) {
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

export const clickAt = Effect.fnUntraced(function*(
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
