import { Effect, Fiber, type Scope } from "effect"

interface Flight<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  waiters: number
}

/**
 * One run for all concurrent callers with the same key. It continues while any of them waits. When the last one is
 * interrupted, the run is interrupted first. `joined`: another caller started the run.
 *
 * Not an RcMap, whose lookup has only the key. Here the first caller passes the run, and the others know that they
 * joined it.
 */
export const singleFlight = <A, E, R = never>(scope: Scope.Scope) => {
  const flights = new Map<string, Flight<A, E>>()
  return (
    key: string,
    run: Effect.Effect<A, E, R>
  ): Effect.Effect<{ readonly value: A; readonly joined: boolean }, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const known = flights.get(key)
        const flight = known ?? { fiber: yield* Effect.forkIn(Effect.interruptible(run), scope), waiters: 0 }
        const forget = () => {
          if (flights.get(key) === flight) flights.delete(key)
        }
        if (known === undefined) {
          flights.set(key, flight)
          flight.fiber.addObserver(forget)
        }
        flight.waiters++
        const leave = Effect.suspend(() => {
          flight.waiters--
          if (flight.waiters > 0) return Effect.void
          forget()
          return Fiber.interrupt(flight.fiber)
        })
        const value = yield* Effect.ensuring(restore(Fiber.join(flight.fiber)), leave)
        return { value, joined: known !== undefined }
      })
    )
}
