import { Context, Effect, Layer } from "effect"
import type { DocumentBody, Link, PageRecord } from "../../domain/document/Document.ts"
import type { PageOptions } from "../../domain/options/PageOptions.ts"
import type { PageContent, PageFacts, PageMedia, ParsedPage } from "../Page.ts"
import { isRequested } from "./is-requested.ts"

export interface DocumentParts {
  readonly page: ParsedPage
  readonly content: PageContent
  readonly facts: PageFacts
  readonly links: ReadonlyArray<Link>
  readonly media: PageMedia
  readonly records: ReadonlyArray<PageRecord>
}

/**
 * Joins the parts to one Document with the requested fields, without its trace. The trace comes from the process that
 * fetched the page.
 */
export class Combine extends Context.Service<Combine, {
  combine(parts: DocumentParts): Effect.Effect<Partial<DocumentBody>>
}>()("gleaner/extract/stages/Combine") {
  static readonly layer = Layer.succeed(Combine, {
    combine: (parts) => Effect.sync(() => withFields(documentOf(parts), parts.page.input.options))
  })
}

const withFields = (document: DocumentBody, options: PageOptions | undefined): Partial<DocumentBody> =>
  options?.fields === undefined
    ? document
    : Object.fromEntries(Object.entries(document).filter(([name]) => isRequested(name as keyof DocumentBody, options))) // its own keys

const documentOf = (parts: DocumentParts): DocumentBody => {
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
    confidence: content.text === "" ? 0 : content.selection.confidence,
    ...(content.blocks === undefined ? {} : { blocks: content.blocks }),
    html: input.includeHtml || input.options?.fields?.includes("html") === true ? page.source : "",
    links,
    images: media.images,
    tables: media.tables,
    media: media.media,
    records,
    metadata: facts.metadata
  }
}
