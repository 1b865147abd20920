import { Data, type Duration } from "effect"
import type { PageContext } from "../browser/Chromium.ts"
import type { OpenPage } from "../page/settle-page.ts"
import type { CapturedPage } from "./scripts/in-pages.ts"

/** The reason why a step failed, as the end of a sentence. */
export class StepFailed extends Data.TaggedError("StepFailed")<{ readonly why: string }> {}

/** A loaded page that actions are performed on. */
export interface ActingPage extends OpenPage {
  readonly context: PageContext
  /** Text is typed only on pages of this origin. */
  readonly origin: string
  /** Maximum characters of collected rows. */
  readonly maxCharacters: number
  /** The longest wait for the element of a step. */
  readonly stepTimeout: Duration.Duration
  /** Pages that steps have gathered, the first one first. */
  readonly pages: Array<CapturedPage>
  /** The reason why the present step waits, for its timeout. */
  readonly latest: { why: string }
}
