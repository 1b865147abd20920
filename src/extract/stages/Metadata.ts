import { Context, Effect, Layer } from "effect"
import { languageLoaded } from "../metadata/language.ts"
import { readFacts } from "../metadata/read-facts.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"

/** Metadata of the page: title, author, dates, language, JSON-LD, Open Graph and the like. */
export class Metadata extends Context.Service<Metadata, {
  metadata(page: ParsedPage, content: PageContent): Effect.Effect<PageFacts>
}>()("gleaner/extract/stages/Metadata") {
  static readonly layer = Layer.succeed(Metadata, {
    metadata: (page, content) => Effect.map(languageLoaded(page, content), () => readFacts(page, content))
  })
}
