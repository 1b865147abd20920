import { Result } from "effect"
import type { CallOptions, GleanerClient, StartOptions } from "../../contract/client/index.ts"
import type { Scope } from "../../core/domain/options/Scope.ts"
import { parseRequestUrl, withScheme } from "../../core/domain/WebUrl.ts"
import { compact } from "../../core/kernel/compact.ts"
import { earlierCrawl, isCompared } from "./changes.ts"
import { firecrawlDocument, jobOptions, pictureOf, readingOptions } from "./documents.ts"
import { pathPatterns } from "./path-patterns.ts"
import type { BatchRequest, CrawlRequest, MapRequest, ScrapeRequest } from "./requests.ts"
import { dataUrl, scrapeByJob } from "./scrape-by-job.ts"

export const scrape = async (client: GleanerClient, request: (typeof ScrapeRequest)["Type"], call: CallOptions) => {
  const options = readingOptions(request)
  const picture = pictureOf(request)
  // Actions are performed once, also for a picture, and a comparison needs the page before: jobs have both.
  if (isCompared(options) || (picture !== undefined && options.actions !== undefined)) {
    return scrapeByJob(client, request, call)
  }
  const asked = compact({
    url: request.url,
    ...options,
    timeout_seconds: secondsOf(request.timeout),
    include_html: options.fields?.includes("html") === true
  })
  const page = await client.scrape(asked, call)
  if (picture === undefined) return firecrawlDocument(page)
  return {
    ...firecrawlDocument(page),
    screenshot: dataUrl(await client.screenshot({ url: request.url, ...picture }, call))
  }
}

/** The largest timeout that the API takes, in seconds. */
const maxTimeout = 3600

export const secondsOf = (timeout: number | undefined): number | undefined =>
  timeout === undefined ? undefined : Math.min(timeout / 1000, maxTimeout)

/** As many pages as Firecrawl crawls by default, and as deep; the maximum values of the deployment come first. */
const firecrawlLimit = 10_000
const anyDepth = 1000

/** The body of a crawl of our own API. */
export const crawlBody = (request: (typeof CrawlRequest)["Type"]) => {
  const patterns = (expressions: ReadonlyArray<string> = []) =>
    expressions.flatMap((expression) =>
      Result.getOrElse(pathPatterns(expression, request.regexOnFullURL === true), (): ReadonlyArray<string> => [])
    )
  const { actions, ...reading } = jobOptions(request.scrapeOptions ?? {})
  const page_actions = actions === undefined ? undefined : [{ pattern: "*", actions }]
  return compact({
    url: request.url,
    max_pages: request.limit ?? firecrawlLimit,
    max_depth: request.maxDiscoveryDepth ?? anyDepth,
    scope: scopeOf(request),
    sitemaps: request.sitemap !== "skip",
    include: patterns(request.includePaths),
    exclude: patterns(request.excludePaths),
    delay_ms: request.delay === undefined ? undefined : Math.round(request.delay * 1000),
    concurrency: request.maxConcurrency,
    page_actions,
    ...reading
  })
}

export const startCrawl = async (
  client: GleanerClient,
  request: (typeof CrawlRequest)["Type"],
  call: StartOptions
) => {
  const body = crawlBody(request)
  const since = isCompared(body) ? await earlierCrawl(client, request.url, body, call) : undefined
  return client.crawl(compact({ ...body, since }), call).job
}

const scopeOf = (request: (typeof CrawlRequest)["Type"]): Scope => {
  if (request.allowExternalLinks === true) return "any"
  if (request.allowSubdomains === true) return "subdomains"
  return request.crawlEntireDomain === true ? "domain" : "prefix"
}

/** The job, and the URLs that are none. */
export const startBatch = async (client: GleanerClient, request: (typeof BatchRequest)["Type"], call: StartOptions) => {
  const isUrl = (url: string) => Result.isSuccess(parseRequestUrl(url))
  const isLenient = request.ignoreInvalidURLs !== false
  const urls = isLenient ? request.urls.filter(isUrl) : request.urls
  const { job } = client.batch(
    compact({
      urls: urls.length === 0 ? request.urls : urls,
      concurrency: request.maxConcurrency,
      ...jobOptions(request)
    }),
    call
  )
  return { job: await job, invalid: isLenient ? request.urls.filter((url) => !isUrl(url)) : [] }
}

const maxLinks = 5000

/** The links of the page and of the site's sitemaps, those with the words of `search`. */
export const map = async (client: GleanerClient, request: (typeof MapRequest)["Type"], call: CallOptions) => {
  const { links } = await client.discover(
    compact({
      url: request.url,
      internal_only: true,
      sitemaps: request.sitemap !== "skip",
      timeout_seconds: secondsOf(request.timeout),
      language: request.location?.languages
    }),
    call
  )
  const host = new URL(withScheme(request.url)).hostname
  const words = (request.search ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "")
  const found = new Map<string, { readonly url: string; readonly title?: string }>()
  for (const { text, url } of links) {
    const target = new URL(url)
    if (request.includeSubdomains === false && target.hostname !== host) continue
    if (request.ignoreQueryParameters !== false) target.search = ""
    const shown = `${target.href} ${text}`.toLowerCase()
    if (!words.every((word) => shown.includes(word)) || found.has(target.href)) continue
    found.set(target.href, { url: target.href, ...(text === "" ? {} : { title: text }) })
  }
  return [...found.values()].slice(0, request.limit ?? maxLinks)
}
