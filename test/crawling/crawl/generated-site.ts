import { Effect, Layer } from "effect"
import { PageError, type PageErrorCode } from "../../../src/core/domain/errors/PageError.ts"
import type { CrawlOptions, JobStats } from "../../../src/core/domain/job/Job.ts"
import { registrableDomain } from "../../../src/core/domain/WebUrl.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Sitemaps } from "../../../src/crawling/crawl/plan/Sitemaps.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import type { PageRequest } from "../../../src/page/PageRequest.ts"
import { Pictures } from "../../../src/page/Pictures.ts"
import type { ReadPage } from "../../../src/page/projections.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import type { PageSource } from "../../../src/web/fetch/PageSource.ts"

export interface SitePage {
  readonly url: string
  readonly links: ReadonlyArray<string>
  /** Pages of the same text are duplicates; 0 is an empty page. */
  readonly text: number
  readonly outcome: "page" | "missing" | PageErrorCode
  /** Where it redirects to instead of being a page. */
  readonly redirect: string | undefined
  /** The URL that it names as its canonical one, or nothing. */
  readonly canonical: string
}

/** mulberry32: the same seed gives the same site. */
const generator = (seed: number) => () => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

export const seed = "http://a.example.com/docs/p0"
const hosts = ["a.example.com", "b.example.com", "example.org"]
const outcomes: ReadonlyArray<SitePage["outcome"]> = [
  "missing",
  "robots_disallowed",
  "robots_unreachable",
  "fetch_failed",
  "upstream_timeout",
  "unsupported_content_type",
  "body_too_large",
  "address_blocked"
]

/**
 * A random site over three hosts with duplicates, redirects (chains and circles of them), broken pages and pages that
 * robots.txt bars; its seed is a page, or redirects to one, maybe of another host.
 */
export const generateSite = (siteSeed: number, size: number): ReadonlyMap<string, SitePage> => {
  const random = generator(siteSeed)
  const pick = <A>(list: ReadonlyArray<A>): A => list[Math.floor(random() * list.length)] as A
  const urls = Array.from(
    { length: size },
    (_, index) => `http://${pick(hosts)}/${pick(["", "docs/", "docs/deep/"])}p${index}`
  )
  urls[0] = seed
  return new Map(urls.map((url, index) => {
    const links = Array.from({ length: Math.floor(random() * 8) }, () => pick(urls))
    const isStart = index < 2
    const outcome = !isStart && random() < 0.2 ? pick(outcomes) : "page"
    const redirect = index > 1 && outcome === "page" && random() < 0.15 ? pick(urls) : undefined
    const canonical = random() < 0.1 ? pick(urls) : ""
    const text = Math.floor(random() * size * 0.8)
    return [url, {
      url,
      links: isStart ? [...links, ...Array.from({ length: 8 }, () => pick(urls))] : links,
      text,
      outcome,
      redirect: index === 0 && siteSeed % 3 === 0 ? urls[1] : redirect,
      canonical
    }]
  }))
}

const maxChain = 10

/**
 * The site behind the seams of Fetcher and PageReader; `asked` has each URL that the site is asked for, `started` each
 * page that the crawl starts. Answers take several turns of the scheduler, so that later pages overtake earlier ones.
 */
export const webOf = (
  site: ReadonlyMap<string, SitePage>,
  siteSeed: number,
  asked: Array<string>,
  started: Array<string> = []
): Layer.Layer<Extractor | Fetcher | PageReader | Pictures> => {
  const random = generator(siteSeed + 1)
  /** A page in a circle of redirects asks for its own URLs again. */
  const own = new WeakMap<object, Set<string>>()
  const fetcher = Layer.mock(Fetcher, {
    hop: ({ url }) =>
      Effect.gen(function*() {
        const { queueTime } = yield* RequestContext
        const before = own.get(queueTime) ?? new Set()
        if (!before.has(url.href)) asked.push(url.href)
        own.set(queueTime, before.add(url.href))
        for (let turns = Math.floor(random() * 20); turns > 0; turns--) yield* Effect.yieldNow
        const page = site.get(url.href)
        if (page === undefined) return yield* Effect.die(new Error(`no page ${url.href}`))
        const answer = { url, setCookies: [], retries: 0 }
        if (page.redirect !== undefined) {
          return { ...answer, _tag: "Redirected" as const, status: 302, target: new URL(page.redirect) }
        }
        if (page.outcome !== "page" && page.outcome !== "missing") {
          return yield* new PageError({ url: url.href, code: page.outcome, detail: page.outcome })
        }
        return {
          ...answer,
          _tag: "Page" as const,
          status: page.outcome === "missing" ? 404 : 200,
          headers: {},
          mediaType: "text/html",
          charset: undefined,
          body: new Uint8Array(),
          fetchedAt: 0,
          cacheHit: false,
          warnings: []
        }
      })
  })
  const readFrom = <E>(request: PageRequest, source: PageSource<E>) =>
    Effect.gen(function*() {
      started.push(request.url)
      const { finalUrl, status } = yield* source.page
      const page = site.get(finalUrl)
      if (page === undefined) return yield* Effect.die(new Error(`no page ${finalUrl}`))
      return {
        json: new TextEncoder().encode(JSON.stringify({ url: request.url, depth: request.depth })),
        links: page.links.map((url) => ({ url, text: "", internal: true, nofollow: false })),
        title: "",
        textHash: page.text === 0 ? "" : String(page.text),
        contentHash: `1-${page.text}`,
        shell: { isShell: false, evidence: "" },
        canonicalUrl: page.canonical,
        robots: [],
        signals: {},
        statements: [],
        isAsSent: true,
        timings: [],
        warnings: [],
        finalUrl,
        status
      } satisfies ReadPage<"document">
    })
  // A crawl reads documents alone.
  return Layer.mergeAll(
    fetcher,
    Layer.mock(Extractor, { parsers: [] }),
    Layer.mock(PageReader, { readFrom: readFrom as PageReader["Service"]["readFrom"] }),
    Pictures.layerNone
  )
}

/** Pages that only a sitemap knows of, and some that are linked too. */
export const sitemapOf = (site: ReadonlyMap<string, SitePage>): ReadonlyArray<string> =>
  [...site.keys()].filter((_, index) => index % 5 === 0).toReversed()

const sitemapPiece = 7

/** A site's sitemap behind the service's seam. */
export const sitemapsOf = (site: ReadonlyMap<string, SitePage>): Layer.Layer<Sitemaps> =>
  Layer.succeed(Sitemaps, {
    read: (_, __, reader) =>
      Effect.gen(function*() {
        const urls = sitemapOf(site)
        for (let at = 0; at < urls.length; at += sitemapPiece) {
          if (
            !(yield* reader.take(
              { urls: urls.slice(at, at + sitemapPiece), lastmods: [] },
              "http://a.example.com/sitemap.xml"
            ))
          ) return undefined
        }
        return undefined
      })
  })

export interface Expected {
  readonly stored: ReadonlyArray<string>
  readonly stats: JobStats
}

type Ended = "stored" | "duplicate" | "missing" | "failed" | "unusable" | "untouched" | "out_of_scope"

/** The options whose patterns the oracle reads: `/docs/*` and URLs that end in a digit. */
const isWanted = ({ exclude, include }: CrawlOptions, url: string): boolean =>
  (include.length === 0 || new URL(url).pathname.startsWith("/docs/")) &&
  !exclude.some((pattern) => url.endsWith(pattern.slice(1)))

const inScope = (scope: CrawlOptions["scope"], from: URL, url: URL): boolean =>
  scope === "any" ||
  (scope === "domain" && url.host === from.host) ||
  (scope === "subdomains" && registrableDomain(url.hostname) === registrableDomain(from.hostname)) ||
  (scope === "prefix" && url.href.startsWith(new URL(".", from).href))

/** The result that the contract promises, computed one page after the other. */
export const oracle = (
  site: { readonly get: (url: string) => SitePage | undefined },
  options: CrawlOptions,
  { canonicalLinks = false, sitemap = [] as ReadonlyArray<string>, start = seed } = {}
): Expected => {
  let from: URL | undefined
  const admits = (url: string) =>
    from === undefined || (inScope(options.scope, from, new URL(url)) && isWanted(options, url))
  const queue = [{ url: start, depth: 0 }]
  const seen = new Set([start])
  const texts = new Set<number>()
  const result = {
    stored: [] as Array<string>,
    stats: { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }
  }

  const enqueue = (urls: ReadonlyArray<string>, depth: number) => {
    for (const url of urls) {
      if (seen.has(url) || !admits(url)) continue
      seen.add(url)
      queue.push({ url, depth })
    }
  }

  const visit = (url: string, depth: number): Ended => {
    const own = new Set([url])
    const isElsewhere = (other: string) => !own.has(other) && seen.has(other)
    let page = site.get(url)
    for (let hops = 0; page?.redirect !== undefined; hops++) {
      if (hops === maxChain) return "failed"
      if (!admits(page.redirect)) return "out_of_scope"
      if (isElsewhere(page.redirect)) return "duplicate"
      own.add(page.redirect)
      seen.add(page.redirect)
      page = site.get(page.redirect)
    }
    if (page === undefined) return "failed"
    if (["robots_disallowed", "robots_unreachable", "address_blocked"].includes(page.outcome)) return "untouched"
    if (["unsupported_content_type", "body_too_large"].includes(page.outcome)) return "unusable"
    if (page.outcome !== "page" && page.outcome !== "missing") return "failed"
    seen.add(page.url)
    if (from === undefined) {
      from = new URL(page.url)
      // Piece by piece, until there is as much as the budget could take.
      for (let at = 0; at < sitemap.length; at += sitemapPiece) {
        enqueue(sitemap.slice(at, at + sitemapPiece), 0)
        if (queue.length - 1 >= options.max_pages - 1) break
      }
    }
    if (page.outcome === "missing") return "missing"
    const names = canonicalLinks && page.canonical !== page.url && page.canonical !== "" && admits(page.canonical)
    const isNamedElsewhere = names && isElsewhere(page.canonical)
    if (names) seen.add(page.canonical)
    const repeats = !isNamedElsewhere && options.dedup && page.text !== 0 && texts.has(page.text)
    if (!isNamedElsewhere) texts.add(page.text)
    if (depth < options.max_depth) enqueue(page.links, depth + 1)
    if (isNamedElsewhere || repeats) return "duplicate"
    result.stored.push(url)
    return "stored"
  }

  const { stats } = result
  let spent = 0
  for (const { depth, url } of queue) {
    if (spent >= options.max_pages) break
    const ended = visit(url, depth)
    if (ended !== "untouched" && ended !== "out_of_scope") spent++
    if (["stored", "duplicate", "missing", "unusable"].includes(ended)) stats.crawled++
    if (ended === "stored") stats.stored++
    if (ended === "duplicate") stats.duplicates++
    if (ended === "missing" || ended === "failed") stats.failed++
    if (["unusable", "untouched", "out_of_scope"].includes(ended)) stats.skipped++
  }
  return result
}
