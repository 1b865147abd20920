import type { Fingerprint } from "../../../core/domain/document/Fingerprint.ts"
import type { RefusingRights } from "../../../core/domain/document/Rights.ts"
import type { Signals } from "../../../core/domain/document/Signals.ts"
import type { PageErrorCode } from "../../../core/domain/errors/PageError.ts"
import type { JobError } from "../../../core/domain/job/Job.ts"
import type { PageOutcome, SeenPage, Unrequested } from "../../../core/domain/job/LedgerRow.ts"

/** The reason why the document of an extracted page is not stored. */
export type SkipReason = "noindex" | "noarchive" | "purpose_refused" | "content_use_refused"

/** A visit before anything is decided. Plain data: a node may end a visit that another one settles. */
export interface VisitRecord {
  /** Its place in the frontier. The seed is 0. */
  readonly seq: number
  readonly url: string
  readonly depth: number
  readonly foundOn: string
  readonly outcome: VisitOutcome
  /** Targets of its redirects, in the form of the crawl, without targets that got a cookie. */
  readonly chain: ReadonlyArray<string>
  /** Milliseconds spent on the page, without the queue time. */
  readonly elapsed: number
  /** The entry of the frontier that was visited, if it is not `url` (`cursorName`). */
  readonly entry?: string
  /** URLs of the site's sitemaps and of the job of `since`. Only seeds and entries that read sitemaps have them. */
  readonly sitemaps?: SitemapsRead
  /** The row of this URL in the job of `since`. Absent without `since`. */
  readonly earlier?: EarlierRow | "none"
}

/** The outcome of a URL in the job of `since`. */
export interface EarlierRow {
  readonly outcome: PageOutcome
  readonly code: string
  readonly status: number
  /** The hash of its text, if it was stored or unchanged. */
  readonly text?: string
}

export type VisitOutcome = VisitedPage | NoPage | Duplicate | SitemapPart

/** A part of the site's sitemaps was read. The job neither counts nor lists it, because it is not a page. */
export interface SitemapPart {
  readonly _tag: "Sitemap"
}

/** The site has answered, maybe with an error status. */
export interface VisitedPage {
  readonly _tag: "Page"
  readonly status: number
  readonly finalUrl: string
  /** As the page names it. Empty if it names none. */
  readonly canonicalUrl: string
  /** Empty for a page without text. */
  readonly textHash: string
  /** The URLs of the links that may be followed, in canonical form, in document order. */
  readonly links: ReadonlyArray<string>
  /** The uses that the site allows or refuses. */
  readonly signals: Signals
  /** Set if the document must not be stored although the page was extracted. */
  readonly unkept?: SkipReason
  /** Set with `unkept`. */
  readonly rights?: RefusingRights
  /** Facts for a later crawl with `since`. */
  readonly seen?: SeenPage
  /**
   * Whether its content is that of the job of `since`. Absent for a page that this job does not have, and if the visit
   * was stored by an earlier version.
   */
  readonly isSame?: boolean
  /** Share of its picture that differs from that of the job of `since`, if this is enough to count as a change. */
  readonly pictureChange?: number
  /** Why an unchanged page was not compared by its picture. */
  readonly pictureFault?: string
  /** The page is unchanged since an earlier job, whose document still exists. */
  readonly isUnchanged?: true
  /** Set if an unchanged page was not requested. */
  readonly unrequested?: Unrequested
  /** The encoded Document. It is compressed, unless the page looks like a shell. */
  readonly document: Uint8Array
  /** Compared with the other pages of the job. Absent if the visit was stored by an earlier version. */
  readonly fingerprint?: Fingerprint
  /** The terms of the page, if the job has an index (`pageTerms`). */
  readonly terms?: string
}

/** There is no page, for this reason. */
export interface NoPage {
  readonly _tag: "NoPage"
  readonly code: PageErrorCode
  readonly detail: string
  /** The rights that refuse the page, or the price that it costs. */
  readonly rights?: RefusingRights
}

/** A seed that is not fetched, because only URLs of sitemaps are and no sitemap lists it. It has led to the sitemaps. */
export const unlisted: NoPage = {
  _tag: "NoPage",
  code: "out_of_scope",
  detail: "The seed is not fetched, because source is sitemaps and no sitemap lists it."
}

export const isUnlisted = ({ code, detail }: NoPage): boolean => code === unlisted.code && detail === unlisted.detail

/** No sitemap lists any URL of the crawl. */
export const nothingListed: NoPage = {
  _tag: "NoPage",
  code: "fetch_failed",
  detail: "No sitemap of the site lists a URL in scope. Leave out source to follow links."
}

/** The page is that of a URL that the crawl knows already. Stores have rows with this tag. */
export interface Duplicate {
  readonly _tag: "Elsewhere"
  /** That URL, if nothing was requested. Else the page redirects to it. */
  readonly equivalent?: string
}

export interface SitemapsRead {
  /** Admitted URLs of each file, in its order, and the entry that reads on (`cursorName`). */
  readonly listed: ReadonlyArray<SitemapUrls>
  /** Files that were read, by their `fileName`. */
  readonly files?: ReadonlyArray<string>
  /** Files that could not be read. */
  readonly errors: ReadonlyArray<Omit<JobError, "at">>
}

/** URLs of one sitemap file. */
export interface SitemapUrls {
  readonly sitemap: string
  /** The depth that these URLs get; 0 without it. */
  readonly depth?: number
  readonly urls: ReadonlyArray<string>
}
