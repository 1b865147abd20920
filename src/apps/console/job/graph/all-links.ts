import type { LedgerRow } from "../../../../contract/client/index.ts"
import { client } from "../../session.ts"

/** A link from one page of a crawl to another. */
export type PageLink = readonly [from: string, to: string]

/** Maximum lines of a readable graph. */
export const maxLinks = 60_000

/** Reads the links among the pages of a job from its documents. */
export const allLinks = async (
  id: string,
  rows: ReadonlyArray<LedgerRow>,
  signal: AbortSignal
): Promise<ReadonlyArray<PageLink>> => {
  const pages = new Set(rows.map(({ url }) => url))
  const found: Array<PageLink> = []
  // A job may store other fields only.
  for await (
    const { final_url, links = [], url } of client.documents(id, { fields: ["url", "final_url", "links"], signal })
  ) {
    const from = pages.has(url) ? url : final_url
    for (const { url: to } of links) {
      if (to !== from && pages.has(to)) found.push([from, to])
      if (found.length === maxLinks) return found
    }
  }
  return found
}
