import type { SitemapKind } from "../../../extract/works/sitemap-entries.ts"

/** The place up to which the sitemaps of a site are read. Plain data: a later process may read on. */
export interface SitemapCursor {
  readonly site: string
  /** Requests for files so far. A file that is read in several goes counts for each. */
  readonly files: number
  /** The lists of files that are not read to their end, the outermost first: those of robots.txt, then of indexes. */
  readonly levels: ReadonlyArray<SitemapLevel>
}

export interface SitemapLevel {
  /** The next files, in order. */
  readonly urls: ReadonlyArray<string>
  /** Set if the first of them is read in part. */
  readonly begun?: BegunFile
  /** Set if the list goes on: the index, and where. Without `url` the list is that of robots.txt. */
  readonly more?: { readonly url?: string; readonly at: number }
  /** No one has named the file, so it may be missing without an error. */
  readonly isGuess?: true
}

export interface BegunFile {
  /** Characters that were read. */
  readonly at: number
  readonly kind: SitemapKind
}

/** The start of a site's sitemaps, or of these files only. */
export const startOf = (site: string, named?: ReadonlyArray<string>): SitemapCursor => ({
  site,
  files: 0,
  levels: [named === undefined ? { urls: [], more: { at: 0 } } : { urls: named }]
})

/** A cursor of a crawl, which has seeds. */
export interface CrawlCursor extends SitemapCursor {
  /** The name of the seed whose scope decides. */
  readonly seed: string
  /** The seed is visited when a sitemap lists it. */
  readonly isSeedWanted?: true
  /** A sitemap has listed a URL that the rules admit. */
  readonly hasListed?: true
  /** URLs left out for lack of a date. */
  readonly undated?: number
}

/**
 * The entry of the frontier that reads on, as a URL of a scheme of its own: a page never has it, because links are http
 * or https. Its host is that of the site.
 */
export const cursorName = (cursor: CrawlCursor): string =>
  `${scheme}//${new URL(cursor.site).host}/${JSON.stringify(cursor)}`

export const isCursor = (name: string): boolean => name.startsWith(scheme)

/** The inverse of `cursorName`, which guarantees the shape. */
export const cursorOf = (name: string): CrawlCursor =>
  JSON.parse(name.slice(name.indexOf("/", scheme.length + 2) + 1)) as CrawlCursor // written by us

/** The name by which a crawl knows that it has read a file. */
export const fileName = (url: string): string => `${scheme}${url}`

const scheme = "sitemap:"
