/**
 * The pages of an index that are compared for a query: those with any, or with all, of the `required` terms, among the
 * first `share` of the pages. The optional terms count for their rank.
 */
export interface RetrievalPlan {
  readonly required: ReadonlyArray<string>
  readonly needsAll: boolean
  readonly optional: ReadonlyArray<string>
  /** 0 to 1. */
  readonly share: number
}

/** A term of a query, and the number of pages that have it. */
export interface TermFrequency {
  readonly term: string
  readonly pages: number
}

/**
 * Plans a query so that about `maxPages` pages are compared at most, whatever its terms are. The rare terms of a query
 * say most about it. If all are frequent, pages with several of them are compared, and in the end only the first pages
 * of the crawl, which are nearest to its seed. Undefined if no page has any of the terms.
 */
export const planRetrieval = (
  frequencies: ReadonlyArray<TermFrequency>,
  pages: number,
  maxPages: number
): RetrievalPlan | undefined => {
  const known = frequencies.filter((term) => term.pages > 0).toSorted((a, b) => a.pages - b.pages)
  const [rarest] = known
  if (rarest === undefined) return undefined
  const split = (count: number) => ({
    required: known.slice(0, count).map(({ term }) => term),
    optional: known.slice(count).map(({ term }) => term)
  })
  let sum = 0
  const few = known.findIndex((term) => (sum += term.pages) > maxPages)
  if (few !== 0) return { ...split(few < 0 ? known.length : few), needsAll: false, share: 1 }
  let matches = rarest.pages
  let count = 1
  for (const next of known.slice(1)) {
    if (matches <= maxPages) break
    matches *= Math.min(1, correlation * next.pages / pages)
    count++
  }
  return { ...split(count), needsAll: true, share: Math.min(1, maxPages / matches) }
}

/** Words of one query occur together more often than by chance. */
const correlation = 3
