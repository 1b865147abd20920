import type {
  Block,
  Image,
  Link,
  MediaItem,
  PageMetadata,
  PageRecord,
  Redirect,
  StageTiming,
  Table,
  Warning
} from "../domain/document/Document.ts"
import type { DocumentField } from "../domain/document/DocumentField.ts"
import type { Signals } from "../domain/document/Signals.ts"
import type { PageOptions } from "../domain/options/PageOptions.ts"
import type { Claim } from "../kernel/FairQueue.ts"
import type { PageElement, PageNode } from "./dom/node.ts"
import type { ParsedHtml } from "./dom/parse-html.ts"

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
  readonly fetchedAt: number
  /** The body is the browser's rendering of the page. */
  readonly rendered: boolean
  readonly depth: number
  /** The name by which a page can speak to us alone, in lower case. */
  readonly agent?: string
  /** What the caller asks of the reading. */
  readonly options?: PageOptions
  /** Fields that whoever reads the page needs for itself, besides those that are answered. */
  readonly needs?: ReadonlyArray<DocumentField>
  /**
   * The Document goes to a store, and this is how the page was fetched. Then the reader adds the trace and compresses
   * the Document, not the main thread. It leaves a shell as it is, because rendering the page changes the way.
   */
  readonly provenance?: Provenance
}

/** How the page was fetched: the part of the trace besides the stages. */
export interface Provenance {
  /** Milliseconds from the request to the body, including rendering: the `fetch` stage of the trace. */
  readonly fetchElapsed: number
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  readonly rendered: boolean
  /** What showed that it has to be rendered, in plain words. */
  readonly renderedBecause?: string
  readonly warnings: ReadonlyArray<Warning>
  /** Which uses the site allows or refuses. */
  readonly signals: Signals
}

/** The owner of the page. Owners take turns. */
export type PageAsker = Claim

/** Somebody who waits, alone. */
export const anyone: PageAsker = { owner: "", priority: "interactive" }

/** What the parser of another media type knows about its page (the title of a PDF, the items of a feed as records). */
export interface KnownFacts {
  readonly title?: string
  readonly author?: string
  readonly published_date?: string
  readonly language?: string
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly site_name?: string
  readonly records?: ReadonlyArray<PageRecord>
  readonly tables?: ReadonlyArray<Table>
  /** Set if the source is text already. Then the content is these two, and the tree has only links. */
  readonly rendition?: Rendition
  /** The parser made the tree from content only, so nothing has to be selected. */
  readonly wholeBody?: boolean
}

/**
 * One parsed page. Later stages read it and never change it. The parsers (`parsers/`) bring other media types to this
 * form.
 */
export interface ParsedPage {
  readonly input: PageInput
  /** The decoded source text. */
  readonly source: string
  readonly url: URL
  /** `base href` resolved against `url`, else `url`. */
  readonly baseUrl: URL
  readonly html: ParsedHtml
  readonly known: KnownFacts
  /** Where the content is to come from: the elements of include_selectors. */
  readonly included?: ReadonlyArray<PageElement>
  /** The places of all elements among their siblings before any was removed, where somebody wants to know. */
  readonly places?: ReadonlyMap<PageElement, number>
  /** The element of wait_for is not there. */
  readonly isAwaited?: boolean
  /** The elements of wait_for, without those within another. */
  readonly awaited?: ReadonlyArray<PageElement>
  /** What the parser had to leave out, and which selectors match nothing. */
  readonly warnings: ReadonlyArray<Warning>
}

/** A page that its parser is still making. */
export interface DraftPage extends ParsedPage {
  readonly warnings: Array<Warning>
}

export type PageType = "article" | "documentation" | "service" | "forum" | "listing" | "collection" | "product"

/**
 * The main content of the page: containers in document order, and what to skip inside them. Nothing is cloned or
 * removed.
 */
export interface Selection {
  readonly roots: ReadonlyArray<PageElement>
  readonly isDropped: (node: PageNode) => boolean
  /** The heading that stands above the content for its readers' sake: a line of the markdown, not of the text. */
  readonly titleHeading?: PageElement
  /** Headings that are kept only for the text below them. They too are lines of the markdown, not of the text. */
  readonly addedHeadings?: ReadonlySet<PageElement>
  readonly pageType: PageType
  /**
   * Content that the page has only as data (JSON-LD articleBody, state of an application), as HTML, after the roots.
   */
  readonly declaredHtml: string
  /** It comes from the state of an application. The application's scripts would show it better. */
  readonly isState: boolean
  readonly warnings: ReadonlyArray<Warning>
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
  readonly metadata: PageMetadata
  /** The RDFa resources of the page. They become records only. */
  readonly rdfa: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** What the page says to robots about itself. */
  readonly robots: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<Warning>
}

export interface PageMedia {
  readonly images: ReadonlyArray<Image>
  readonly tables: ReadonlyArray<Table>
  readonly media: ReadonlyArray<MediaItem>
}

/** Whether the page is a shell that needs JavaScript, with the evidence in plain words. */
export interface ShellVerdict {
  readonly isShell: boolean
  readonly evidence: string
  /** It counts as a shell only because the caller waits for an element. */
  readonly isAwaited?: true
}

/** The Document as bytes, and what its callers need to know about it. */
export interface Extraction {
  /**
   * A JSON object without its trace and closing brace, which `withTrace` completes. With `isCompressed` it is the whole
   * Document as a store keeps it. The bytes may be a view of a whole message: copy them to keep them.
   */
  readonly json: Uint8Array
  readonly isCompressed: boolean
  /** Whether the caller wants the trace. */
  readonly isTraced: boolean
  readonly links: ReadonlyArray<Link>
  readonly title: string
  /**
   * SHA-256 in hexadecimal of the text after folding white space. "" if there is no text, or if nobody needed it for a
   * page that is no shell.
   */
  readonly textHash: string
  readonly shell: ShellVerdict
  readonly canonicalUrl: string
  /** What the page says to robots about itself. */
  readonly robots: ReadonlyArray<string>
  /** The stages after fetch, in their order. */
  readonly timings: ReadonlyArray<StageTiming>
  readonly warnings: ReadonlyArray<Warning>
}

/** Links only, for discover. */
export interface LinkExtraction {
  readonly links: ReadonlyArray<Link>
  readonly shell: ShellVerdict
  /** The stages after fetch that were run, in their order. */
  readonly timings: ReadonlyArray<StageTiming>
}

/** The result of the `content` stage: the selection, as markdown and as text. */
export interface PageContent extends Rendition {
  readonly selection: Selection
  /** Only where they are asked for. */
  readonly blocks?: ReadonlyArray<Block>
}
