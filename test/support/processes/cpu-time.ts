import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** CPU milliseconds of this thread so far. Unlike a clock, they do not depend on other load of the machine. */
export const cpuMillis = (): number => {
  // Only the sum is exact: the kernel divides it by samples.
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/**
 * Fails if a length costs more than three times the CPU time of eight parts of it: a cost in proportion is the same, a
 * quadratic one eight times as much. The ratio is the same on a slow or busy machine, unlike a limit in seconds.
 */
export const growsInProportion = Effect.fnUntraced(function*<E, R>(
  length: number,
  work: (length: number) => Effect.Effect<unknown, E, R>
) {
  const cost = Effect.fnUntraced(function*(times: number) {
    const before = cpuMillis()
    for (let n = 0; n < times; n++) yield* work(Math.floor(length / times))
    // The clock of some machines has ticks of milliseconds.
    return Math.max(4, cpuMillis() - before)
  })
  let parts = Number.POSITIVE_INFINITY
  let whole = Number.POSITIVE_INFINITY
  // The first is of code that is not compiled. A garbage collection may fall into some, and never into all.
  for (let tries = 0; tries < 2 || (tries < 20 && whole >= 3 * parts); tries++) {
    parts = Math.min(parts, yield* cost(8))
    whole = Math.min(whole, yield* cost(1))
  }
  assert.isBelow(whole, 3 * parts, `${whole} ms, and ${parts} ms for its eight parts`)
})
