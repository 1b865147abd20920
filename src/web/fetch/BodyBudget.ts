import { Context, Deferred, Effect, Metric, type Scope } from "effect"
import { Shares } from "../../core/kernel/fair/Shares.ts"
import { Turns } from "../../core/kernel/fair/Turns.ts"
import { monotonicMillis, type Priority, type RequestContext } from "../../core/kernel/RequestContext.ts"
import { metrics } from "../../core/observability/metrics.ts"
import type { BufferQuota } from "../net/coded-stream.ts"

/** As long as it is open, the body of its page is in memory. Without one, a body counts only while it arrives. */
export const BodyScope = Context.Reference<Scope.Scope | undefined>("gleaner/fetch/BodyScope", {
  defaultValue: () => undefined
})

/**
 * The bytes of all bodies in memory: those that arrive, and those that wait for extraction. A body without capacity is
 * not read from its socket meanwhile. Crawls have a pool of their own, so they never delay a caller. Owners share each
 * pool and take turns by the bytes they used.
 *
 * It is not a Semaphore: the size of a body is unknown before its end, and two bodies could wait for each other.
 */
export class BodyBudget {
  private readonly pools: Readonly<Record<Priority, Pool>> = { interactive: new Pool(), crawl: new Pool() }

  /** The reservation of one body, empty at first. */
  open(requester: RequestContext["Service"]): Reservation {
    return new Reservation(this.pools[requester.priority], requester)
  }
}

/** The memory of one body. */
export class Reservation implements BufferQuota {
  /** Bytes that count. */
  bytes = 0
  private waitTime = 0
  private waitsSince: number | undefined
  private readonly pool: Pool
  private readonly requester: RequestContext["Service"]

  constructor(pool: Pool, requester: RequestContext["Service"]) {
    this.pool = pool
    this.requester = requester
  }

  get owner(): string {
    return this.requester.owner
  }

  /** Returns when there is capacity again. A crawl waits for that before it sends a request. */
  get vacancy(): Effect.Effect<void> {
    return Effect.suspend(() => this.pool.hasCapacity(this, 0) ? Effect.void : this.wait(0))
  }

  reserve(size: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const more = counted(size) - this.bytes
      if (more <= 0) return Effect.void
      const isOldest = this.pool.isOldest(this)
      if (!isOldest && !this.pool.hasCapacity(this, more)) return this.wait(more)
      return this.pool.take(this, more)
    })
  }

  settle(size: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const less = this.bytes - counted(size)
      return less > 0 ? this.pool.giveBack(this, less) : Effect.void
    })
  }

  /** May be called more than once. */
  get close(): Effect.Effect<void> {
    return this.settle(0)
  }

  get isWaiting(): boolean {
    return this.waitsSince !== undefined
  }

  /** Milliseconds until `now` in which the body has waited for capacity. */
  waitedUntil(now: number): number {
    return this.waitTime + (this.waitsSince === undefined ? 0 : now - this.waitsSince)
  }

  private wait(more: number): Effect.Effect<void> {
    return Effect.gen({ self: this }, function*() {
      const since = this.waitsSince = yield* monotonicMillis
      const over = Effect.map(monotonicMillis, (now) => {
        this.waitsSince = undefined
        this.waitTime += now - since
        this.requester.queueTime.millis += now - since
      })
      yield* Effect.ensuring(this.pool.wait(this, more), over)
    })
  }
}

interface WaitingBody {
  readonly owner: string
  readonly reservation: Reservation
  readonly more: number
  readonly granted: Deferred.Deferred<void>
}

/**
 * The capacity for callers, or that for crawls. The body with the oldest reservation never waits, so bodies never
 * wait for each other. The sum may exceed the limit by one body.
 */
class Pool {
  private readonly shares = new Shares({ units: maxBytes, reserve: reserveBytes })
  /** In the order in which they came. */
  private readonly reservations = new Set<Reservation>()
  private readonly waiting = new Turns<WaitingBody>()

  /** An owner's new bodies queue behind its waiting ones. */
  hasCapacity({ owner }: Reservation, more: number): boolean {
    return this.waiting.of(owner) === 0 && this.shares.allows(owner, more)
  }

  isOldest(reservation: Reservation): boolean {
    return this.reservations.size === 0 || oldestOf(this.reservations) === reservation
  }

  take(reservation: Reservation, more: number): Effect.Effect<void> {
    this.add(reservation, more)
    return Metric.modify(metrics.bodyBytes, more)
  }

  giveBack(reservation: Reservation, less: number): Effect.Effect<void> {
    this.shares.release(reservation.owner, less)
    reservation.bytes -= less
    if (reservation.bytes === 0) this.reservations.delete(reservation)
    return Effect.andThen(Metric.modify(metrics.bodyBytes, -less), this.grant)
  }

  wait(reservation: Reservation, more: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const waiter: WaitingBody = { owner: reservation.owner, reservation, more, granted: Deferred.makeUnsafe() }
      this.waiting.add(waiter)
      return Effect.onInterrupt(
        Deferred.await(waiter.granted),
        () => Effect.suspend(() => (this.waiting.remove(waiter), this.grant))
      )
    })
  }

  private add(reservation: Reservation, more: number): void {
    if (more === 0) return
    this.shares.take(reservation.owner, more)
    this.waiting.charge(reservation.owner, more)
    reservation.bytes += more
    this.reservations.add(reservation)
  }

  /** Capacity has been released, or another body is the oldest now. */
  private readonly grant: Effect.Effect<void> = Effect.suspend(() => {
    let granted = 0
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.add(next.reservation, next.more)
      granted += next.more
      Deferred.doneUnsafe(next.granted, Effect.void)
    }
    return granted === 0 ? Effect.void : Metric.modify(metrics.bodyBytes, granted)
  })

  private next(): WaitingBody | undefined {
    const oldest = oldestOf(this.reservations)
    const own = oldest === undefined
      ? undefined
      : this.waiting.find(oldest.owner, ({ reservation }) => reservation === oldest)
    if (own !== undefined) {
      this.waiting.remove(own)
      return own
    }
    return this.waiting.take(({ more, owner }) => this.shares.allows(owner, more))
  }
}

const oldestOf = (reservations: ReadonlySet<Reservation>): Reservation | undefined => {
  for (const reservation of reservations) return reservation
  return undefined
}

const counted = (size: number): number => Math.max(0, size - freeBytes)

/** Bytes for callers, and the same for crawls: more than the readers can extract in some seconds. */
const maxBytes = 32 * 1024 * 1024

/** Bytes beyond these for owners below their share: more than the largest body, by which another may pass the limit. */
const reserveBytes = 16 * 1024 * 1024

/** The first bytes of a body are free, so an ordinary page never waits for large ones. */
const freeBytes = 256 * 1024
