import { Context, Effect, Layer } from "effect"
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

/** The parts as one Document; `stages` are the timings so far, to which the runner adds combine's own. */
export class Combine extends Context.Service<Combine, {
  combine(parts: Parts, stages: ReadonlyArray<StageTiming>): Effect.Effect<Document>
}>()("gleaner/extract/Combine") {
  static readonly layer = Layer.succeed(Combine, {
    combine: (parts, stages) => Effect.sync(() => documentOf(parts, stages))
  })
}

export const documentOf = (parts: Parts, stages: ReadonlyArray<StageTiming>): Document => {
  const { content, facts, links, media, page, records } = parts
  const { input } = page
  return {
    url: input.url,
    final_url: input.finalUrl,
    fetched_at: new Date(input.fetchedAt).toISOString(),
    status: input.status,
    content_type: input.mediaType,
    depth: input.depth,
    size_bytes: input.body.byteLength,
    title: facts.title,
    author: facts.author,
    published_date: facts.published_date,
    language: facts.language,
    description: facts.description,
    keywords: facts.keywords,
    site_name: facts.site_name,
    markdown: content.markdown,
    text: content.text,
    html: input.includeHtml ? page.source : "",
    links,
    images: media.images,
    tables: media.tables,
    records,
    metadata: facts.metadata,
    trace: {
      stages,
      cache_hit: input.cacheHit,
      rendered: input.rendered,
      redirects: input.redirects,
      retries: input.retries,
      warnings: [...input.warnings, ...page.warnings]
    }
  }
}
