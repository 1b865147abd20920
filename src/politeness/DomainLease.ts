import { Context, type Duration, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"

/** What an earlier process, or another node, knows of a domain. Both times count from now. */
export interface KnownDomain {
  /** How long no request may be sent. */
  readonly rest: Duration.Duration
  /** The delay that the domain got because it answered 429 or 503. */
  readonly backOff: Duration.Duration
}

/**
 * Politeness beyond this process. `DomainRateLimiter` decides whose turn it is here. Then it asks the gate, which other
 * nodes ask too and which outlives a restart. The delay is kept on both sides.
 */
export class DomainLease extends Context.Service<DomainLease, {
  /** Nobody else asks and nothing is remembered, so that nobody has to ask. */
  readonly isOpen: boolean
  /**
   * Waits until no other node holds the domain and its next turn is due. Gives the effect that ends the turn. The next
   * turn is due after `delay`, or after the back-off if that is longer. A sequel is the second turn of a visit. It
   * follows the first one without a delay, if no other turn came between. Callers make `acquire` uninterruptible, and
   * it makes its wait interruptible, so that no turn is lost.
   */
  acquire(
    domain: string,
    delay: Duration.Duration,
    isContinuation: boolean
  ): Effect.Effect<Effect.Effect<void>, StoreUnavailable>
  /**
   * Fails shortly before other nodes take over the turns of this one, because they have not heard of it for too long.
   * Undefined where there are no other nodes.
   */
  readonly lost: Effect.Effect<never, StoreUnavailable> | undefined
  /** The site asked us to stay away for `rest`. `backOff` is its delay from now on. */
  slowDown(domain: string, rest: Duration.Duration, backOff: Duration.Duration): Effect.Effect<void>
  /** The site answered well, and `backOff` is what is left of its added delay. */
  recovered(domain: string, backOff: Duration.Duration): Effect.Effect<void>
  /** Asked once, when this process meets the domain. */
  known(domain: string): Effect.Effect<Option.Option<KnownDomain>, StoreUnavailable>
}>()("gleaner/politeness/DomainLease") {
  /** Nobody else is there, and nothing is remembered: the gate is always open. */
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
