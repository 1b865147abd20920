import { Context, Effect, Layer } from "effect"
import type { PageRecord } from "../../core/domain/document/Document.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { type FoundData, readData } from "../records/data/read-data.ts"

/** The data that the schema of the request describes. */
export class Data extends Context.Service<Data, {
  data(
    page: ParsedPage,
    content: PageContent,
    facts: PageFacts,
    records: ReadonlyArray<PageRecord>
  ): Effect.Effect<FoundData | undefined>
}>()("gleaner/extract/stages/Data") {
  static readonly layer = Layer.succeed(Data, {
    data: (page, content, facts, records) => Effect.sync(() => readData(page, content, facts, records))
  })
}
