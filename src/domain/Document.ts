import { Schema } from "effect"

/** A distinct http(s) link of the page. */
export const Link = Schema.Struct({
  url: Schema.String.annotate({ description: "Canonical URL." }),
  text: Schema.String.annotate({ description: "Anchor text; the alt text where the anchor is an image." }),
  internal: Schema.Boolean.annotate({ description: "Same registrable domain as final_url." }),
  nofollow: Schema.Boolean.annotate({ description: "Every occurrence says nofollow, ugc or sponsored." })
}).annotate({ identifier: "Link" })
export interface Link extends Schema.Schema.Type<typeof Link> {}

export const Image = Schema.Struct({ url: Schema.String, alt: Schema.String, title: Schema.String })
  .annotate({ identifier: "Image" })
export interface Image extends Schema.Schema.Type<typeof Image> {}

export const Table = Schema.Struct({
  caption: Schema.String,
  headers: Schema.Array(Schema.String),
  rows: Schema.Array(Schema.Array(Schema.String))
}).annotate({ identifier: "Table" })
export interface Table extends Schema.Schema.Type<typeof Table> {}

export const RecordSource = Schema.Literals(["json-ld", "microdata", "rdfa", "repeated"])
export type RecordSource = typeof RecordSource.Type

/** A structured item of the page: declared by it, or found as one of its repeated blocks. */
export const PageRecord = Schema.Struct({
  source: RecordSource,
  type: Schema.String,
  fields: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description:
      "Of a declared item its properties by name. Of a repeated block what is certain of: title, url, image, price (a number; text where it could be read in two ways), currency (ISO 4217), date (YYYY-MM-DD), rating (a number), text."
  })
}).annotate({ identifier: "Record" })
export interface PageRecord extends Schema.Schema.Type<typeof PageRecord> {}

/** The spec's eight stages, in their order. */
export const stageNames = ["fetch", "parse", "content", "metadata", "links", "media", "records", "combine"] as const
export const StageName = Schema.Literals(stageNames)
export type StageName = typeof StageName.Type

export const StageTiming = Schema.Struct({ name: StageName, elapsed_ms: Schema.Finite }).annotate({
  identifier: "Stage"
})
export interface StageTiming extends Schema.Schema.Type<typeof StageTiming> {}

export const Redirect = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL that redirected." }),
  status: Schema.Int,
  location: Schema.String.annotate({ description: "Where it pointed, resolved." })
}).annotate({ identifier: "Redirect" })
export interface Redirect extends Schema.Schema.Type<typeof Redirect> {}

/** Everything that `trace.warnings` may say, by its stable code. */
export const warningMeanings = {
  stale_response: "The site could not be reached; an older copy is returned.",
  rendering_unavailable: "The page needs JavaScript, and no browser is installed.",
  render_failed: "The page needs JavaScript, and the browser could not show it.",
  render_timeout: "The page needs JavaScript, and the browser took too long.",
  render_unsettled: "The rendered page still changed when the time to wait was over.",
  render_budget: "The rendered page asked for more requests or bytes than one page may have.",
  javascript_required: "The page needs JavaScript and was not rendered.",
  challenge_page: "The site answered with a check for robots, or a refusal.",
  login_required: "The site shows the page only to those who have logged in.",
  consent_page: "The site asks for consent before it shows the page.",
  not_found_page: "The site says that there is no such page, with a status of success.",
  no_content: "The page has menus and the like, and no content that could be told from them.",
  encoding_guessed: "The page declares no character encoding; the likeliest was taken.",
  page_truncated: "The page has more nodes than are read.",
  page_flattened: "The page nests deeper than is read.",
  json_ld_invalid: "A block of JSON-LD could not be read.",
  csv_invalid: "The table is not well formed.",
  csv_truncated: "The table has more rows or columns than are read.",
  xml_invalid: "The XML is not well formed.",
  xml_truncated: "The XML has more elements than are read.",
  json_invalid: "The body is not JSON.",
  json_deep: "The JSON nests deeper than is read.",
  json_large: "The JSON holds too much to be checked and indented.",
  feed_truncated: "The feed has more items than are read.",
  document_truncated: "The DOCX or ODT document is longer than is read.",
  pdf_truncated: "The PDF has more pages than are read, or took too long.",
  pdf_without_text: "The PDF holds no text."
} as const
export type WarningCode = keyof typeof warningMeanings

// `Object.keys` forgets what the keys are.
export const WarningCode = Schema.Literals(Object.keys(warningMeanings) as Array<WarningCode>).annotate({
  identifier: "WarningCode",
  description: Object.entries(warningMeanings).map(([code, meaning]) => `\`${code}\`: ${meaning}`).join("\n")
})

export const Warning = Schema.Struct({ code: WarningCode, message: Schema.String }).annotate({
  identifier: "Warning"
})
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

export const Trace = Schema.Struct({
  stages: Schema.Array(StageTiming),
  cache_hit: Schema.Boolean,
  rendered: Schema.Boolean,
  redirects: Schema.Array(Redirect),
  retries: Schema.Int,
  warnings: Schema.Array(Warning)
}).annotate({ identifier: "Trace" })
export interface Trace extends Schema.Schema.Type<typeof Trace> {}

export const Feed = Schema.Struct({ url: Schema.String, title: Schema.String, type: Schema.String })
export interface Feed extends Schema.Schema.Type<typeof Feed> {}

export const Icon = Schema.Struct({ url: Schema.String, rel: Schema.String, sizes: Schema.String, type: Schema.String })
export interface Icon extends Schema.Schema.Type<typeof Icon> {}

export const PageMetadata = Schema.Struct({
  json_ld: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  open_graph: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  twitter: Schema.Record(Schema.String, Schema.String),
  canonical_url: Schema.String,
  feeds: Schema.Array(Feed),
  icons: Schema.Array(Icon),
  modified_date: Schema.String.annotate({ description: "YYYY-MM-DD, or empty." }),
  microdata: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
}).annotate({ identifier: "Metadata" })
export interface PageMetadata extends Schema.Schema.Type<typeof PageMetadata> {}

/** A Document's parts before its trace, which is told by whoever fetched the page. */
export type DocumentBody = Omit<Document, "trace">

/** One page in its normalized form. Every key is always present: an absent string is "", an absent list is []. */
export const Document = Schema.Struct({
  url: Schema.String,
  final_url: Schema.String,
  fetched_at: Schema.String.annotate({ description: "ISO 8601 UTC, with fractional seconds." }),
  status: Schema.Int,
  content_type: Schema.String,
  depth: Schema.Int,
  size_bytes: Schema.Int,
  title: Schema.String,
  author: Schema.String,
  published_date: Schema.String.annotate({ description: "YYYY-MM-DD, or empty." }),
  language: Schema.String,
  description: Schema.String,
  keywords: Schema.Array(Schema.String),
  site_name: Schema.String,
  markdown: Schema.String,
  text: Schema.String,
  html: Schema.String.annotate({ description: "Raw HTML; empty unless include_html is true." }),
  links: Schema.Array(Link),
  images: Schema.Array(Image),
  tables: Schema.Array(Table),
  records: Schema.Array(PageRecord),
  metadata: PageMetadata,
  trace: Trace
}).annotate({ identifier: "Document" })
export interface Document extends Schema.Schema.Type<typeof Document> {}

export const LinkCounts = Schema.Struct({
  total: Schema.Int,
  internal: Schema.Int,
  external: Schema.Int,
  nofollow: Schema.Int,
  returned: Schema.Int.annotate({ description: "Length of links in this answer." })
}).annotate({ identifier: "LinkCounts" })
export interface LinkCounts extends Schema.Schema.Type<typeof LinkCounts> {}

export const DiscoverResult = Schema.Struct({
  url: Schema.String,
  final_url: Schema.String,
  status: Schema.Int,
  links: Schema.Array(Link),
  counts: LinkCounts
}).annotate({ identifier: "DiscoverResult" })
export interface DiscoverResult extends Schema.Schema.Type<typeof DiscoverResult> {}
