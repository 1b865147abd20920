import { Context, Effect, Layer } from "effect"
import type { Warning } from "../../core/domain/document/Trace.ts"
import type { ParsedPage, ShellVerdict } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/**
 * Whether the page is another one in its place: a login, a captcha, a question about cookies, a message that nothing
 * was found.
 */
export class SoftFailures extends Context.Service<SoftFailures, {
  warnings(page: ParsedPage, title: string, text: string, shell: ShellVerdict): Effect.Effect<ReadonlyArray<Warning>>
}>()("gleaner/extract/stages/SoftFailures") {
  static readonly layer = Layer.effect(
    SoftFailures,
    Effect.map(
      stageFunctions,
      ({ softFailures }) => ({
        warnings: (page, title, text, shell) => Effect.sync(() => softFailures(page, title, text, shell))
      })
    )
  )
}
