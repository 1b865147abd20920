import { Effect, Option, Schema } from "effect"
import { ActionTiming, TakenPicture } from "./ActionResult.ts"
import { PageMetadata } from "./PageMetadata.ts"
import { PictureInfo } from "./Picture.ts"
import { RepeatedPart, Repetition } from "./Repetition.ts"
import { Signals } from "./Signals.ts"

/** Decodes to `value` if a Document stored by an earlier version lacks the key. The key is always sent. */
const addedLater = <S extends Schema.Constraint>(schema: S, value: S["Type"]) =>
  Schema.middlewareDecoding<S, S["DecodingServices"]>(Effect.map(Option.orElseSome(() => value)))(schema)

/** An http or https link of the page. Each URL is listed once. */
export const Link = Schema.Struct({
  url: Schema.String.annotate({ description: "Canonical URL." }),
  text: Schema.String.annotate({ description: "Text of the link; for an image, its alt text." }),
  internal: Schema.Boolean.annotate({ description: "Whether the URL has the same registrable domain as final_url." }),
  nofollow: Schema.Boolean.annotate({
    description: "Whether every link to this URL has rel nofollow, ugc or sponsored."
  })
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
  headers: Schema.Array(Schema.String).annotate({ description: "Cells of the header row, or empty." }),
  rows: Schema.Array(Schema.Array(Schema.String)).annotate({ description: "The other rows, cell by cell." })
}).annotate({ identifier: "Table" })
export interface Table extends Schema.Schema.Type<typeof Table> {}

/** A video, an audio or an embedded frame of the page. Each URL is listed once. */
export const MediaItem = Schema.Struct({
  type: Schema.Literals(["video", "audio", "embed"]).annotate({
    description: "Kind of media. embed: a frame or plug-in, such as the player of a video site."
  }),
  url: Schema.String.annotate({ description: "Absolute URL." }),
  title: Schema.String.annotate({ description: "Title or label, or empty." }),
  poster: Schema.String.annotate({ description: "Absolute URL of the poster image of a video, or empty." })
}).annotate({ identifier: "MediaItem" })
export interface MediaItem extends Schema.Schema.Type<typeof MediaItem> {}

const RecordSource = Schema.Literals(["json-ld", "microdata", "rdfa", "selectors", "repeated"])
export type RecordSource = typeof RecordSource.Type

/** A structured item, either declared by the page or one of several repeated blocks. */
export const PageRecord = Schema.Struct({
  source: RecordSource.annotate({
    description:
      "Source of the record. selectors: the option extract. repeated: the layout of the page, as one of several blocks with the same structure or as the product of the page. rdfa: RDFa or Open Graph. Others: markup of the page."
  }),
  type: Schema.String.annotate({
    description:
      "Type declared by the page or given in extract, such as Product. For a repeated block Product if it has a price, else empty."
  }),
  fields: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description:
      "Properties of a declared item, or fields given in extract. A repeated block has title, url, image, price (a number, or text if ambiguous), currency (ISO 4217), description, date (YYYY-MM-DD), rating (a number) and text, each only if certain."
  }),
  name: addedLater(Schema.String.annotate({ description: "Name or title, or empty." }), ""),
  url: addedLater(Schema.String.annotate({ description: "Absolute URL of the item, or empty." }), ""),
  image: addedLater(Schema.String.annotate({ description: "Absolute URL of its main image, or empty." }), ""),
  price: addedLater(
    Schema.NullOr(Schema.Finite).annotate({
      description: "Current price, the lowest of its variants; null without one. 0 is free."
    }),
    null
  ),
  currency: addedLater(Schema.String.annotate({ description: "ISO 4217 code, or empty if it is not certain." }), ""),
  description: addedLater(Schema.String.annotate({ description: "Short description, or empty." }), "")
}).annotate({ identifier: "Record" })
export interface PageRecord extends Schema.Schema.Type<typeof PageRecord> {}

/** A part of the content, with its position in the page and in `markdown`. */
export const Block = Schema.Struct({
  markdown: Schema.String.annotate({ description: "Markdown of the block: the field markdown from start to end." }),
  path: Schema.String.annotate({
    description: "CSS selector of the block's element; empty if it has no element in the page."
  }),
  start: Schema.Int.annotate({ description: "Start of the block in markdown, in UTF-16 code units." }),
  end: Schema.Int.annotate({ description: "End of the block in markdown (exclusive), in UTF-16 code units." }),
  url: Schema.String.annotate({ description: "URL of the page with a text fragment that scrolls to the block." }),
  repeats: Schema.optionalKey(Repetition)
}).annotate({ identifier: "Block" })
export interface Block extends Schema.Schema.Type<typeof Block> {}

/** A passage of the content with a limited number of tokens. */
export const Chunk = Schema.Struct({
  index: Schema.Int.annotate({ description: "Position among the chunks of the page, from 0." }),
  heading_path: Schema.Array(Schema.String).annotate({
    description: "The headings above all of the chunk, the outermost first."
  }),
  markdown: Schema.String.annotate({ description: "Markdown of the chunk: the field markdown from start to end." }),
  tokens: Schema.Int.annotate({ description: "Tokens of its markdown in the encoding o200k." }),
  start: Schema.Int.annotate({ description: "Start of the chunk in markdown, in UTF-16 code units." }),
  end: Schema.Int.annotate({ description: "End of the chunk in markdown (exclusive), in UTF-16 code units." }),
  url: Schema.String.annotate({ description: "URL of the page with a text fragment that highlights the chunk." })
}).annotate({ identifier: "Chunk" })
export interface Chunk extends Schema.Schema.Type<typeof Chunk> {}

/** The eight stages of a Document, in order. */
export const stageNames = ["fetch", "parse", "content", "metadata", "links", "media", "records", "combine"] as const
export const StageName = Schema.Literals(stageNames)
export type StageName = typeof StageName.Type

export const StageTiming = Schema.Struct({
  name: StageName,
  elapsed_ms: Schema.Finite.annotate({ description: "Duration in milliseconds." })
}).annotate({
  identifier: "Stage"
})
export interface StageTiming extends Schema.Schema.Type<typeof StageTiming> {}

export const Redirect = Schema.Struct({
  url: Schema.String.annotate({ description: "The URL that redirected." }),
  status: Schema.Int.annotate({ description: "Its HTTP status." }),
  location: Schema.String.annotate({ description: "Absolute URL that it redirected to." })
}).annotate({ identifier: "Redirect" })
export interface Redirect extends Schema.Schema.Type<typeof Redirect> {}

/** The codes of `trace.warnings` and their meanings. The codes are stable. */
export const warningMeanings = {
  stale_response: "The site could not be reached; an older copy is returned.",
  rendering_unavailable: "The page needs JavaScript, and no browser is installed.",
  render_failed: "The page needs JavaScript, and the browser failed to render it.",
  render_timeout: "The page needs JavaScript, and the browser took too long.",
  render_unsettled: "The rendered page was still changing when the wait ended.",
  picture_failed: "The picture of the page could not be taken, or not be stored.",
  render_budget: "The rendered page reached the limit of requests or bytes; the rest was not loaded.",
  action_failed: "A step of actions failed; the page is returned as it was then.",
  window_blocked: "A step of actions would have opened another window.",
  javascript_required: "The page needs JavaScript and was not rendered.",
  frames_included: "The page has its content in frames, which were fetched too.",
  frame_missing: "A frame that may have content of the page could not be fetched.",
  refresh_not_followed: "The page leads on to another one that could not be fetched.",
  challenge_page: "The site answered with a bot check or a refusal.",
  login_required: "The site shows the page only after a login.",
  consent_page: "The site asks for consent before it shows the page.",
  not_found_page: "The page says that it was not found, although its status is a success.",
  selector_unmatched: "A selector of the request matches nothing on this page.",
  wait_for_missing: "No element matches wait_for, or its text is not part of the content.",
  no_content: "No main content was found, only navigation and the like.",
  encoding_guessed: "The page declares no character encoding, so the most probable one was used.",
  page_truncated: "The page has more nodes than the limit, and was cut off.",
  page_flattened: "The page nests deeper than the limit, and was flattened.",
  json_ld_invalid: "A block of JSON-LD could not be read.",
  csv_invalid: "The CSV is not well formed.",
  csv_truncated: "The CSV has more rows or columns than the limit, and was cut off.",
  xml_invalid: "The XML is not well formed.",
  xml_truncated: "The XML has more elements than the limit, and was cut off.",
  json_invalid: "The body is not valid JSON.",
  json_deep: "The JSON nests deeper than the limit.",
  json_large: "The JSON is too large to validate and indent; it is returned unchanged.",
  feed_truncated: "The feed has more items than the limit, and was cut off.",
  document_truncated: "The office document or book is longer than the limit, and was cut off.",
  pdf_truncated: "The PDF has more pages than the limit, or took too long, and was cut off.",
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
  message: Schema.String.annotate({ description: "Explanation for this page." })
}).annotate({
  identifier: "Warning"
})
export interface Warning extends Schema.Schema.Type<typeof Warning> {}

const RobotsWishes = Schema.Struct({
  directives: Schema.Array(Schema.String).annotate({
    description: "Directives of robots meta elements and X-Robots-Tag for all robots or for Gleaner, such as noindex."
  }),
  signals: Signals.annotate({ description: "Uses that robots.txt or a header field allows or refuses." })
}).annotate({ identifier: "RobotsWishes" })

const Waits = Schema.Struct({
  turn_ms: Schema.Finite.annotate({ description: "Wait for the turns of the domain, not part of the stage fetch." }),
  robots_ms: Schema.Finite.annotate({ description: "Requests for robots.txt, part of the stage fetch." }),
  render_ms: Schema.Finite.annotate({ description: "Rendering in a browser, part of the stage fetch." })
}).annotate({ identifier: "Waits" })

export const Trace = Schema.Struct({
  stages: Schema.Array(StageTiming).annotate({ description: "Duration of each stage." }),
  waits: addedLater(
    Waits.annotate({ description: "Durations of the way to the page, in milliseconds." }),
    { turn_ms: 0, robots_ms: 0, render_ms: 0 }
  ),
  cache_hit: Schema.Boolean.annotate({ description: "Whether the page was served from the HTTP cache." }),
  rendered: Schema.Boolean.annotate({ description: "Whether a browser rendered the page." }),
  rendered_because: addedLater(
    Schema.String.annotate({ description: "Reason why the page was rendered; empty if it was not." }),
    ""
  ),
  actions: Schema.optionalKey(
    Schema.Array(ActionTiming).annotate({
      description:
        "The steps of actions that ran, in order. Present only with actions, on a page that a browser rendered."
    })
  ),
  redirects: Schema.Array(Redirect).annotate({ description: "The redirects from url to final_url, in order." }),
  retries: Schema.Int.annotate({ description: "Number of requests that were retried." }),
  robots: RobotsWishes.annotate({ description: "Directives of the site to robots about the page." }),
  warnings: Schema.Array(Warning).annotate({ description: "Reasons why the Document may be incomplete or unexpected." })
}).annotate({ identifier: "Trace" })
export interface Trace extends Schema.Schema.Type<typeof Trace> {}

/** A Document without its trace and pictures, which the process that fetched the page adds. */
export type DocumentBody = Omit<Document, "trace" | "pictures">

/** One page in normalized form. Keys that are not optional are always present: a missing string is "", a missing list []. */
export const Document = Schema.Struct({
  url: Schema.String.annotate({ description: "The requested URL; https:// is prepended to a bare host." }),
  final_url: Schema.String.annotate({ description: "The URL after all redirects." }),
  fetched_at: Schema.String.annotate({ description: "Time of the fetch: ISO 8601, UTC, with fractional seconds." }),
  status: Schema.Int.annotate({ description: "HTTP status of the page." }),
  content_type: Schema.String.annotate({ description: "Media type, from the header or sniffed from the first bytes." }),
  depth: Schema.Int.annotate({
    description: "Number of links from the seed to this page; 0 for the seed and for a scrape."
  }),
  size_bytes: Schema.Int.annotate({ description: "Size of the body in bytes, after decompression." }),
  title: Schema.String.annotate({ description: "Title of the page, or empty." }),
  author: Schema.String.annotate({ description: "Author, or empty." }),
  published_date: Schema.String.annotate({ description: "Date of publication as YYYY-MM-DD, or empty." }),
  language: Schema.String.annotate({ description: "BCP 47 language tag, or empty." }),
  description: Schema.String.annotate({ description: "Description declared by the page, or empty." }),
  keywords: Schema.Array(Schema.String).annotate({ description: "Keywords declared by the page." }),
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
    Schema.Array(Block).annotate({ description: "The content as blocks. Present only if fields lists it." })
  ),
  content_html: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The content as HTML: elements for text, with absolute URLs, without scripts, styles and classes. Present only if fields lists it."
    })
  ),
  chunks: Schema.optionalKey(
    Schema.Array(Chunk).annotate({
      description: "The content as chunks. Present only if chunks, query, max_tokens or fields ask for it."
    })
  ),
  chunks_left_out: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Number of chunks left out because of query or max_tokens. Present only with one of them."
    })
  ),
  picture: Schema.optionalKey(
    PictureInfo.annotate({ description: "Picture of the page. Present only in Documents of a job with pictures." })
  ),
  repeats: Schema.optionalKey(
    Schema.Array(RepeatedPart).annotate({
      description:
        "Parts of the content that other pages of the host have too, in order. With repeats drop they are not in markdown and text; inserted at start, one after the other, they restore the stored markdown. Present only in documents of a job that are requested with repeats mark or drop."
    })
  ),
  html: Schema.String.annotate({ description: "Raw HTML; empty unless include_html is true." }),
  links: Schema.Array(Link).annotate({
    description: "All links of the page, including frames and refreshes. Each URL is listed once."
  }),
  images: Schema.Array(Image).annotate({ description: "Images of the main content." }),
  tables: Schema.Array(Table).annotate({ description: "Tables of the main content." }),
  media: addedLater(
    Schema.Array(MediaItem).annotate({ description: "Videos, audio and embedded frames of the page." }),
    []
  ),
  records: Schema.Array(PageRecord).annotate({ description: "Structured items, such as products or list entries." }),
  metadata: PageMetadata,
  pictures: Schema.optionalKey(
    Schema.Array(TakenPicture).annotate({
      description: "The pictures that actions took. Present only if they took one."
    })
  ),
  trace: Trace
}).annotate({ identifier: "Document" })
export interface Document extends Schema.Schema.Type<typeof Document> {}

const LinkCounts = Schema.Struct({
  total: Schema.Int.annotate({ description: "All links of the page." }),
  internal: Schema.Int.annotate({ description: "Links within the same registrable domain." }),
  external: Schema.Int.annotate({ description: "Links to other domains." }),
  nofollow: Schema.Int.annotate({ description: "Links with rel nofollow, ugc or sponsored." }),
  returned: Schema.Int.annotate({ description: "Number of links in this response." })
}).annotate({ identifier: "LinkCounts" })

export const DiscoverResult = Schema.Struct({
  url: Schema.String.annotate({ description: "The requested URL; https:// is prepended to a bare host." }),
  final_url: Schema.String.annotate({ description: "The URL after all redirects." }),
  status: Schema.Int.annotate({ description: "HTTP status of the page." }),
  links: Schema.Array(Link).annotate({ description: "The links. Each URL is listed once." }),
  counts: LinkCounts.annotate({ description: "Numbers of links of the whole page." })
}).annotate({ identifier: "DiscoverResult" })
export interface DiscoverResult extends Schema.Schema.Type<typeof DiscoverResult> {}
