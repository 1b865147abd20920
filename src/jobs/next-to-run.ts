/** A job that waits for a slot. */
export interface Waiting {
  readonly owner: string
}

/**
 * The waiting job that gets the next slot. `queued`: oldest first. Owners take turns: first the owner with the fewest
 * running jobs, then the owner with the oldest last start, then the oldest job.
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
