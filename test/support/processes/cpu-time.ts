import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** CPU milliseconds of this thread so far. Unlike a clock, they do not depend on other load of the machine. */
export const cpuMillis = (): number => process.threadCpuUsage().user / 1000

/**
 * Fails if eight times the length costs more than 24 times the CPU time: a cost in proportion is eight times as much, a
 * quadratic one 64 times. The ratio is the same on a slow or busy machine, unlike a limit in seconds.
 */
export const growsInProportion = Effect.fnUntraced(function*<E, R>(
  length: number,
  work: (length: number) => Effect.Effect<unknown, E, R>
) {
  const cost = Effect.fnUntraced(function*(of: number) {
    const before = cpuMillis()
    yield* work(of)
    return Math.max(1, cpuMillis() - before)
  })
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  // A garbage collection or a compilation may fall into some measurements, and never into all.
  for (let tries = 0; tries < 3 || (tries < 20 && large >= 24 * small); tries++) {
    small = Math.min(small, yield* cost(Math.floor(length / 8)))
    large = Math.min(large, yield* cost(length))
  }
  assert.isBelow(large, 24 * small, `${large} ms, for an eighth of the length ${small} ms`)
})
