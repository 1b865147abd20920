import { Effect } from "effect"
import { compressedJson } from "../../../extract/works/compressed-json.ts"
import type { FetchedPage } from "../../../web/fetch/Hop.ts"
import type { Exchange } from "../../../web/net/ExchangeTap.ts"
import { packedResponses, withArchive } from "../../archive/page-archive.ts"
import type { VisitedPage } from "../model/VisitRecord.ts"

/** The responses of a page that is read. */
export interface PageResponses {
  /** The page, with the redirects that led to it. */
  fetched?: FetchedPage
  /** Responses to the browser, if the page was rendered. */
  readonly loaded: Array<Exchange>
}

/** The page with its responses, which a page that is not stored does not need. */
export const archivedPage = (
  { fetched, loaded }: PageResponses,
  maxBytes: number,
  visited: VisitedPage
): Effect.Effect<VisitedPage> => {
  const { isUnchanged, status, unkept } = visited
  if (fetched === undefined || status >= 400 || unkept !== undefined || isUnchanged === true) {
    return Effect.succeed(visited)
  }
  return Effect.promise(async () => {
    const records = await packedResponses([...exchangesOf(fetched), ...loaded], maxBytes)
    return { ...visited, document: withArchive(compressedJson(visited.document), records) }
  })
}

const exchangesOf = ({ body, fetchedAt, finalUrl, headers, redirects, status }: FetchedPage) => {
  const common = { method: "GET", requestHeaders: {}, isWhole: true, at: fetchedAt }
  return [
    { ...common, url: finalUrl, status, headers, body },
    ...redirects.map(({ location, status, url }) => ({
      ...common,
      url,
      status,
      headers: { location },
      body: new Uint8Array()
    }))
  ] satisfies ReadonlyArray<Exchange>
}
