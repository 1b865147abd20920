import { jsonInstead, needsModel } from "./refusals.ts"

const noBrowser = "is not there: no session with a browser is kept; use actions of /scrape"
const noFeedback = "is not there: it is for the people who run Firecrawl"
const noAccount = "is not there: Gleaner counts no tokens and keeps no history of credits"

/**
 * Routes of Firecrawl that Gleaner does not have, by the beginning of their paths, and why. The first that fits is
 * used.
 */
export const refusedRoutes: ReadonlyArray<readonly [path: string, why: string]> = [
  ["/search/", "is not there: Gleaner has no index of papers; use /search"],
  ["/extract", `${needsModel}; ${jsonInstead}, or describe records with the format attributes`],
  ["/agent", needsModel],
  ["/deep-research", needsModel],
  ["/crawl/params-preview", `${needsModel}; give the options themselves`],
  ["/llmstxt", `${needsModel}; GET /v1/jobs/ID/documents has the pages of a crawl`],
  ["/scrape/", noBrowser],
  ["/interact", noBrowser],
  ["/browser", noBrowser],
  ["/feedback", noFeedback],
  ["/support", noFeedback],
  ["/team/credit-usage/historical", noAccount],
  ["/team/token-usage", noAccount]
]

/** Why a path below the prefix of a version has no route. */
export const whyRefused = (path: string): string => {
  const why = refusedRoutes.find(([start]) => path.startsWith(start))?.[1]
  return why === undefined
    ? `Gleaner has no ${path} of Firecrawl; it has /scrape, /parse, /search, /map, /crawl, /batch/scrape and /monitor, and the routes of their jobs.`
    : `${path} ${why}.`
}
