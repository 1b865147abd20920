/** A job that is queued or running. */
export interface WaitingJob {
  readonly owner: string
  /** Milliseconds since it got its slot. Undefined if it is queued or parked. */
  readonly slotTime: number | undefined
}

export interface SlotChanges<A> {
  readonly granted: ReadonlyArray<A>
  /** Jobs that lose their slots. Their frontier is stored until they get another slot. */
  readonly parked: ReadonlyArray<A>
}

export interface SlotRule {
  readonly limit: number
  /** Milliseconds until a slot rotates among owners with equal shares. */
  readonly slice: number
  /** Orders owners by their last grant. Unknown owners come first. */
  readonly lastGrant: (owner: string) => number
}

/**
 * Shares the slots among owners: free slots by `nextToRun`. If none is free, an owner with more slots than the waiting
 * one loses the slot of its newest grant. With two or more slots above the waiting owner it loses one at once. A single
 * slot above rotates after each slice, to the owner with the older last grant. `jobs`: oldest first.
 */
export const shareSlots = <A extends WaitingJob>(
  jobs: ReadonlyArray<A>,
  { lastGrant, limit, slice }: SlotRule
): SlotChanges<A> => {
  const waiting = new Set(jobs.filter(({ slotTime }) => slotTime === undefined))
  const holding = new Set(jobs.filter(({ slotTime }) => slotTime !== undefined))
  const slots = new Map<string, number>()
  for (const { owner } of holding) slots.set(owner, (slots.get(owner) ?? 0) + 1)
  const slotsOf = (owner: string) => slots.get(owner) ?? 0
  const granted: Array<A> = []
  const parked: Array<A> = []
  const grantOf = (owner: string) => granted.some((job) => job.owner === owner) ? Infinity : lastGrant(owner)
  for (;;) {
    const next = nextToRun(waiting, slotsOf, grantOf)
    if (next === undefined) break
    const used = holding.size + granted.length
    if (used >= limit) {
      const mayPark = ({ owner, slotTime = 0 }: A) => {
        const more = slotsOf(owner) - slotsOf(next.owner)
        return more > 1 || (more === 1 && slotTime >= slice && grantOf(owner) >= grantOf(next.owner))
      }
      const loser = used > limit ? undefined : nextToPark([...holding].filter(mayPark), slotsOf)
      if (loser === undefined) break
      holding.delete(loser)
      parked.push(loser)
      slots.set(loser.owner, slotsOf(loser.owner) - 1)
    }
    waiting.delete(next)
    granted.push(next)
    slots.set(next.owner, slotsOf(next.owner) + 1)
  }
  return { granted, parked }
}

/** The job that got its slot last, among those of the owners with the most slots. */
const nextToPark = <A extends WaitingJob>(jobs: ReadonlyArray<A>, slotsOf: (owner: string) => number): A | undefined =>
  jobs.toSorted((a, b) => slotsOf(b.owner) - slotsOf(a.owner) || (a.slotTime ?? 0) - (b.slotTime ?? 0))[0]

/**
 * The waiting job that gets the next slot. `queued`: oldest first. Owners take turns: first the owner with the fewest
 * running jobs, then the owner with the oldest last start, then the oldest job.
 */
const nextToRun = <A extends WaitingJob>(
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
