import type { Priority } from "../domain/Asker.ts"
import type {
  Image,
  Link,
  PageMetadata,
  PageRecord,
  Redirect,
  StageTiming,
  Table,
  Warning
} from "../domain/Document.ts"
import type { PageElement, PageNode } from "./dom/node.ts"
import type { ParsedHtml } from "./dom/parse-html.ts"

/** What the extractor is given: bytes and what their reading depends on. Plain data: it crosses to readers. */
export interface PageInput {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType: string
  readonly charset: string | undefined
  readonly body: Uint8Array
  readonly fetchedAt: number
  /** The body is what a browser made of the page. */
  readonly rendered: boolean
  readonly depth: number
  readonly includeHtml: boolean
}

/** How the page came here: what the trace tells besides the stages. */
export interface PageWay {
  /** Milliseconds from the request to the body (rendering included): the trace's `fetch` stage. */
  readonly fetchElapsed: number
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  readonly rendered: boolean
  readonly warnings: ReadonlyArray<Warning>
}

/** Who waits for the page. */
export type PagePriority = Priority

/** What a parser for another media type already knows of its page (a PDF's title, a feed's items as records). */
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
  /** Set where the source is text already: content is these two, and the tree is empty but for links. */
  readonly rendition?: Rendition
  /** The tree is made by the parser of content alone: nothing is to be selected. */
  readonly wholeBody?: boolean
}

/**
 * One parsed page, which every later stage reads and none changes. Media types other than HTML are brought to this form by
 * their parser (`parsers/`).
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
  /** What parsing had to leave out. */
  readonly warnings: ReadonlyArray<Warning>
}

/** A page while its parser still makes it. */
export interface DraftPage extends ParsedPage {
  readonly warnings: Array<Warning>
}

export type PageType = "article" | "documentation" | "service" | "forum" | "listing" | "collection" | "product"

/** What of the page is its content: containers in document order, and what inside them is not. Nothing is cloned or removed. */
export interface Selection {
  readonly roots: ReadonlyArray<PageElement>
  readonly isDropped: (node: PageNode) => boolean
  /** The heading that stands above the content for its readers' sake: a line of the markdown, not of the text. */
  readonly titleHeading?: PageElement
  readonly pageType: PageType
  /** Content that the page only has as data (JSON-LD articleBody, state blobs), as HTML, after the roots. */
  readonly declaredHtml: string
  /** It comes from the state of an application, whose scripts would show it better. */
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
  /** The page's RDFa resources, which become records alone. */
  readonly rdfa: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly warnings: ReadonlyArray<Warning>
}

export interface PageMedia {
  readonly images: ReadonlyArray<Image>
  readonly tables: ReadonlyArray<Table>
}

/** Whether the page is a shell that needs JavaScript, and by what evidence, in plain words. */
export interface ShellVerdict {
  readonly isShell: boolean
  readonly evidence: string
}

/** The Document's JSON but for its trace, and what its callers need to know of it. `withTrace` makes the whole of it. */
export interface Extraction {
  /** The bytes of a JSON object whose last key and closing brace are still to come. */
  readonly json: Uint8Array
  readonly links: ReadonlyArray<Link>
  readonly title: string
  /** SHA-256, hexadecimal, of the text after white-space folding; "" where the text is empty. */
  readonly textHash: string
  readonly shell: ShellVerdict
  readonly canonicalUrl: string
  /** Of the stages after fetch, in their order. */
  readonly timings: ReadonlyArray<StageTiming>
  readonly warnings: ReadonlyArray<Warning>
}

/** Links alone, for discover. */
export interface LinkExtraction {
  readonly links: ReadonlyArray<Link>
  readonly shell: ShellVerdict
}

/** What the `content` stage gives: the selection, and its two renditions. */
export interface PageContent extends Rendition {
  readonly selection: Selection
}
