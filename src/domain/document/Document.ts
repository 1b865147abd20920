import { Effect, Option, Schema } from "effect"
import { Signals } from "./Signals.ts"

/** Decodes to `value` where a Document that an earlier version stored lacks the key. The key is always sent. */
const addedLater = <S extends Schema.Constraint>(schema: S, value: S["Type"]) =>
  Schema.middlewareDecoding<S, S["DecodingServices"]>(Effect.map(Option.orElseSome(() => value)))(schema)

/** An http or https link of the page. Each URL appears once. */
export const Link = Schema.Struct({
  url: Schema.String.annotate({ description: "Canonical URL." }),
  text: Schema.String.annotate({ description: "Text of the link; for an image, its alt text." }),
  internal: Schema.Boolean.annotate({ description: "Same registrable domain as final_url." }),
  nofollow: Schema.Boolean.annotate({ description: "Every link to this URL says nofollow, ugc or sponsored." })
}).annotate({ identifier: "Link" })
export interface Link extends Schema.Schema.Type<typeof Link> {}

export const Image = Schema.Struct({
  url: Schema.String.annotate({ description: "Absolute URL." }),
  alt: Schema.String.annotate({ description: "Alt text, or empty." }),
  title: Schema.String.annotate({ description: "Title attribute, or empty." }),
  caption: addedLater(Schema.String.annotate({ description: "Caption of its figure, or empty." }), "")
}).annotate({ identifier: "Image" })
export interface Image extends Schema.Schema.Type<typeof Image> {}

export const Table = Schema.Struct({
  caption: Schema.String.annotate({ description: "Caption, or empty." }),
  headers: Schema.Array(Schema.String).annotate({ description: "Cells of the header row; empty without one." }),
  rows: Schema.Array(Schema.Array(Schema.String)).annotate({ description: "The other rows, cell by cell." })
}).annotate({ identifier: "Table" })
export interface Table extends Schema.Schema.Type<typeof Table> {}

/** A video, an audio or an embedded frame of the page. Each URL appears once. */
export const MediaItem = Schema.Struct({
  type: Schema.Literals(["video", "audio", "embed"]).annotate({
    description: "embed: a frame or plug-in, such as the player of a video site."
  }),
  url: Schema.String.annotate({ description: "Absolute URL." }),
  title: Schema.String.annotate({ description: "Title or label, or empty." }),
  poster: Schema.String.annotate({ description: "Absolute URL of the poster image of a video, or empty." })
}).annotate({ identifier: "MediaItem" })
export interface MediaItem extends Schema.Schema.Type<typeof MediaItem> {}

const RecordSource = Schema.Literals(["json-ld", "microdata", "rdfa", "selectors", "repeated"])
export type RecordSource = typeof RecordSource.Type

/** A structured item of the page: the page declares it, or it is one of several blocks that look alike. */
export const PageRecord = Schema.Struct({
  source: RecordSource.annotate({
    description:
      "How the record was found. selectors: by extract of the request. repeated: one of several blocks that look alike."
  }),
  type: Schema.String.annotate({
    description: "The declared type, such as Product, or the type that extract gives; empty for a repeated block."
  }),
  fields: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description:
      "A declared item has its own properties. A repeated block has those of these that are certain: title, url, image, price (a number, or text when it could be read in two ways), currency (ISO 4217), date (YYYY-MM-DD), rating (a number), text."
  })
}).annotate({ identifier: "Record" })
export interface PageRecord extends Schema.Schema.Type<typeof PageRecord> {}

/** A part of the content: where it stands in the page and in `markdown`. */
export const Block = Schema.Struct({
  markdown: Schema.String.annotate({ description: "The block: markdown from start to end." }),
  path: Schema.String.annotate({
    description: "A CSS selector of the element that it comes from; empty if it comes from no element of the page."
  }),
  start: Schema.Int.annotate({ description: "Where it begins in markdown, in UTF-16 code units." }),
  end: Schema.Int.annotate({ description: "Where it ends in markdown." }),
  url: Schema.String.annotate({ description: "The address of the page with a text fragment that leads to the block." })
}).annotate({ identifier: "Block" })
export interface Block extends Schema.Schema.Type<typeof Block> {}

/** The eight stages of a Document, in their order. */
export const stageNames = ["fetch", "parse", "content", "metadata", "links", "media", "records", "combine"] as const
export const StageName = Schema.Literals(stageNames)
export type StageName = typeof StageName.Type

export const StageTiming = Schema.Struct({
  name: StageName,
  elapsed_ms: Schema.Finite.annotate({ description: "Milliseconds." })
}).annotate({
  identifier: "Stage"
})
export interface StageTiming extends Schema.Schema.Type<typeof StageTiming> {}

export const Redirect = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL that redirected." }),
  status: Schema.Int.annotate({ description: "Its HTTP status." }),
  location: Schema.String.annotate({ description: "The absolute URL that it led to." })
}).annotate({ identifier: "Redirect" })
export interface Redirect extends Schema.Schema.Type<typeof Redirect> {}

/** The codes of `trace.warnings`, which are stable, and what each means. */
export const warningMeanings = {
  stale_response: "The site could not be reached; an older copy is returned.",
  rendering_unavailable: "The page needs JavaScript, and no browser is installed.",
  render_failed: "The page needs JavaScript, and the browser failed to render it.",
  render_timeout: "The page needs JavaScript, and the browser took too long.",
  render_unsettled: "The rendered page was still changing when the wait ended.",
  render_budget: "The rendered page loaded more than one page may, so the rest was left out.",
  javascript_required: "The page needs JavaScript and was not rendered.",
  challenge_page: "The site answered with a bot check or a refusal.",
  login_required: "The site shows the page only after a login.",
  consent_page: "The site asks for consent before it shows the page.",
  not_found_page: "The page says that it was not found, although its status is a success.",
  selector_unmatched: "A selector of the request matches nothing on this page.",
  wait_for_missing: "The element of wait_for is not on the page, or its text is no content.",
  no_content: "No main content was found, only menus and the like.",
  encoding_guessed: "The page declares no character encoding, so the likeliest one was used.",
  page_truncated: "The page has more nodes than Gleaner reads.",
  page_flattened: "The page nests deeper than Gleaner reads.",
  json_ld_invalid: "A block of JSON-LD could not be read.",
  csv_invalid: "The CSV is not well formed.",
  csv_truncated: "The CSV has more rows or columns than Gleaner reads.",
  xml_invalid: "The XML is not well formed.",
  xml_truncated: "The XML has more elements than Gleaner reads.",
  json_invalid: "The body is not valid JSON.",
  json_deep: "The JSON nests deeper than Gleaner reads.",
  json_large: "The JSON is too large to check and indent; it is returned as it came.",
  feed_truncated: "The feed has more items than Gleaner reads.",
  document_truncated: "The DOCX or ODT file is longer than Gleaner reads.",
  pdf_truncated: "The PDF has more pages than Gleaner reads, or took too long.",
  pdf_without_text: "The PDF has no text."
} as const
type WarningCode = keyof typeof warningMeanings

// `Object.keys` loses the type of the keys.
const WarningCode = Schema.Literals(Object.keys(warningMeanings) as Array<WarningCode>).annotate({
  identifier: "WarningCode",
  description: Object.entries(warningMeanings).map(([code, meaning]) => `\`${code}\`: ${meaning}`).join("\n")
})

export const Warning = Schema.Struct({
  code: WarningCode,
  message: Schema.String.annotate({ description: "The same in words, for this page." })
}).annotate({
  identifier: "Warning"
})
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

const RobotsWishes = Schema.Struct({
  directives: Schema.Array(Schema.String).annotate({
    description: "Robots meta and X-Robots-Tag, for all robots and for ours, such as noindex."
  }),
  signals: Signals.annotate({ description: "The uses that robots.txt, or a header field, allows or refuses." })
}).annotate({ identifier: "RobotsWishes" })

export const Trace = Schema.Struct({
  stages: Schema.Array(StageTiming).annotate({ description: "How long each stage took." }),
  cache_hit: Schema.Boolean.annotate({ description: "Whether the page came from the HTTP cache." }),
  rendered: Schema.Boolean.annotate({ description: "Whether a browser rendered the page." }),
  rendered_because: addedLater(
    Schema.String.annotate({
      description: "What showed that the page needs a browser, in plain words; empty if it was not rendered."
    }),
    ""
  ),
  redirects: Schema.Array(Redirect).annotate({ description: "The redirects from url to final_url, in order." }),
  retries: Schema.Int.annotate({ description: "How many requests were repeated after a failure." }),
  robots: RobotsWishes.annotate({ description: "What the site wishes robots to do with the page." }),
  warnings: Schema.Array(Warning).annotate({ description: "Why the Document may not be what you expect." })
}).annotate({ identifier: "Trace" })
export interface Trace extends Schema.Schema.Type<typeof Trace> {}

const Feed = Schema.Struct({ url: Schema.String, title: Schema.String, type: Schema.String })

const Icon = Schema.Struct({ url: Schema.String, rel: Schema.String, sizes: Schema.String, type: Schema.String })

export const PageMetadata = Schema.Struct({
  json_ld: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)).annotate({
    description: "The JSON-LD blocks of the page."
  }),
  open_graph: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "Open Graph properties without their prefix, each with all its values."
  }),
  twitter: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Twitter card properties without their prefix."
  }),
  canonical_url: Schema.String.annotate({ description: "The canonical URL that the page names, or empty." }),
  feeds: Schema.Array(Feed).annotate({ description: "Feeds that the page names." }),
  icons: Schema.Array(Icon).annotate({ description: "Icons that the page names." }),
  modified_date: Schema.String.annotate({ description: "YYYY-MM-DD, or empty." }),
  microdata: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)).annotate({
    description: "The microdata items of the page."
  })
}).annotate({ identifier: "Metadata" })
export interface PageMetadata extends Schema.Schema.Type<typeof PageMetadata> {}

/** A Document without its trace. The trace comes from the side that fetched the page. */
export type DocumentBody = Omit<Document, "trace">

/** One page in its normalized form. Every key is always present: a missing string is "", a missing list is []. */
export const Document = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL as it was asked for; a bare host has https:// before it." }),
  final_url: Schema.String.annotate({ description: "The URL after all redirects." }),
  fetched_at: Schema.String.annotate({ description: "ISO 8601 UTC, with fractional seconds." }),
  status: Schema.Int.annotate({ description: "HTTP status of the page." }),
  content_type: Schema.String.annotate({ description: "Media type, from the header or from the first bytes." }),
  depth: Schema.Int.annotate({ description: "Links between the seed and this page. 0 for a scrape and for the seed." }),
  size_bytes: Schema.Int.annotate({ description: "Size of the body after decompression." }),
  title: Schema.String.annotate({ description: "Title of the page, or empty." }),
  author: Schema.String.annotate({ description: "Author, or empty." }),
  published_date: Schema.String.annotate({ description: "YYYY-MM-DD, or empty." }),
  language: Schema.String.annotate({ description: "BCP 47 language tag, or empty." }),
  description: Schema.String.annotate({ description: "Description that the page gives, or empty." }),
  keywords: Schema.Array(Schema.String).annotate({ description: "Keywords that the page gives." }),
  site_name: Schema.String.annotate({ description: "Name of the site, or empty." }),
  markdown: Schema.String.annotate({ description: "The main content as markdown." }),
  text: Schema.String.annotate({ description: "The main content as plain text." }),
  confidence: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({
      description:
        "Expected F1 of the main content, 0 to 1: how likely text has all of the content and nothing else. 0 without content; 1 where selectors or the media type define it. Absent in Documents stored by a version without it."
    })
  ),
  blocks: Schema.optionalKey(
    Schema.Array(Block).annotate({ description: "The content block by block, only where fields names it." })
  ),
  html: Schema.String.annotate({ description: "Raw HTML; empty unless include_html is true." }),
  links: Schema.Array(Link).annotate({
    description: "All links of the page, frames and refreshes included, each URL once."
  }),
  images: Schema.Array(Image).annotate({ description: "Images of the main content." }),
  tables: Schema.Array(Table).annotate({ description: "Tables of the main content." }),
  media: addedLater(
    Schema.Array(MediaItem).annotate({ description: "Videos, audio and embedded frames of the page." }),
    []
  ),
  records: Schema.Array(PageRecord).annotate({ description: "Structured items, such as products or list entries." }),
  metadata: PageMetadata,
  trace: Trace
}).annotate({ identifier: "Document" })
export interface Document extends Schema.Schema.Type<typeof Document> {}

const LinkCounts = Schema.Struct({
  total: Schema.Int.annotate({ description: "All links of the page." }),
  internal: Schema.Int.annotate({ description: "Links within the same registrable domain." }),
  external: Schema.Int.annotate({ description: "Links to other domains." }),
  nofollow: Schema.Int.annotate({ description: "Links that say nofollow, ugc or sponsored." }),
  returned: Schema.Int.annotate({ description: "Length of links in this answer." })
}).annotate({ identifier: "LinkCounts" })

export const DiscoverResult = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL as it was asked for; a bare host has https:// before it." }),
  final_url: Schema.String.annotate({ description: "The URL after all redirects." }),
  status: Schema.Int.annotate({ description: "HTTP status of the page." }),
  links: Schema.Array(Link).annotate({ description: "The links, each URL once." }),
  counts: LinkCounts.annotate({ description: "Counts over the whole page." })
}).annotate({ identifier: "DiscoverResult" })
export interface DiscoverResult extends Schema.Schema.Type<typeof DiscoverResult> {}
