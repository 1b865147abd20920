import type { Warning } from "../../core/domain/document/Trace.ts"
import type { StoredResponse } from "./cache/ResponseStore.ts"
import type { Page } from "./Hop.ts"
import type { SiteResponse } from "./send-once.ts"

/** A response, from the site or from the cache. */
export interface Obtained {
  readonly response: StoredResponse
  readonly setCookies: ReadonlyArray<string>
  readonly retries: number
  readonly cacheHit: boolean
  /** The job or the key whose request the site answered. */
  readonly partition: string | undefined
  readonly warnings: ReadonlyArray<Warning>
}

export const obtainedFromSite = (response: SiteResponse, partition: string, retries: number): Obtained => ({
  response,
  partition,
  setCookies: response.setCookies,
  retries,
  cacheHit: false,
  warnings: []
})

export const obtainedFromCache = (response: StoredResponse, warnings: ReadonlyArray<Warning> = []): Obtained => ({
  response,
  partition: undefined,
  setCookies: [],
  retries: 0,
  cacheHit: true,
  warnings
})

export const staleResponse: Warning = {
  code: "stale_response",
  message: "The site failed to answer; this is the cached page, past its freshness."
}

export const pageOf = (url: URL, { cacheHit, response, retries, setCookies, warnings }: Obtained): Page => {
  const { body, fetchedAt, headers, status } = response
  return { _tag: "Page", url, status, headers, body, fetchedAt, setCookies, retries, cacheHit, warnings }
}
