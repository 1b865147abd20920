import { Effect } from "effect"

/** Runs work of any length, a slice at a time. The service answers between two slices. */
export const inSlices = <A>(work: () => Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function*() {
    const slices = work()
    for (let slice = slices.next();; slice = slices.next()) {
      if (slice.done === true) return slice.value
      yield* Effect.yieldNow
    }
  })

/** Whether a slice of names is over, for whoever counts one name after the other. */
export const isSliceOver = (names: number): boolean => names % namesAtOnce === 0

/** Names that join a crawl in one slice, in a few milliseconds. */
const namesAtOnce = 1000
