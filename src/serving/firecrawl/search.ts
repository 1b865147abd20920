import type { CallOptions, GleanerClient, SearchAnswer } from "../../contract/client/index.ts"
import { hostOf } from "../../core/domain/options/search-options.ts"
import { compact } from "../../core/kernel/compact.ts"
import { firecrawlDocument, readingOptions } from "./documents.ts"
import { secondsOf } from "./pages.ts"
import { type SearchRequest, timeRanges } from "./requests.ts"

type Request = (typeof SearchRequest)["Type"]
type Result = SearchAnswer["results"][number]

/** The results, each with the formats of its page if any are requested. */
export const search = async (client: GleanerClient, request: Request, call: CallOptions) => {
  const { excludeDomains = [], limit = defaultLimit, query } = request
  const excluded = excludeDomains.map((domain) => hostOf(domain) ?? domain)
  const { notes, results } = await client.search(
    compact({
      query: [query, ...excluded.map((domain) => `-site:${domain}`)].join(" "),
      limit: Math.min(limit, maxLimit),
      language: request.lang,
      time_range: request.tbs === undefined || request.tbs === "" ? undefined : timeRanges[request.tbs],
      domains: request.includeDomains?.length === 0 ? undefined : request.includeDomains,
      pages: pagesOf(request)
    }),
    call
  )
  const warnings = [...(limit > maxLimit ? [`limit ${limit} became ${maxLimit}.`] : []), ...notes]
  return {
    results: results.filter(({ url }) => !isWithin(url, excluded)).map(shown),
    warning: warnings.length === 0 ? {} : { warning: warnings.join(" ") }
  }
}

/** Firecrawl's default, and the maximum of our own API. */
const defaultLimit = 10
const maxLimit = 20

/** Without formats, no page is fetched. */
const pagesOf = ({ scrapeOptions, timeout }: Request) => {
  if (scrapeOptions === undefined || (scrapeOptions.formats ?? []).length === 0) return undefined
  const { headers: _, waitFor: _waitFor, ...page } = scrapeOptions
  const { actions: _actions, cookies: _cookies, headers: _headers, ...options } = readingOptions(page)
  return compact({
    ...options,
    timeout_seconds: secondsOf(timeout),
    include_html: options.fields?.includes("html") === true
  })
}

const isWithin = (url: string, domains: ReadonlyArray<string>): boolean => {
  const { hostname } = new URL(url)
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

const shown = ({ document, problem, snippet, title, url }: Result, index: number) => ({
  url,
  title,
  description: snippet,
  position: index + 1,
  ...(document === undefined ? {} : firecrawlDocument(document)),
  ...(problem === undefined
    ? {}
    : { metadata: { sourceURL: url, statusCode: problem.status, error: problem.detail } })
})
