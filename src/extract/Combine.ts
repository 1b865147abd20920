import { Context, type Effect } from "effect"
import type { Document, Link, PageRecord, StageTiming } from "../domain/Document.ts"
import type { PageContent, PageFacts, PageMedia, ParsedPage } from "./Page.ts"

export interface Parts {
  readonly page: ParsedPage
  readonly content: PageContent
  readonly facts: PageFacts
  readonly links: ReadonlyArray<Link>
  readonly media: PageMedia
  readonly records: ReadonlyArray<PageRecord>
}

/** The parts as one Document; `stages` are the timings so far, to which combine adds its own. */
export class Combine extends Context.Service<Combine, {
  combine(parts: Parts, stages: ReadonlyArray<StageTiming>): Effect.Effect<Document>
}>()("gleaner/extract/Combine") {}
