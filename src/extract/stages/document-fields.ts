import type { DocumentBody } from "../../core/domain/document/Document.ts"
import type { DocumentField } from "../../core/domain/document/DocumentField.ts"
import type { Part, Reading } from "../Reading.ts"

/** Parts that a Document is made from. */
export type DocumentParts = Omit<Reading, "shell" | "softFailures" | "document">

interface Field<A> {
  /** Parts that it is made from. A field without parts is known before the first stage. */
  readonly needs: ReadonlyArray<Part>
  /** Its value; undefined leaves the key out. */
  readonly of: (parts: DocumentParts) => A
}

const field = <A>(needs: ReadonlyArray<Part>, of: (parts: DocumentParts) => A): Field<A> => ({ needs, of })

/** Each field of a Document, in its order. */
export const documentFields: { readonly [F in keyof DocumentBody]-?: Field<DocumentBody[F]> } = {
  url: field([], ({ page }) => page.input.url),
  final_url: field([], ({ page }) => page.input.finalUrl),
  fetched_at: field([], ({ page }) => new Date(page.input.fetchedAt).toISOString()),
  status: field([], ({ page }) => page.input.status),
  content_type: field([], ({ page }) => page.input.mediaType),
  depth: field([], ({ page }) => page.input.depth),
  size_bytes: field([], ({ page }) => page.input.body.byteLength),
  title: field(["facts"], ({ facts }) => facts.title),
  author: field(["facts", "content"], ({ facts }) => facts.author),
  published_date: field(["facts", "content"], ({ facts }) => facts.published_date),
  language: field(["facts", "content"], ({ facts }) => facts.language),
  description: field(["facts"], ({ facts }) => facts.description),
  keywords: field(["facts"], ({ facts }) => facts.keywords),
  site_name: field(["facts"], ({ facts }) => facts.site_name),
  image: field(["facts", "content"], ({ facts }) => facts.image),
  markdown: field(["content"], ({ content }) => content.markdown),
  text: field(["content"], ({ content }) => content.text),
  confidence: field(["content"], ({ content }) => content.text === "" ? 0 : content.selection.confidence),
  blocks: field(["content"], ({ content }) => content.blocks),
  content_html: field(["content"], ({ content }) => content.html),
  chunks: field(["chunked"], ({ chunked }) => chunked.chunks),
  chunks_left_out: field(["chunked"], ({ chunked }) => chunked.chunks_left_out),
  // Taken by the crawl.
  picture: field([], () => undefined),
  // Known only for documents of a job.
  repeats: field([], () => undefined),
  html: field(
    ["page"],
    ({ page: { input: { options }, source } }) =>
      options?.include_html === true || options?.fields?.includes("html") === true ? source() : ""
  ),
  links: field(["links"], ({ links }) => links),
  images: field(["media"], ({ media }) => media.images),
  tables: field(["media"], ({ media }) => media.tables),
  media: field(["media"], ({ media }) => media.media),
  records: field(["records"], ({ records }) => records),
  metadata: field(["facts"], ({ facts }) => facts.metadata),
  data: field(["data"], ({ data }) => data?.instance)
}

/** Parts needed by a field. The warnings of the trace need all of the page's text and title. */
export const partsOf = (name: DocumentField): ReadonlyArray<Part> => {
  if (name === "pictures") return []
  return name === "trace" ? ["softFailures"] : documentFields[name].needs
}
