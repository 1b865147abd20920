import { mayTake, type ShareUsage } from "../../../core/kernel/fair/Shares.ts"

export interface CrawlLimits {
  readonly maxCrawls: number
  readonly maxCrawlsPerKey: number
}

export interface ExceededLimit {
  readonly limit: number
  readonly of: "the service" | "one key"
}

/**
 * The limit that one more crawl would exceed. Owners share the slots: one alone may have all `maxCrawls`, and others
 * have a reserve of as many.
 */
export const exceededLimit = (
  { maxCrawls, maxCrawlsPerKey }: CrawlLimits,
  usage: ShareUsage
): ExceededLimit | undefined => {
  if (!mayTake({ units: maxCrawls, reserve: maxCrawls }, usage)) return { limit: maxCrawls, of: "the service" }
  if (usage.own >= maxCrawlsPerKey) return { limit: maxCrawlsPerKey, of: "one key" }
  return undefined
}
