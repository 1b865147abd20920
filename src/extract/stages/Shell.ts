import { Context, Effect, Layer } from "effect"
import type { PageContent, ParsedPage, ShellVerdict } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Whether the page is an empty shell that a browser has to fill. */
export class Shell extends Context.Service<Shell, {
  /** Decides without the content where possible, because most pages have text of their own. */
  verdict(page: ParsedPage, content: Effect.Effect<PageContent>): Effect.Effect<ShellVerdict>
}>()("gleaner/extract/stages/Shell") {
  static readonly layer = Layer.effect(
    Shell,
    Effect.map(stageFunctions, ({ otherDocuments, shellVerdict, verdictAtOnce }) => ({
      verdict: (page, content) =>
        Effect.suspend(() => {
          const verdict = verdictAtOnce(page)
          const decided = verdict === undefined
            ? Effect.map(content, (found) => shellVerdict(page, found))
            : Effect.succeed(verdict)
          return Effect.map(decided, (shell): ShellVerdict => ({ ...shell, ...otherDocuments(page) }))
        })
    }))
  )
}
