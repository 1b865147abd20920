import { Context, Effect, Layer } from "effect"
import { visiblePage } from "../content/visible/visible-page.ts"
import type { ParsedPage } from "../Page.ts"

/** Takes text that readers cannot see out of the page, before any other stage reads it. */
export class Visible extends Context.Service<Visible, {
  visible(page: ParsedPage): Effect.Effect<ParsedPage>
}>()("gleaner/extract/stages/Visible") {
  static readonly layer = Layer.succeed(Visible, { visible: (page) => Effect.sync(() => visiblePage(page)) })
}
