import { Effect } from "effect"
import { MainThread, WorkOwner } from "./MainThread.ts"

/** Runs work of any length in slices, as a turn of the fiber's owner. The service answers between two slices. */
export const inSlices = <A>(work: () => Generator<void, A>): Effect.Effect<A> =>
  Effect.gen(function*() {
    const thread = yield* MainThread.current
    return yield* thread.run(yield* WorkOwner, work)
  })

/** Lets what follows wait for a turn of the fiber's owner. */
export const inTurn: Effect.Effect<void> = inSlices(function*() {})
