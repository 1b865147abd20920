import type { Redirect, Warning } from "../../core/domain/document/Trace.ts"
import type { SiteCredentials } from "../../core/domain/SiteCredentials.ts"
import type { Intent } from "../rights/refusal.ts"

/** Options of every hop to a page. */
export interface HopOptions {
  /** Serve from the HTTP cache while fresh. A response is stored either way. */
  readonly useCache: boolean
  /** Seconds. A stored response that is at most this old is served, fresh or not, and no older one. */
  readonly maxAge?: number | undefined
  /** Language tags for Accept-Language, which the cache stores separately. */
  readonly language?: ReadonlyArray<string> | undefined
  /** The media type that the site is asked for before HTML. The cache stores it separately. */
  readonly prefer?: "markdown" | undefined
  /** Media types whose body is downloaded. By default those with text. */
  readonly reads?: (mediaType: string) => boolean
  /** The page is neither served from the cache nor stored in it, and no other request shares its answer. */
  readonly isPrivate?: boolean | undefined
  /**
   * Sent only to their origin, until a redirect leaves it. Such a page is neither served from the cache nor stored in
   * it.
   */
  readonly credentials?: SiteCredentials | undefined
  /** Fails with `purpose_refused` or `content_use_refused` if the site's robots.txt refuses this use. */
  readonly intent?: Intent | undefined
}

export interface FetchRequest extends HopOptions {
  readonly url: URL
  /** A redirect to a URL outside fails with `out_of_scope`. */
  readonly isInScope?: (url: URL) => boolean
}

export interface HopRequest extends HopOptions {
  /** Without a fragment. */
  readonly url: URL
  /** The Cookie field of the redirect chain so far. */
  readonly cookie?: string | undefined
  /**
   * The validators of the requester's copy, for a conditional request. Status 304 means that the page has not changed.
   * The cache is not read.
   */
  readonly known?: Validators | undefined
}

/** Validators of one state of a page (RFC 9110 section 8.8). */
export interface Validators {
  readonly etag?: string
  readonly modified?: string
}

/** The answer of one URL. Redirects are not followed. */
export type Hop = Page | Redirected

interface HopAnswer {
  readonly url: URL
  readonly status: number
  readonly setCookies: ReadonlyArray<string>
  readonly retries: number
}

export interface Redirected extends HopAnswer {
  readonly _tag: "Redirected"
  /** An http(s) URL. */
  readonly target: URL
}

export interface Page extends HopAnswer, Omit<FetchedPage, "url" | "finalUrl" | "status" | "redirects" | "retries"> {
  readonly _tag: "Page"
}

/** A response as it came. */
export interface FetchedPage {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Lower-case names; repeated fields joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  /**
   * In the content codings of the header (`decodeBody`). Empty for media types without text: their bodies are not
   * downloaded.
   */
  readonly body: Uint8Array
  /** Milliseconds since the epoch. A cached page has its own time. */
  readonly fetchedAt: number
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  /** If a redirect to it has set cookies. */
  readonly hasCookies?: boolean
  readonly warnings: ReadonlyArray<Warning>
}
