import { Context, type Effect } from "effect"
import type { PageError } from "../domain/PageError.ts"
import type { Extraction } from "../extract/Page.ts"

export interface ScrapeRequest {
  /** As the caller gave it, `https://` prefixed: Document.url. */
  readonly url: string
  readonly useCache: boolean
  readonly includeHtml: boolean
  readonly priority: "interactive" | "crawl"
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly deadline: number
  readonly depth: number
  readonly isInScope?: (url: URL) => boolean
}

export interface ScrapedPage extends Extraction {
  readonly finalUrl: string
  readonly status: number
}

/** The one way to get a page: fetch (robots, turn), extract, and for a shell render and extract again. */
export class Scraper extends Context.Service<Scraper, {
  scrape(request: ScrapeRequest): Effect.Effect<ScrapedPage, PageError>
}>()("gleaner/page/Scraper") {}
