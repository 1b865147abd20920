import { Context, Effect, Layer } from "effect"
import type { PageRecord } from "../../core/domain/document/Document.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import type { FoundData } from "../records/data/read-data.ts"
import { withinBudget } from "../select/within-budget.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** The data that the schema of the request describes. */
export class Data extends Context.Service<Data, {
  /** Fails with `fetch_failed`/decode when the rules of a wrapper cost more than one page may. */
  data(
    page: ParsedPage,
    content: PageContent,
    facts: PageFacts,
    records: ReadonlyArray<PageRecord>
  ): Effect.Effect<FoundData | undefined, PageError>
}>()("gleaner/extract/stages/Data") {
  static readonly layer = Layer.effect(
    Data,
    Effect.map(stageFunctions, ({ readWithModel, readWithRules }) => ({
      data: (page, content, facts, records) =>
        withinBudget(page, (budget) => {
          const found = readWithRules(page, content, facts, records, budget)
          const { model } = page.input
          return found === undefined || model === undefined ? found : readWithModel(found, model, page)
        })
    }))
  )
}
