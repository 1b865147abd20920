import { type PageOptions, pageOptions } from "../core/domain/options/PageOptions.ts"
import { compact } from "../core/kernel/compact.ts"
import { withScheme } from "../core/kernel/request-url.ts"
import type { Waits } from "../core/kernel/RequestContext.ts"
import type { PageInput, Provenance } from "../extract/Page.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import type { RenderedPage } from "../web/render/render-page.ts"
import type { PageRequest } from "./PageRequest.ts"

/** The input of the extractor for a fetched page. */
export const pageInput = (
  request: PageRequest,
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
  depth: request.depth ?? 0,
  options: pageOptions(request),
  ...compact({
    needs: request.needs,
    isIndexed: request.isIndexed,
    checksLogin: request.checksLogin,
    siteLines: request.siteLines,
    prefer: request.prefer,
    wrapperRules: request.rulesFor?.(fetched.finalUrl)
  })
})

/** The provenance of a fetched page. `fetchElapsed`: milliseconds. */
export const provenanceOf = (
  fetched: FetchedPage,
  fetchElapsed: number,
  { robots, turn }: Waits,
  said: Pick<Provenance, "signals" | "statements">
): Provenance => ({
  ...said,
  fetchElapsed,
  waits: { turn, robots, render: 0 },
  redirects: fetched.redirects,
  retries: fetched.retries,
  cacheHit: fetched.cacheHit,
  rendered: false,
  warnings: fetched.warnings
})

/** The base of relative links of a page without a URL. No host has this name (RFC 6761 section 6.4). */
const unknownUrl = "https://page.invalid/"

/** The URLs of a page without redirects, for a valid URL as typed. "" if it is unknown. */
export const offlineUrls = (typed: string): Pick<PageInput, "url" | "finalUrl"> =>
  typed === ""
    ? { url: "", finalUrl: unknownUrl }
    : { url: withScheme(typed), finalUrl: new URL(withScheme(typed)).href }

/** The input for a page that came without the network. */
export const offlineInput = (
  page: Pick<PageInput, "url" | "finalUrl" | "mediaType" | "charset" | "body" | "fetchedAt">
): PageInput => ({
  ...page,
  status: 200,
  headers: {},
  rendered: false,
  depth: 0
})

export const offlineProvenance: Provenance = {
  signals: {},
  statements: [],
  fetchElapsed: 0,
  waits: { turn: 0, robots: 0, render: 0 },
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
  // The browser returns a string, which is encoded here. A charset that the page declares does not apply.
  charset: "utf-8",
  body: encoder.encode(page.html),
  rendered: true,
  ...(page.unseen === undefined ? {} : { unseen: page.unseen })
})

/** Rendering counts as fetching. `elapsed`: its milliseconds. `waits`: those of the page, with the browser's. */
export const renderedProvenance = (
  fetched: Provenance,
  page: RenderedPage,
  renderedBecause: string,
  elapsed: number,
  { robots, turn }: Waits,
  options: Pick<PageOptions, "fields">
): Provenance => ({
  ...fetched,
  fetchElapsed: fetched.fetchElapsed + elapsed,
  waits: { turn, robots, render: elapsed - (robots - fetched.waits.robots) },
  rendered: true,
  renderedBecause,
  ...(page.actions === undefined ? {} : { actions: wantedOf(page.actions, options) }),
  warnings: [...fetched.warnings, ...page.warnings]
})

/** Without pictures if `fields` does not list them. */
const wantedOf = (actions: NonNullable<Provenance["actions"]>, { fields }: Pick<PageOptions, "fields">) =>
  fields === undefined || fields.includes("pictures") ? actions : { ...actions, pictures: [] }
