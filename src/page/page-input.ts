import type { Signals } from "../domain/document/Signals.ts"
import type { PageInput, Provenance } from "../extract/Page.ts"
import type { FetchedPage } from "../fetch/Hop.ts"
import { compact } from "../kernel/compact.ts"
import type { RenderedPage } from "../render/page/render-page.ts"

/** What the extractor needs of a fetched page. */
export const pageInput = (
  request: Pick<PageInput, "url" | "depth" | "includeHtml" | "options" | "needs">,
  fetched: FetchedPage,
  { agent, maxBytes }: { readonly agent: string; readonly maxBytes: number }
): PageInput => ({
  agent,
  url: request.url,
  finalUrl: fetched.finalUrl,
  status: fetched.status,
  headers: fetched.headers,
  mediaType: "",
  charset: undefined,
  body: fetched.body,
  asSent: { maxBytes },
  fetchedAt: fetched.fetchedAt,
  rendered: false,
  depth: request.depth,
  includeHtml: request.includeHtml,
  ...compact({ options: request.options, needs: request.needs })
})

/** How a page was fetched. `fetchElapsed` is in milliseconds. */
export const provenanceOf = (fetched: FetchedPage, fetchElapsed: number, signals: Signals): Provenance => ({
  signals,
  fetchElapsed,
  redirects: fetched.redirects,
  retries: fetched.retries,
  cacheHit: fetched.cacheHit,
  rendered: false,
  warnings: fetched.warnings
})

/** The way of a page that came without the network. */
export const offlineInput = (
  page: Pick<PageInput, "url" | "finalUrl" | "mediaType" | "charset" | "body" | "fetchedAt">
): PageInput => ({
  ...page,
  status: 200,
  headers: {},
  rendered: false,
  depth: 0,
  includeHtml: false
})

export const offlineWay: Provenance = {
  signals: {},
  fetchElapsed: 0,
  redirects: [],
  retries: 0,
  cacheHit: false,
  rendered: false,
  warnings: []
}

const encoder = new TextEncoder()

/** The same page after its JavaScript has run. */
export const renderedInput = ({ asSent: _asSent, ...input }: PageInput, page: RenderedPage): PageInput => ({
  ...input,
  finalUrl: page.finalUrl,
  status: page.status,
  mediaType: "text/html",
  // The browser returns a string. As bytes it is UTF-8, whatever the page declares.
  charset: "utf-8",
  body: encoder.encode(page.html),
  rendered: true
})

/** Rendering counts as fetching. */
export const renderedWay = (
  way: Provenance,
  page: RenderedPage,
  renderedBecause: string,
  fetchElapsed: number
): Provenance => ({
  ...way,
  fetchElapsed,
  rendered: true,
  renderedBecause,
  warnings: [...way.warnings, ...page.warnings]
})
