import { Context, Effect, Layer } from "effect"
import type { PageError } from "../domain/errors/PageError.ts"
import type { RequestContext } from "../kernel/RequestContext.ts"
import { PageReader, type PageRequest, type ReadPage } from "./PageReader.ts"

export type ScrapedPage = ReadPage<"document">

/** A page as a Document. */
export class Scraper extends Context.Service<Scraper, {
  scrape(request: PageRequest): Effect.Effect<ScrapedPage, PageError, RequestContext>
}>()("gleaner/page/Scraper") {
  static readonly layer = Layer.effect(
    Scraper,
    Effect.map(PageReader, ({ read }) => Scraper.of({ scrape: (request) => read(request, "document") }))
  )
}
