import type { PageInput } from "../../src/extract/Page.ts"

/** An HTML page as it would come off the network, without a network. */
export const pageInput = (body: string | Uint8Array, url = "https://page.example/"): PageInput => ({
  url,
  finalUrl: url,
  status: 200,
  headers: {},
  mediaType: "text/html",
  charset: undefined,
  body: typeof body === "string" ? new TextEncoder().encode(body) : body,
  fetchedAt: Date.now(),
  fetchElapsed: 0,
  redirects: [],
  retries: 0,
  cacheHit: false,
  rendered: false,
  warnings: [],
  depth: 0,
  includeHtml: false
})
