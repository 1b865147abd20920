import { Schema } from "effect"
import { DayOrEmpty, documentedAs, HttpStatus } from "../schema/json-schema-form.ts"
import { TakenPicture } from "./ActionResult.ts"
import { addedLater } from "./added-later.ts"
import { PageMetadata } from "./PageMetadata.ts"
import { PictureInfo } from "./Picture.ts"
import { RepeatedPart, Repetition } from "./Repetition.ts"
import { Trace } from "./Trace.ts"

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

/** A link that a discover found on the page or in a sitemap, with what the sitemap says about it. */
export const DiscoveredLink = Schema.Struct({
  ...Link.fields,
  lastmod: Schema.optionalKey(
    Schema.String.annotate({ description: "Date of the last change by the sitemap, as it writes it." })
  ),
  priority: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Importance within the site by the sitemap, from 0 to 1." })
  ),
  alternates: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.String).annotate({
      description: "The page in other languages by the sitemap: URLs by their language tags."
    })
  )
}).annotate({ identifier: "DiscoveredLink" })
export interface DiscoveredLink extends Schema.Schema.Type<typeof DiscoveredLink> {}

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
  currency: addedLater(
    Schema.String.check(documentedAs({ pattern: "^(?:[A-Z]{3})?$" })).annotate({
      description: "ISO 4217 code, or empty if it is not certain."
    }),
    ""
  ),
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

/** A Document without its trace and pictures, which the process that fetched the page adds. */
export type DocumentBody = Omit<Document, "trace" | "pictures">

/**
 * One page in normalized form. Keys that are not optional are always present: a missing string is "", a missing list
 * [].
 */
export const Document = Schema.Struct({
  url: Schema.String.annotate({ description: "The requested URL; https:// is prepended to a bare host." }),
  final_url: Schema.String.annotate({ description: "The URL after all redirects." }),
  fetched_at: Schema.String.annotate({
    format: "date-time",
    description: "Time of the fetch: ISO 8601, UTC, with fractional seconds."
  }),
  status: HttpStatus.annotate({ description: "HTTP status of the page." }),
  content_type: Schema.String.annotate({ description: "Media type, from the header or sniffed from the first bytes." }),
  depth: Schema.Int.annotate({
    description: "Number of links from the seed to this page; 0 for the seed and for a scrape."
  }),
  size_bytes: Schema.Int.annotate({ description: "Size of the body in bytes, after decompression." }),
  title: Schema.String.annotate({ description: "Title of the page, or empty." }),
  author: Schema.String.annotate({ description: "Author, or empty." }),
  published_date: DayOrEmpty.annotate({ description: "Date of publication as YYYY-MM-DD, or empty." }),
  language: Schema.String.annotate({ description: "BCP 47 language tag, or empty." }),
  description: Schema.String.annotate({ description: "Description declared by the page, or empty." }),
  keywords: Schema.Array(Schema.String).annotate({ description: "Keywords declared by the page." }),
  site_name: Schema.String.annotate({ description: "Name of the site, or empty." }),
  image: addedLater(
    Schema.String.annotate({
      description:
        "Absolute URL of the lead picture, or empty: of JSON-LD, Open Graph or Twitter, else the first large picture of the content."
    }),
    ""
  ),
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
  data: Schema.optionalKey(
    Schema.NullOr(
      Schema.Union([
        Schema.Record(Schema.String, Schema.Unknown),
        Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
      ])
    ).annotate({
      description:
        "Instance of schema, or null if nothing was found. A value that was not found has no key, even if schema requires it; trace.data lists it in missing. Present only with schema."
    })
  ),
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
  status: HttpStatus.annotate({ description: "HTTP status of the page." }),
  links: Schema.Array(DiscoveredLink).annotate({ description: "The links. Each URL is listed once." }),
  counts: LinkCounts.annotate({ description: "Numbers of links of the whole page." })
}).annotate({ identifier: "DiscoverResult" })
export interface DiscoverResult extends Schema.Schema.Type<typeof DiscoverResult> {}
