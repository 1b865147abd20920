import type { Signals } from "../../domain/document/Signals.ts"
import type { PageErrorCode } from "../../domain/errors/PageError.ts"
import type { JobError } from "../../domain/job/Job.ts"
import type { PageOutcome, SeenPage } from "../../domain/job/LedgerRow.ts"
import type { SkipReason } from "./apply-robots-directives.ts"

/** A page that has ended, before anything is decided. Plain data: a node may end a page that another one settles. */
export interface VisitRecord {
  /** Its place in the frontier. The seed is 0. */
  readonly seq: number
  readonly url: string
  readonly depth: number
  readonly foundOn: string
  readonly outcome: VisitOutcome
  /** The URLs that its redirects led to, in the crawl's own form. Those that came with a cookie are left out. */
  readonly chain: ReadonlyArray<string>
  /** Milliseconds spent on the page, without the waits for others. */
  readonly elapsed: number
  /** What the sitemaps of the site list. Only the seed has it, if the crawl asks for sitemaps. */
  readonly sitemaps?: SitemapsRead
  /** What the job of `since` has of this URL. A crawl without `since` has none of it. */
  readonly earlier?: EarlierRow | "none"
}

/** What became of a URL in the job of `since`. */
export interface EarlierRow {
  readonly outcome: PageOutcome
  readonly code: string
  readonly status: number
  /** The hash of its text, if it was a page that was read well. */
  readonly text?: string
}

export type VisitOutcome = VisitedPage | NoPage | Duplicate

/** There is an answer, maybe an unusable one. */
export interface VisitedPage {
  readonly _tag: "Page"
  readonly status: number
  readonly finalUrl: string
  /** As the page gives it. Empty if it gives none. */
  readonly canonicalUrl: string
  /** Empty for a page without text. */
  readonly textHash: string
  /** The URLs of the links that may be followed, in canonical form, in document order. */
  readonly links: ReadonlyArray<string>
  /** The uses that the site allows or refuses. */
  readonly signals: Signals
  /** Set where the page was read and its document is not kept. */
  readonly unkept?: SkipReason
  /** What a later crawl needs to know of it. */
  readonly seen?: SeenPage
  /** Nothing has changed since an earlier job, and its document can still be read. */
  readonly isUnchanged?: true
  /** The encoded Document. It is compressed, unless the page looks like a shell. */
  readonly document: Uint8Array
}

/** There is no page, and this says why. */
export interface NoPage {
  readonly _tag: "NoPage"
  readonly code: PageErrorCode
  readonly detail: string
}

/** The page redirects to a URL that the crawl knows already. Stores have rows with this tag. */
export interface Duplicate {
  readonly _tag: "Elsewhere"
}

export interface SitemapsRead {
  /** What each file lists that the crawl admits, in its order. */
  readonly listed: ReadonlyArray<SitemapUrls>
  /** Files that could not be read. */
  readonly errors: ReadonlyArray<Omit<JobError, "at">>
}

/** What one sitemap file lists. */
export interface SitemapUrls {
  readonly sitemap: string
  /** The depth that these URLs get; 0 without it. */
  readonly depth?: number
  readonly urls: ReadonlyArray<string>
}
