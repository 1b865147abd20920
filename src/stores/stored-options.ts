import { crawlDefaults, type CrawlOptions } from "../domain/Job.ts"

/**
 * Options as a store has kept them. An older version did not write those that it did not know: they have their
 * defaults.
 */
export const storedOptions = (json: string): CrawlOptions => ({
  ...crawlDefaults,
  ...JSON.parse(json) as Partial<CrawlOptions> // written by us
})
