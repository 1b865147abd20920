import { Context, Effect, Layer, Option, Stream } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { JobError } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { isSameSite } from "../../../core/domain/WebUrl.ts"
import { crawlTimeout, RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import type { SitemapEntries, SitemapKind } from "../../../extract/works/sitemap-entries.ts"
import { bodyFault, sentCodings, typed } from "../../../web/fetch/decode-body.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { decodedBody } from "../../../web/net/coded-stream.ts"
import { Visits } from "../../../web/visits/Visits.ts"
import { type SitemapBytes, SitemapDecoder } from "./SitemapDecoder.ts"

type InContext = <A, E>(effect: Effect.Effect<A, E, RequestContext>) => Effect.Effect<A, E>

/** An API key, or one of its jobs. */
export type Requester = Pick<RequestContext["Service"], "owner" | "job">

/** The date of the last change of each URL, as `SitemapEntries` has it. */
export type Lastmods = SitemapEntries["lastmods"]

/** Receives the URLs of the sitemaps. */
export interface SitemapReader {
  /** Maximum of files to read. */
  readonly files: number
  /** Sitemaps to read. By default those of the site. */
  readonly named?: ReadonlyArray<string>
  /** Milliseconds between two requests of the crawl, if longer than the delay in force. */
  readonly delay?: number
  /** Provides the context of the requests. By default that of a crawl by the owner. */
  readonly within?: InContext
  /** Sent with requests to their own origin alone, never with those for robots.txt. */
  readonly credentials?: SiteCredentials | undefined
  /** Takes canonical URLs of pages, in the order of the sitemap. False stops the reading. */
  take(urls: ReadonlyArray<string>, sitemap: string, lastmods: Lastmods): Effect.Effect<boolean>
  /** A named sitemap could not be read. */
  failed(error: Omit<JobError, "at">): Effect.Effect<void>
}

/**
 * The sitemaps of a site (sitemaps.org): those in its robots.txt, else /sitemap.xml. Indexes, feeds, plain lists and
 * gzip are read. They are fetched like any page of the crawl: with robots.txt, rate limit, address policy, and limit on
 * bodies. robots.txt may name sitemaps on any host. An index or a redirect may lead only to its own site.
 */
export class Sitemaps extends Context.Service<Sitemaps, {
  /**
   * Reads each file once, in parts, until `take` returns false or `files` are read. Returns whether no file was left
   * out.
   */
  read(site: URL, requester: Requester, reader: SitemapReader): Effect.Effect<boolean>
}>()("gleaner/crawling/crawl/plan/Sitemaps") {
  static readonly layerNoDeps = Layer.effect(
    Sitemaps,
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const fetcher = yield* Fetcher
      const visits = yield* Visits
      const { maxBody, requestTimeout } = yield* Settings

      /** The context of a crawl, which waits longer for a turn than a caller does. */
      const forCrawl = ({ job, owner }: Requester, delay?: number): InContext =>
        RequestContext.by(owner, "crawl", crawlTimeout(requestTimeout), { delay, job })

      const load = Effect.fnUntraced(function*(url: URL, within: InContext, credentials: SiteCredentials | undefined) {
        const { body, finalUrl, headers, status } = yield* fetcher.fetch({
          url,
          // The cache has no body for a gzip file, because fetching a page stores none.
          useCache: false,
          credentials: url.origin === credentials?.origin ? credentials : undefined,
          isInScope: (target) => isSameSite(target, url),
          reads: (type) => isGzip.test(type) || isText.test(type)
        }).pipe(within)
        if (status !== 200) return { failure: { code: "http_status", message: `The site answered ${status}.` } }
        const sent = yield* unpacked(url, body, sentCodings(headers), maxBody)
        const { charset, mediaType } = typed(headers, sent)
        // The file itself may be compressed, with or without a coding of the transfer.
        const bytes = sent[0] === 0x1F && sent[1] === 0x8B ? yield* unpacked(url, sent, ["gzip"], maxBody) : sent
        return { body: bytes, charset, finalUrl, mediaType }
      }, Effect.catch(failed))

      /**
       * Parses a file part by part, in the processes that extract pages: a sitemap may be as large as a page and cost
       * as much.
       */
      const listed = Effect.fnUntraced(function*(
        file: SitemapBytes & { readonly finalUrl: string },
        url: string,
        owner: string,
        onUrls: (kind: SitemapKind, part: SitemapEntries) => Effect.Effect<boolean>
      ) {
        const decoder = new SitemapDecoder(file)
        let kind: SitemapKind | undefined
        while (!decoder.isDone) {
          const { isLast, text } = decoder.next()
          const sent = { url, base: file.finalUrl, text, kind, isLast }
          const part = yield* extractor.sitemap(sent, { owner, priority: "crawl" })
          kind = part.kind
          if (kind === undefined || !(yield* onUrls(kind, part))) return {}
          decoder.consumed(part.consumed)
        }
        return {}
      }, Effect.catch(failed))

      const read = Effect.fn("Sitemaps.read")(function*(site: URL, requester: Requester, reader: SitemapReader) {
        const within = reader.within ?? forCrawl(requester, reader.delay)
        const rules = yield* Effect.option(within(visits.rulesFor(site)))
        const named = reader.named ?? (Option.isSome(rules) ? rules.value.sitemaps : [])
        const guess = new URL("/sitemap.xml", site).href
        const files = (named.length > 0 ? named.slice(0, reader.files) : [guess]).map((url) => ({ url, level: 0 }))
        const known = new Set<string>()
        while (known.size < reader.files) {
          const file = files.shift()
          if (file === undefined) break
          const { level, url } = file
          if (known.has(url)) continue
          known.add(url)
          const loaded = yield* load(new URL(url), within, reader.credentials)
          if ("failure" in loaded) {
            if (named.length > 0 || level > 0) yield* reader.failed({ url, ...loaded.failure })
            continue
          }
          const further: Array<string> = []
          let isWanted = true
          const ended = yield* listed(loaded, url, requester.owner, (kind, { lastmods, urls }) => {
            if (kind !== "sitemapindex") {
              return Effect.tap(reader.take(urls, url, lastmods), (more) => Effect.sync(() => (isWanted = more)))
            }
            further.push(...urls.filter((other) => isSameSite(new URL(other), new URL(url))))
            return Effect.succeed(further.length < reader.files)
          })
          if (!isWanted) return false
          if ("failure" in ended) yield* reader.failed({ url, ...ended.failure })
          if (level < maxLevel) files.unshift(...further.map((url) => ({ url, level: level + 1 })))
        }
        return files.every(({ url }) => known.has(url)) && named.length <= reader.files
      })

      return Sitemaps.of({ read })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([Extractor.layer, Fetcher.layerShared, Visits.layerShared])
  )
}

const failed = ({ code, detail }: PageError) => Effect.succeed({ failure: { code, message: detail } })

const isGzip = /^application\/(?:x-)?gzip$/
const isText = /^(?:text|application)\//
/** Maximum depth of indexes within indexes. The protocol has none, but the web does. */
const maxLevel = 2
const unpacked = (
  url: URL,
  body: Uint8Array,
  codings: ReadonlyArray<string>,
  limit: number
): Effect.Effect<Uint8Array, PageError> =>
  Effect.mapError(decodedBody(Stream.make(body), codings, limit), bodyFault(url.href, limit))
