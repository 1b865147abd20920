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
