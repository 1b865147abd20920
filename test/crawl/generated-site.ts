import { Effect, Layer } from "effect"
import type { JobStats } from "../../src/domain/Job.ts"
import { PageError, type PageErrorCode } from "../../src/domain/PageError.ts"
import { inScope, type Scope } from "../../src/domain/Scope.ts"
import { type ScrapedPage, Scraper } from "../../src/page/Scraper.ts"

export interface SitePage {
  readonly url: string
  readonly links: ReadonlyArray<string>
  /** Pages of the same text are duplicates; 0 is an empty page. */
  readonly text: number
  readonly outcome: "page" | "missing" | PageErrorCode
  /** Where the page redirects to, itself otherwise. */
  readonly finalUrl: string
}

/** mulberry32: the same seed gives the same site. */
const generator = (seed: number) => () => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const hosts = ["a.example.com", "b.example.com", "example.org"]
const outcomes: ReadonlyArray<SitePage["outcome"]> = [
  "missing",
  "robots_disallowed",
  "fetch_failed",
  "upstream_timeout",
  "unsupported_content_type",
  "body_too_large",
  "address_blocked"
]

/** A random site over three hosts with duplicates, redirects, broken pages and pages that robots.txt bars; its seed is always a page. */
export const generateSite = (seed: number, size: number): ReadonlyMap<string, SitePage> => {
  const random = generator(seed)
  const pick = <A>(list: ReadonlyArray<A>): A => list[Math.floor(random() * list.length)] as A
  const urls = Array.from(
    { length: size },
    (_, index) => `http://${index === 0 ? hosts[0] : pick(hosts)}/${pick(["", "docs/", "docs/deep/"])}p${index}`
  )
  urls[0] = "http://a.example.com/docs/p0"
  return new Map(urls.map((url, index) => {
    const links = Array.from({ length: Math.floor(random() * 8) }, () => pick(urls))
    const outcome = index > 0 && random() < 0.2 ? pick(outcomes) : "page"
    const finalUrl = index > 0 && outcome === "page" && random() < 0.1 ? pick(urls) : url
    return [url, { url, links, text: Math.floor(random() * size * 0.8), outcome, finalUrl }]
  }))
}

/** The site behind the Scraper's seam: pages take several turns of the scheduler, so that later ones overtake earlier ones. */
export const scraperOf = (
  site: ReadonlyMap<string, SitePage>,
  seed: number,
  log: Array<string>
): Layer.Layer<Scraper> => {
  const random = generator(seed + 1)
  return Layer.succeed(Scraper, {
    scrape: (request) =>
      Effect.gen(function*() {
        log.push(request.url)
        for (let turns = Math.floor(random() * 20); turns > 0; turns--) yield* Effect.yieldNow
        const page = site.get(request.url)
        if (page === undefined) return yield* Effect.die(new Error(`no page ${request.url}`))
        const fail = (code: PageErrorCode) => new PageError({ url: request.url, code, detail: code })
        if (page.outcome !== "page" && page.outcome !== "missing") return yield* fail(page.outcome)
        if (request.isInScope?.(new URL(page.finalUrl)) === false) return yield* fail("out_of_scope")
        const links = page.links.map((url) => ({ url, text: "", internal: true, nofollow: false }))
        return {
          json: new TextEncoder().encode(JSON.stringify({ url: request.url, depth: request.depth })),
          links,
          title: "",
          textHash: page.text === 0 ? "" : String(page.text),
          shell: { isShell: false, evidence: "" },
          canonicalUrl: "",
          finalUrl: page.finalUrl,
          status: page.outcome === "missing" ? 404 : 200
        } satisfies ScrapedPage
      })
  })
}

export interface Expected {
  readonly stored: ReadonlyArray<string>
  readonly stats: JobStats
}

/** What the specification promises, computed one page after the other. */
export const oracle = (
  site: ReadonlyMap<string, SitePage>,
  options: { readonly max_pages: number; readonly max_depth: number; readonly scope: Scope; readonly dedup: boolean }
): Expected => {
  const seed = "http://a.example.com/docs/p0"
  const isInScope = inScope(options.scope, new URL(seed))
  const queue = [{ url: seed, depth: 0 }]
  const seen = new Set([seed])
  const finals = new Set<string>()
  const texts = new Set<number>()
  const stored: Array<string> = []
  const stats = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }
  let spent = 0
  for (const { depth, url } of queue) {
    if (spent >= options.max_pages) break
    const page = site.get(url)
    if (page === undefined) continue
    if (["robots_disallowed", "address_blocked"].includes(page.outcome) || !isInScope(new URL(page.finalUrl))) {
      stats.skipped++
      continue
    }
    spent++
    if (["unsupported_content_type", "body_too_large"].includes(page.outcome)) {
      stats.crawled++
      stats.skipped++
    } else if (page.outcome === "missing") {
      stats.crawled++
      stats.failed++
    } else if (page.outcome !== "page") stats.failed++
    else {
      stats.crawled++
      for (const link of depth < options.max_depth ? page.links : []) {
        if (seen.has(link) || !isInScope(new URL(link))) continue
        seen.add(link)
        queue.push({ url: link, depth: depth + 1 })
      }
      const repeated = finals.has(page.finalUrl) || (options.dedup && page.text !== 0 && texts.has(page.text))
      if (!finals.has(page.finalUrl) && page.text !== 0) texts.add(page.text)
      finals.add(page.finalUrl)
      if (repeated) stats.duplicates++
      else {
        stats.stored++
        stored.push(url)
      }
    }
  }
  return { stored, stats }
}
