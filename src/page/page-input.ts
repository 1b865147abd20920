import type { PageInput } from "../extract/Page.ts"
import type { FetchedPage } from "../fetch/Fetcher.ts"
import type { RenderedPage } from "../render/Renderer.ts"

/** What the extractor needs of a fetched page; `fetchElapsed` in milliseconds. */
export const pageInput = (
  request: { readonly url: string; readonly depth: number; readonly includeHtml: boolean },
  fetched: FetchedPage,
  fetchElapsed: number
): PageInput => ({
  url: request.url,
  finalUrl: fetched.finalUrl,
  status: fetched.status,
  headers: fetched.headers,
  mediaType: fetched.mediaType,
  charset: fetched.charset,
  body: fetched.body,
  fetchedAt: fetched.fetchedAt,
  fetchElapsed,
  redirects: fetched.redirects,
  retries: fetched.retries,
  cacheHit: fetched.cacheHit,
  rendered: false,
  warnings: fetched.warnings,
  depth: request.depth,
  includeHtml: request.includeHtml
})

/** A page that came over no network: there is nothing to tell of its way. */
export const offlineInput = (
  page: Pick<PageInput, "url" | "finalUrl" | "mediaType" | "charset" | "body" | "fetchedAt">
): PageInput => ({
  ...page,
  status: 200,
  headers: {},
  fetchElapsed: 0,
  redirects: [],
  retries: 0,
  cacheHit: false,
  rendered: false,
  warnings: [],
  depth: 0,
  includeHtml: false
})

const encoder = new TextEncoder()

/** The same page after its JavaScript has run: rendering counts as fetching. */
export const renderedInput = (input: PageInput, page: RenderedPage, fetchElapsed: number): PageInput => ({
  ...input,
  finalUrl: page.finalUrl,
  status: page.status,
  mediaType: "text/html",
  // The browser hands over a string; as bytes it is UTF-8, whatever the page declares.
  charset: "utf-8",
  body: encoder.encode(page.html),
  fetchElapsed,
  rendered: true,
  warnings: [...input.warnings, ...page.warnings]
})
