import { type Clock, Duration, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import type { DomainLease } from "./DomainLease.ts"
import type { DomainQueue } from "./DomainQueue.ts"

/** Gives a queue the stored state of its domain. The store is queried once for each queue. */
export const knownDomains = (lease: DomainLease["Service"], clock: Clock.Clock) => {
  const asked = new WeakMap<DomainQueue, Effect.Effect<void, StoreUnavailable>>()

  const ask = (queue: DomainQueue, domain: string) =>
    Effect.map(
      lease.known(domain),
      Option.match({
        onNone: () => {},
        onSome: ({ backOff, rest }) =>
          queue.remember(monotonicNow(clock), Duration.toMillis(rest), Duration.toMillis(backOff))
      })
    )

  return (queue: DomainQueue, domain: string): Effect.Effect<void, StoreUnavailable> =>
    Effect.suspend(() => {
      const known = asked.get(queue)
      if (known !== undefined) return known
      const asking = Effect.onError(ask(queue, domain), () => Effect.sync(() => asked.delete(queue)))
      return Effect.flatMap(Effect.cached(asking), (once) => {
        asked.set(queue, once)
        return once
      })
    })
}
