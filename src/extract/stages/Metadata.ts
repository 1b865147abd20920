import { Context, Effect, Layer } from "effect"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { stageFunctions } from "./loaded-functions.ts"

/** Metadata of the page: title, author, dates, language, JSON-LD, Open Graph and the like. */
export class Metadata extends Context.Service<Metadata, {
  metadata(page: ParsedPage, content: PageContent): Effect.Effect<PageFacts>
}>()("gleaner/extract/stages/Metadata") {
  static readonly layer = Layer.effect(
    Metadata,
    Effect.map(
      stageFunctions,
      ({ languageLoaded, readFacts }) => ({
        metadata: (page, content) => Effect.map(languageLoaded(page, content), () => readFacts(page, content))
      })
    )
  )
}
