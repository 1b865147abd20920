import { Context, Effect, Layer } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { ParsedPage } from "../Page.ts"
import { withinBudget } from "../select/within-budget.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Applies the selectors of the request before any other stage reads the page. */
export class Select extends Context.Service<Select, {
  /** Fails with `fetch_failed`/decode when the selectors cost more than one page may. */
  select(page: ParsedPage): Effect.Effect<ParsedPage, PageError>
}>()("gleaner/extract/stages/Select") {
  static readonly layer = Layer.effect(
    Select,
    Effect.map(
      stageFunctions,
      ({ applySelectors }) => ({ select: (page) => withinBudget(page, (budget) => applySelectors(page, budget)) })
    )
  )
}
