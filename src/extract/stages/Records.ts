import { Context, Effect, Layer } from "effect"
import type { PageRecord } from "../../core/domain/document/Document.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { withinBudget } from "../select/within-budget.ts"
import { stageFunctions } from "./loaded-functions.ts"

/**
 * Structured items: those described by the selectors of the request, then JSON-LD, microdata, RDFa, and the repeated
 * blocks of the page.
 */
export class Records extends Context.Service<Records, {
  records(
    page: ParsedPage,
    content: PageContent,
    facts: PageFacts
  ): Effect.Effect<ReadonlyArray<PageRecord>, PageError>
}>()("gleaner/extract/stages/Records") {
  static readonly layer = Layer.effect(
    Records,
    Effect.map(
      stageFunctions,
      ({ collectRecords, selectedRecords }) => ({
        records: (page, content, facts) =>
          withinBudget(page, (budget) => collectRecords(page, content, facts, selectedRecords(page, budget)))
      })
    )
  )
}
