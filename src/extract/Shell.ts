import { Context, Effect, Layer } from "effect"
import type { PageContent, ParsedPage, ShellVerdict } from "./Page.ts"
import { shellVerdict } from "./shell/verdict.ts"

/** Whether the page is an empty shell that a browser has to fill. */
export class Shell extends Context.Service<Shell, {
  verdict(page: ParsedPage, content: PageContent): Effect.Effect<ShellVerdict>
}>()("gleaner/extract/Shell") {
  static readonly layer = Layer.succeed(Shell, {
    verdict: (page, content) => Effect.sync(() => shellVerdict(page, content))
  })
}
