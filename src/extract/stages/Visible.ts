import { Context, Effect, Layer } from "effect"
import type { ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Takes text that readers cannot see out of the page, before any other stage reads it. */
export class Visible extends Context.Service<Visible, {
  visible(page: ParsedPage): Effect.Effect<ParsedPage>
}>()("gleaner/extract/stages/Visible") {
  static readonly layer = Layer.effect(
    Visible,
    Effect.map(stageFunctions, ({ visiblePage }) => ({ visible: (page) => Effect.sync(() => visiblePage(page)) }))
  )
}
