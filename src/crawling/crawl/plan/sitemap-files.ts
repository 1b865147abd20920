import { Effect } from "effect"
import type { JobError } from "../../../core/domain/job/Job.ts"
import { credentialsFor, type SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { isSameSite } from "../../../core/domain/WebUrl.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import type { SitemapEntries } from "../../../extract/works/sitemap-entries.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { openSitemap } from "./open-sitemap.ts"
import { maxFiles, type SitemapStepFile, type SitemapWalk } from "./SitemapWalk.ts"

export type InContext = <A, E>(effect: Effect.Effect<A, E, RequestContext>) => Effect.Effect<A, E>

/** An API key, or one of its jobs. */
export type Requester = Pick<RequestContext["Service"], "owner" | "job">

/** The entries of one part of a sitemap. */
export type ListedPart = Pick<SitemapEntries, "about" | "lastmods" | "urls">

/** Receives the URLs of the sitemaps. */
export interface SitemapReader {
  /** Maximum of files to read, those of the cursor included. */
  readonly files: number
  /** Milliseconds between two requests of the crawl, if longer than the delay in force. */
  readonly delay?: number
  /** Provides the context of the requests. By default that of a crawl by the owner. */
  readonly within?: InContext
  /** Sent only with requests to their own origin, never with those for robots.txt. */
  readonly credentials?: SiteCredentials | undefined
  /** Whether `take` wants what the sitemaps say about the URLs. */
  readonly isDetailed?: boolean
  /** Whether an earlier reader has read this file. */
  readonly isRead?: (file: string) => Effect.Effect<boolean>
  /** Whether an index's date of a file lets expect anything of use in it. */
  readonly isWanted?: (lastmod: number | undefined) => boolean
  /** Takes canonical URLs of pages, in the order of the sitemap. False stops the reading. */
  take(part: ListedPart, sitemap: string): Effect.Effect<boolean>
  /** A file was read to its end, or failed. False stops the reading. */
  readonly fileEnded?: (file: string) => boolean
  /** A named sitemap could not be read. */
  failed(error: Omit<JobError, "at">): Effect.Effect<void>
}

/** Fetches a file of a walk and reads it. Returns how that has ended. */
export const sitemapFiles = Effect.gen(function*() {
  const extractor = yield* Extractor
  const fetcher = yield* Fetcher
  const { maxBody } = yield* Settings

  const load = Effect.fnUntraced(function*(url: URL, within: InContext, credentials: SiteCredentials | undefined) {
    const page = yield* fetcher.fetch({
      url,
      // The cache has no body for a gzip file, because fetching a page stores none.
      useCache: false,
      credentials: credentialsFor(credentials, url),
      isInScope: (target) => isSameSite(target, url),
      reads: (type) => isGzip.test(type) || isText.test(type)
    }).pipe(within)
    if (page.status === 200) return page
    return { code: "http_status", message: `The site answered ${page.status}.`, isMissing: true }
  }, Effect.catch(({ code, detail }) => Effect.succeed({ code, message: detail, isMissing: true })))

  /**
   * Reads a file part by part, in the processes that extract pages: a sitemap may be as large as a page and cost as
   * much.
   */
  return Effect.fnUntraced(
    function*({ from, url }: SitemapStepFile, walk: SitemapWalk, within: InContext, reading: Reading) {
      const { owner, reader } = reading
      const loaded = yield* load(new URL(url), within, reader.credentials)
      if (!("body" in loaded)) return loaded
      const file = yield* openSitemap(url, loaded, maxBody, from?.at ?? 0)
      let kind = from?.kind
      let indexed: { readonly at: number; readonly files: ReadonlyArray<string> } | undefined
      for (;;) {
        const text = yield* file.next
        if (text === undefined && indexed !== undefined) return walk.indexed(url, indexed.files, undefined)
        if (text === undefined) return "read"
        const { isDetailed = false } = reader
        const sent = { url, base: loaded.finalUrl, ...text, kind, isDetailed }
        // A list of files is read some at a time.
        const asked = kind === undefined || kind === "sitemapindex" ? { ...sent, maxEntries: maxFiles } : sent
        const part = yield* extractor.sitemap(asked, { owner, priority: "crawl" })
        kind = part.kind
        if (kind === undefined) return "read"
        file.consumed(part.consumed)
        if (kind === "sitemapindex") {
          // It goes on if there is a file after these.
          if (indexed !== undefined && part.urls.length > 0) return walk.indexed(url, indexed.files, indexed.at)
          const files = filesOf(part, url, reader)
          if (files.length > 0) indexed = { at: file.at, files }
          continue
        }
        walk.begin({ at: file.at, kind })
        if (!(yield* reader.take(part, url))) return (yield* file.next) === undefined ? "filled" : "stopped"
      }
    },
    Effect.scoped,
    Effect.catchTag("PageError", ({ code, detail }) => Effect.succeed({ code, message: detail, isMissing: false }))
  )
})

interface Reading {
  readonly owner: string
  readonly reader: SitemapReader
}

/** Files of the same site that an index lists. */
const filesOf = ({ lastmods, urls }: ListedPart, index: string, { isWanted }: SitemapReader): ReadonlyArray<string> =>
  urls.filter((url, place) => isSameSite(new URL(url), new URL(index)) && isWanted?.(lastmods[place]) !== false)

const isGzip = /^application\/(?:x-)?gzip$/
const isText = /^(?:text|application)\//
