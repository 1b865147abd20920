import { Context, type Duration, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"

/** State of a domain from an earlier process or another node. Both times count from now. */
export interface KnownDomain {
  /** How long no request may be sent. */
  readonly rest: Duration.Duration
  /** The delay that the domain got because it answered 429 or 503. */
  readonly backOff: Duration.Duration
}

/**
 * Politeness beyond this process. `DomainRateLimiter` decides whose turn it is here. Then it acquires the lease, which
 * all nodes share and which outlives a restart. Both sides enforce the delay.
 */
export class DomainLease extends Context.Service<DomainLease, {
  /** No other process shares the domains and nothing is remembered, so callers may skip `acquire`. */
  readonly isOpen: boolean
  /**
   * Waits until no other node has the lease and the next turn is due. Gives the effect that ends the turn. The next
   * turn is due after `delay`, or after the back-off if that is longer. A continuation is the second turn of a visit.
   * It follows the first one without a delay, if no other turn came between. Callers make `acquire` uninterruptible,
   * and it makes its wait interruptible, so no turn is lost.
   */
  acquire(
    domain: string,
    delay: Duration.Duration,
    isContinuation: boolean
  ): Effect.Effect<Effect.Effect<void>, StoreUnavailable>
  /**
   * Fails shortly before other nodes take over the turns of this one, because its heartbeats are missing.
   * Undefined where there are no other nodes.
   */
  readonly lost: Effect.Effect<never, StoreUnavailable> | undefined
  /** The site requested a pause of `rest`. `backOff` is its delay from now on. */
  slowDown(domain: string, rest: Duration.Duration, backOff: Duration.Duration): Effect.Effect<void>
  /** The site answered well, and `backOff` is the rest of its added delay. */
  recovered(domain: string, backOff: Duration.Duration): Effect.Effect<void>
  /** Queried once, at the first request of this process to the domain. */
  known(domain: string): Effect.Effect<Option.Option<KnownDomain>, StoreUnavailable>
}>()("gleaner/web/politeness/DomainLease") {
  /** For a single process without a store: every lease is granted at once. */
  static readonly layerOpen = Layer.succeed(DomainLease, {
    isOpen: true,
    acquire: () => granted,
    lost: undefined,
    slowDown: () => Effect.void,
    recovered: () => Effect.void,
    known: () => unknown
  })
}

const granted = Effect.succeed(Effect.void)
const unknown = Effect.succeed(Option.none<KnownDomain>())
