import { Data } from "effect"
import type { PageContext } from "../browser/Chromium.ts"
import type { OpenPage } from "../page/settle-page.ts"

/** The reason why a step failed, as the end of a sentence. */
export class StepFailed extends Data.TaggedError("StepFailed")<{ readonly why: string }> {}

/** A loaded page that actions are performed on. */
export interface ActingPage extends OpenPage {
  readonly context: PageContext
  /** Text is typed on pages of this origin alone. */
  readonly origin: string
  /** Maximum characters of collected rows. */
  readonly maxCharacters: number
  /** The reason why the present step waits, for its timeout. */
  readonly latest: { why: string }
}
