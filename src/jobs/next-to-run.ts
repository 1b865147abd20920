/** A job that waits for a slot. */
export interface Waiting {
  readonly owner: string
}

/**
 * Which of the waiting jobs, oldest first, gets the next slot. Owners take turns: first the one with the fewest running
 * jobs, then the one whose last start is longest ago, then the oldest job.
 */
export const nextToRun = <A extends Waiting>(
  queued: Iterable<A>,
  running: (owner: string) => number,
  lastStart: (owner: string) => number
): A | undefined => {
  let best: A | undefined
  for (const job of queued) {
    if (best === undefined) {
      best = job
      continue
    }
    const fewer = running(job.owner) - running(best.owner)
    if (fewer < 0 || (fewer === 0 && lastStart(job.owner) < lastStart(best.owner))) best = job
  }
  return best
}
