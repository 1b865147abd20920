import { Effect } from "effect"
import { inWorld, type World } from "../../browser/in-world.ts"
import { hideOverlaysIn } from "./in-overlays.ts"

/**
 * Hides consent banners and overlays of the page, by cosmetic rules. Never fails: without an answer in time, the page
 * stays as it is.
 */
export const hideOverlays = (page: World): Effect.Effect<void> =>
  Effect.ignore(inWorld<number>(page, script, maxMillis))

const script = hideOverlaysIn()

/** The browser ends a script of ours that takes longer. */
const maxMillis = 1000
