import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** CPU milliseconds of this process so far. Unlike a clock, they do not depend on other load of the machine. */
export const cpuMillis = (): number => process.cpuUsage().user / 1000

/**
 * Fails if eight times the length costs more than 24 times the CPU time: a cost in proportion is eight times as much, a
 * quadratic one 64 times. The ratio is the same on a slow or busy machine, unlike a limit in seconds.
 */
export const growsInProportion = Effect.fnUntraced(function*<E, R>(
  length: number,
  work: (length: number) => Effect.Effect<unknown, E, R>
) {
  const cost = Effect.fnUntraced(function*(of: number) {
    let least = Number.POSITIVE_INFINITY
    // A garbage collection may fall into one measurement.
    for (let tries = 0; tries < 3; tries++) {
      const before = cpuMillis()
      yield* work(of)
      least = Math.min(least, cpuMillis() - before)
    }
    return least
  })
  const small = yield* cost(Math.floor(length / 8))
  const large = yield* cost(length)
  assert.isBelow(large, 24 * Math.max(small, 1), `${large} ms, for an eighth of the length ${small} ms`)
})
