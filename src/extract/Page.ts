import type { Rules } from "../core/domain/data/Rules.ts"
import type { ActionTiming, TakenPicture } from "../core/domain/document/ActionResult.ts"
import type { Block, Image, Link, MediaItem, PageRecord, Table } from "../core/domain/document/Document.ts"
import type { DocumentField } from "../core/domain/document/DocumentField.ts"
import type { Fingerprint } from "../core/domain/document/Fingerprint.ts"
import type { HiddenReason, HiddenText } from "../core/domain/document/HiddenText.ts"
import type { PageMetadata } from "../core/domain/document/PageMetadata.ts"
import type { Repetition } from "../core/domain/document/Repetition.ts"
import type { Signals } from "../core/domain/document/Signals.ts"
import type { DataTrace, Redirect, StageTiming, Warning } from "../core/domain/document/Trace.ts"
import type { PageLikeness } from "../core/domain/job/LedgerRow.ts"
import type { PageOptions } from "../core/domain/options/PageOptions.ts"
import type { Claim } from "../core/kernel/fair/FairQueue.ts"
import type { Statement } from "../web/rights/Statement.ts"
import type { PageElement, PageNode } from "./dom/node.ts"
import type { ParsedHtml } from "./dom/parse-html.ts"
import type { FrameInput } from "./parsers/frames/frame-input.ts"
import type { ScanFacts, ScanReading } from "./parsers/pdf/ScanReading.ts"

/** A record as its source gives it. The stage adds the common fields. */
export type RawRecord = Pick<PageRecord, "source" | "type" | "fields">

/**
 * The input of the extractor: the bytes, and what is needed to read them. Plain data, because it crosses to readers.
 */
export interface PageInput {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType: string
  readonly charset: string | undefined
  readonly body: Uint8Array
  /** The body is in the content codings of `headers`, and its media type is not known before it is read. */
  readonly asSent?: {
    /** Bytes it may have without its codings. */
    readonly maxBytes: number
  }
  /** The body is a JSON string with the page. It is parsed with the page, because it may be long. */
  readonly isJsonString?: boolean
  readonly fetchedAt: number
  /** Frames of the page that were fetched for it, or could not be fetched. */
  readonly frames?: ReadonlyArray<FrameInput>
  /** Text of its pages without text, by optical character recognition. `wanted`: list such pages, to be read next. */
  readonly ocr?: "wanted" | ScanReading
  /** The body is the browser's rendering of the page. */
  readonly rendered: boolean
  /** Elements of the rendering that the browser shows to nobody: the place after the name of each tag, and the reason. */
  readonly unseen?: ReadonlyArray<readonly [afterName: number, reason: HiddenReason]>
  readonly depth: number
  /** The media type that the site was asked for before HTML. */
  readonly prefer?: "markdown"
  /** Our product token in lower case, for robots directives addressed to it. */
  readonly agent?: string
  /** Options of the request. */
  readonly options?: PageOptions
  /** Rules that read the data of the schema in `options`, and the id of the wrapper that they are of. */
  readonly wrapperRules?: { readonly wrapper: string; readonly rules: Rules }
  /** Answer of a language model about the page, for values that nothing else gives. */
  readonly model?: ModelAnswer
  /** Fields needed by the service itself, besides the requested ones. */
  readonly needs?: ReadonlyArray<DocumentField>
  /**
   * Set if the Document goes to a store. The reader then adds the trace and compresses the Document, instead of the
   * main thread. A shell is left open, because rendering changes its provenance, and so is a page with a refresh or
   * with frames to fetch.
   */
  readonly provenance?: Provenance
  /** Detect the page of a login whatever is extracted: the caller can log in. */
  readonly checksLogin?: boolean
  /** Whether the extraction has the terms of the page, for an index. */
  readonly isIndexed?: boolean
  /** Lines that pages of the host have, by their hashes, for an explanation. */
  readonly siteLines?: ReadonlyMap<number, Repetition>
}

/** The answer of a language model about a page: JSON that is not checked yet, or a fault as a sentence. */
export interface ModelAnswer {
  readonly json?: object
  readonly fault?: string
}

/** Source of the page: the part of the trace besides the stages. */
export interface Provenance {
  /** Milliseconds from the request to the body, including rendering: the `fetch` stage of the trace. */
  readonly fetchElapsed: number
  /** Milliseconds. `robots` and `render` are part of `fetchElapsed`. */
  readonly waits: { readonly turn: number; readonly robots: number; readonly render: number }
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  readonly rendered: boolean
  /** Reason for rendering, in plain words. */
  readonly renderedBecause?: string
  /** Of a page with actions: the times of its steps, and the pictures for the Document. */
  readonly actions?: { readonly steps: ReadonlyArray<ActionTiming>; readonly pictures: ReadonlyArray<TakenPicture> }
  readonly warnings: ReadonlyArray<Warning>
  /** Content signals: uses that the site allows or refuses. */
  readonly signals: Signals
  /** Statements of robots.txt about the use of the page. */
  readonly statements: ReadonlyArray<Statement>
}

/** The choice of a page's content, block by block, as the JSON of an Explanation. */
export interface ExplainedExtraction
  extends Pick<Extraction, "json" | "textHash" | "shell" | "timings">, Partial<Pick<Extraction, "warnings">>
{}

/** The caller of an extraction. */
export interface PageClaim extends Claim {
  /** Milliseconds of the monotonic clock, after which no further scanned page is read. */
  readonly deadline?: number
}

/** The default claim: no owner, and a caller waits. */
export const unowned: PageClaim = { owner: "", priority: "interactive" }

/** Facts from the parser of another media type (the title of a PDF, the items of a feed as records). */
export interface KnownFacts {
  readonly title?: string
  readonly author?: string
  readonly published_date?: string
  readonly language?: string
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly site_name?: string
  readonly records?: ReadonlyArray<RawRecord>
  readonly tables?: ReadonlyArray<Table>
  /** Set if the source is text already. Then the content is these two, and the tree has only links. */
  readonly rendition?: Rendition
  /** The parser made the tree from content only, so nothing has to be selected. */
  readonly wholeBody?: boolean
}

/** One parsed page. Later stages only read it. The parsers (`parsers/`) convert other media types to this form. */
export interface ParsedPage extends ScanFacts {
  readonly input: PageInput
  /** Decodes the source. Hardly any request reads it. */
  readonly source: () => string
  /** The source, to be searched for ASCII only: each of its characters may be a byte of UTF-8. */
  readonly searchable: string
  readonly url: URL
  /** `base href` resolved against `url`, else `url`. */
  readonly baseUrl: URL
  readonly html: ParsedHtml
  readonly known: KnownFacts
  /** Elements of include_selectors. The content comes only from these. */
  readonly included?: ReadonlyArray<PageElement>
  /** Positions of all elements among their siblings before any was removed. Set if paths are requested. */
  readonly positions?: ReadonlyMap<PageElement, number>
  /** True if no element matches wait_for. */
  readonly isAwaited?: boolean
  /** Outermost elements that match wait_for. */
  readonly awaited?: ReadonlyArray<PageElement>
  /** The elements of `input.unseen`. Undefined if no browser has judged the page. */
  readonly unseen?: ReadonlyMap<PageElement, HiddenReason>
  /** Text that readers cannot see, if the page has any. */
  readonly hidden?: HiddenText
  /** Parts that the parser left out, and selectors that match nothing. */
  readonly warnings: ReadonlyArray<Warning>
}

/** A page under construction by its parser. */
export interface DraftPage extends ParsedPage {
  readonly warnings: Array<Warning>
}

export type PageType = "article" | "documentation" | "service" | "forum" | "listing" | "collection" | "product"

/**
 * Main content of the page: containers in document order, and the nodes to skip inside them. Nothing is cloned or
 * removed. A block or an element of the content is called kept, any other one dropped.
 */
export interface Selection {
  readonly roots: ReadonlyArray<PageElement>
  readonly isDropped: (node: PageNode) => boolean
  /** Heading above the content: a line of the markdown, not of the text. */
  readonly titleHeading?: PageElement
  /** Headings kept only for the text below them: lines of the markdown, not of the text. */
  readonly addedHeadings?: ReadonlySet<PageElement>
  readonly pageType: PageType
  /** Expected F1 of the content, 0 to 1. */
  readonly confidence: number
  /**
   * Content that the page has only as data (JSON-LD articleBody, state of an application), as HTML. It follows the
   * roots.
   */
  readonly declaredHtml: string
  /** True if the declared HTML is the state of an application. Its scripts would render it better. */
  readonly isState: boolean
  readonly warnings: ReadonlyArray<Warning>
  /** The kept blocks with their scores, in document order. Absent where no model has chosen the content. */
  readonly scores?: ReadonlyArray<ScoredText>
}

/** A block of the page with its score, 0 to 1. */
export interface ScoredText {
  readonly text: string
  readonly score: number
}

export interface Rendition {
  readonly markdown: string
  readonly text: string
}

export interface PageFacts {
  readonly title: string
  readonly author: string
  readonly published_date: string
  readonly language: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly site_name: string
  /** Absolute URL of the lead picture, or "". */
  readonly image: string
  readonly metadata: PageMetadata
  /** RDFa resources of the page. Only records are made of them. */
  readonly rdfa: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Robots directives of the page. */
  readonly robots: ReadonlyArray<string>
  /** Statements of its header fields and elements about its use. */
  readonly statements: ReadonlyArray<Statement>
  readonly warnings: ReadonlyArray<Warning>
}

export interface PageMedia {
  readonly images: ReadonlyArray<Image>
  readonly tables: ReadonlyArray<Table>
  readonly media: ReadonlyArray<MediaItem>
}

/** Verdict whether the page is a shell that needs JavaScript, with the evidence in plain words. */
export interface ShellVerdict {
  readonly isShell: boolean
  readonly evidence: string
  /** True if the page counts as a shell only because wait_for has no match. */
  readonly isAwaited?: true
  /** Absolute URL to which the page redirects by a refresh. */
  readonly refresh?: string
  /** Addresses of frames that may have the content of the page, not fetched yet. */
  readonly frames?: ReadonlyArray<string>
}

/** The Document as bytes, and the facts that callers need about it. */
export interface Extraction extends ScanFacts {
  /**
   * A JSON object without its trace and closing brace, which `withTrace` completes. With `isCompressed` it is the whole
   * Document as stored. The bytes may be a view of a whole message: copy them before storing them.
   */
  readonly json: Uint8Array
  readonly isCompressed: boolean
  /** Whether the caller wants the trace. */
  readonly isTraced: boolean
  readonly links: ReadonlyArray<Link>
  readonly title: string
  /** See `textHash` of `fingerprint/content-hash.ts`. "" also if no requested field needed the text. */
  readonly textHash: string
  /** See `contentHash` there. Of the parts that the requested fields needed. */
  readonly contentHash: string
  readonly shell: ShellVerdict
  readonly canonicalUrl: string
  /** Robots directives of the page. */
  readonly robots: ReadonlyArray<string>
  /** Statements of its header fields and elements about its use. */
  readonly statements: ReadonlyArray<Statement>
  /** Text that readers cannot see, if the page has any. */
  readonly hidden?: HiddenText
  /** Set if the site gave the media type that it was asked for before HTML. */
  readonly variant?: "markdown"
  /** Stages after fetch, in their order. */
  readonly timings: ReadonlyArray<StageTiming>
  readonly warnings: ReadonlyArray<Warning>
  /** Set if the request has a schema. */
  readonly data?: DataTrace
  /** Set if the Document goes to the store of a job. */
  readonly fingerprint?: Fingerprint
  /** Set together with `fingerprint`. */
  readonly likeness?: PageLikeness
  /** Set together with `fingerprint` if the job has an index (`pageTerms`). */
  readonly terms?: string
}

/** Result for discover. Its warnings are there if the input `checksLogin`. */
export interface LinkExtraction
  extends Pick<Extraction, "links" | "shell" | "timings">, Partial<Pick<Extraction, "warnings">>
{}

/** Result of the `content` stage: the selection, as markdown and as text. */
export interface PageContent extends Rendition {
  readonly selection: Selection
  /** Set if the request has the field `blocks`. */
  readonly blocks?: ReadonlyArray<Block>
  /** Set if the request has the field `content_html`. */
  readonly html?: string
}
