import type { Place, Work } from "./place.ts"

export interface Verdict {
  /** Milliseconds at each size that was measured. */
  readonly costs: ReadonlyMap<number, number>
  /** Cost factor of the worst doubling; 0 if all costs are too small to measure. */
  readonly worst: number
}

export interface Bounds {
  readonly sizes: readonly [number, number, number]
  /** Sizes far below, so that what grows without measure is noticed before it takes hours. */
  readonly probes: ReadonlyArray<number>
}

export const maxPerDoubling = 2.5
/** Below this, milliseconds, the machine's own noise is all that is measured. */
const floor = 20
/** Milliseconds above which no greater size is measured. */
const tooLong = 5000
const rounds = 6

/**
 * Measures the cost of doubling the filler. Most places cost almost nothing at the greatest size, and are measured
 * once. A doubling that seems too expensive is measured again, and the minimum of all rounds counts.
 */
export const judge = async (
  place: Place,
  fillOf: (size: number) => string,
  { probes, sizes }: Bounds
): Promise<Verdict> => {
  const costs = new Map<number, number>()
  const measure = async (size: number): Promise<number> => {
    const cost = Math.min(costs.get(size) ?? Infinity, await timeOf(await place.made(fillOf(size))))
    costs.set(size, cost)
    return cost
  }
  const [small, middle, large] = sizes
  for (const probe of probes) if (await measure(probe) > tooLong / 10) return { costs, worst: Infinity }
  if (await measure(large) < floor) return { costs, worst: 0 }
  let worst = Infinity
  for (let round = 0; round < rounds; round++) {
    await measure(small)
    await measure(middle)
    worst = Math.max(
      ratio(costs.get(middle) ?? 0, costs.get(small) ?? 0),
      ratio(costs.get(large) ?? 0, costs.get(middle) ?? 0)
    )
    if (worst <= maxPerDoubling || (costs.get(large) ?? 0) > tooLong) break
    await measure(large)
  }
  return { costs, worst }
}

const ratio = (cost: number, before: number): number =>
  cost < floor ? 0 : cost / Math.max(before, floor / maxPerDoubling / 2)

/**
 * The thread's own time, since others use the machine too. Where that is counted in steps, it is up to a step more;
 * never more than the clock's.
 */
const timeOf = async (work: Work): Promise<number> => {
  const started = performance.now()
  const used = process.threadCpuUsage()
  await work()
  const { system, user } = process.threadCpuUsage(used)
  return Math.min(performance.now() - started, (system + user) / 1000 + step)
}

const step = 4
