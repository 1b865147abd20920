/** Pages of a job by outcome, and those that wait. */
interface Counters {
  readonly stored: number
  readonly duplicates: number
  readonly skipped: number
  readonly failed: number
  readonly pending: number
}

export const doneOf = ({ duplicates, failed, skipped, stored }: Omit<Counters, "pending">): number =>
  stored + duplicates + skipped + failed

/** Number of pages known so far, within the maximum number of pages of the job. */
export const foundOf = (stats: Counters, budget: number): number => {
  const done = doneOf(stats)
  return Math.max(done, Math.min(budget, done + stats.pending))
}

/** Whether a crawl still finds pages: none in the last tenth of those that it found, or its budget is used up. */
export const growthOf = (budget: number) => {
  let found = 0
  let grewAt = 0
  return {
    hasEnded: (stats: Counters): boolean => {
      const all = foundOf(stats, budget)
      if (all > found) {
        found = all
        grewAt = doneOf(stats)
      }
      return found >= budget || doneOf(stats) - grewAt >= Math.max(minSettled, found / 10)
    }
  }
}

const minSettled = 10
