import { Context, Effect, Layer } from "effect"
import type { PageRecord } from "../domain/Document.ts"
import type { PageContent, PageFacts, ParsedPage } from "./Page.ts"
import { collectRecords } from "./records/collect-records.ts"

/** Structured items: JSON-LD, microdata, RDFa, and the repeated blocks of the page. */
export class Records extends Context.Service<Records, {
  records(
    page: ParsedPage,
    content: PageContent,
    facts: PageFacts
  ): Effect.Effect<ReadonlyArray<PageRecord>>
}>()("gleaner/extract/Records") {
  static readonly layer = Layer.succeed(Records, {
    records: (page, content, facts) => Effect.sync(() => collectRecords(page, content, facts))
  })
}
