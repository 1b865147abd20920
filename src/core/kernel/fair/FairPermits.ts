import { Clock, Deferred, Effect } from "effect"
import { type Claim, FairQueue } from "./FairQueue.ts"
import { type Capacity, Shares } from "./Shares.ts"

/** A semaphore whose permits are shared among owners. They take turns by the time for which they had permits. */
export class FairPermits {
  private readonly shares: Shares
  private readonly waiting = new FairQueue<Waiter>()

  constructor(capacity: Capacity) {
    this.shares = new Shares(capacity)
  }

  /** Runs an effect with a permit. It can be interrupted while it waits. */
  withPermit(claim: Claim): <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> {
    return (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          this.acquire(claim, restore),
          (since) => Effect.ensuring(restore(effect), this.release(claim, since))
        )
      )
  }

  /** When the permit was granted. */
  private acquire({ owner, priority }: Claim, restore: Restore): Effect.Effect<bigint> {
    return Effect.suspend(() => {
      const waiter: Waiter = { owner, priority, granted: Deferred.makeUnsafe() }
      this.waiting.add(waiter)
      this.grant()
      return Effect.onInterrupt(restore(Deferred.await(waiter.granted)), () =>
        Effect.sync(() => {
          if (this.waiting.remove(waiter)) return
          this.shares.release(owner)
          this.grant()
        }))
    }).pipe(Effect.andThen(Clock.monotonicTimeNanos))
  }

  private release(claim: Claim, since: bigint): Effect.Effect<void> {
    return Effect.map(Clock.monotonicTimeNanos, (now) => {
      this.waiting.charge(claim, Number(now - since) / 1e6)
      this.shares.release(claim.owner)
      this.grant()
    })
  }

  private grant(): void {
    const allows = ({ owner }: Waiter) => this.shares.allows(owner)
    for (let next = this.waiting.take(allows); next !== undefined; next = this.waiting.take(allows)) {
      this.shares.take(next.owner)
      Deferred.doneUnsafe(next.granted, Effect.void)
    }
  }
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

interface Waiter extends Claim {
  readonly granted: Deferred.Deferred<void>
}
