import { Context, Deferred, Effect, Metric, type Scope } from "effect"
import { monotonicMillis, type Priority, type RequestContext } from "../kernel/RequestContext.ts"
import { Shares } from "../kernel/Shares.ts"
import { Turns } from "../kernel/Turns.ts"
import type { BufferQuota } from "../net/coded-stream.ts"
import { metrics } from "../observability/metrics.ts"

/** As long as it is open, the body of its page is in memory. Without one, a body counts only while it arrives. */
export const BodyScope = Context.Reference<Scope.Scope | undefined>("gleaner/fetch/BodyScope", {
  defaultValue: () => undefined
})

/**
 * The bytes of all bodies in memory: those that arrive, and those that wait for extraction. A body that finds no room
 * is not read from its socket meanwhile. Crawls have a part of their own, so they never keep a caller waiting. Owners
 * share each part and take turns by the bytes they had.
 *
 * It is no Semaphore: nobody knows the size of a body before its end, and two bodies could wait for each other.
 */
export class BodyBudget {
  private readonly parts: Readonly<Record<Priority, Part>> = { interactive: new Part(), crawl: new Part() }

  /** The room of one body. It is empty at first. */
  open(asker: RequestContext["Service"]): Reservation {
    return new Reservation(this.parts[asker.priority], asker)
  }
}

/** The room of one body. */
export class Reservation implements BufferQuota {
  /** Bytes that count. */
  bytes = 0
  private waited = 0
  private waitsSince: number | undefined
  private readonly part: Part
  private readonly asker: RequestContext["Service"]

  constructor(part: Part, asker: RequestContext["Service"]) {
    this.part = part
    this.asker = asker
  }

  get owner(): string {
    return this.asker.owner
  }

  /** Returns when bodies have room again. A crawl waits for that before it asks a site. */
  get vacancy(): Effect.Effect<void> {
    return Effect.suspend(() => this.part.hasCapacity(this, 0) ? Effect.void : this.wait(0))
  }

  reserve(size: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const more = counted(size) - this.bytes
      if (more <= 0) return Effect.void
      const isOldest = this.part.isOldest(this)
      if (!isOldest && !this.part.hasCapacity(this, more)) return this.wait(more)
      return this.part.take(this, more)
    })
  }

  settle(size: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const less = this.bytes - counted(size)
      return less > 0 ? this.part.giveBack(this, less) : Effect.void
    })
  }

  /** May be called more than once. */
  get close(): Effect.Effect<void> {
    return this.settle(0)
  }

  get isWaiting(): boolean {
    return this.waitsSince !== undefined
  }

  /** Milliseconds until `now` in which the body has waited for room. */
  waitedUntil(now: number): number {
    return this.waited + (this.waitsSince === undefined ? 0 : now - this.waitsSince)
  }

  private wait(more: number): Effect.Effect<void> {
    return Effect.gen({ self: this }, function*() {
      const since = this.waitsSince = yield* monotonicMillis
      const over = Effect.map(monotonicMillis, (now) => {
        this.waitsSince = undefined
        this.waited += now - since
        this.asker.waited.millis += now - since
      })
      yield* Effect.ensuring(this.part.wait(this, more), over)
    })
  }
}

interface Waiter {
  readonly owner: string
  readonly hold: Reservation
  readonly more: number
  readonly granted: Deferred.Deferred<void>
}

/**
 * The room for callers, or that for crawls. The body that has held its room for the longest never waits, so that bodies
 * never wait for each other. So the sum may pass the limit by one body.
 */
class Part {
  private readonly shares = new Shares({ units: maxBytes, reserve: reserveBytes })
  /** In the order in which they came. */
  private readonly holds = new Set<Reservation>()
  private readonly waiting = new Turns<Waiter>()

  /** An owner's bodies stand behind those of it that wait. */
  hasCapacity({ owner }: Reservation, more: number): boolean {
    return this.waiting.of(owner) === 0 && this.shares.allows(owner, more)
  }

  isOldest(hold: Reservation): boolean {
    return this.holds.size === 0 || oldestOf(this.holds) === hold
  }

  take(hold: Reservation, more: number): Effect.Effect<void> {
    this.add(hold, more)
    return Metric.modify(metrics.bodyBytes, more)
  }

  giveBack(hold: Reservation, less: number): Effect.Effect<void> {
    this.shares.release(hold.owner, less)
    hold.bytes -= less
    if (hold.bytes === 0) this.holds.delete(hold)
    return Effect.andThen(Metric.modify(metrics.bodyBytes, -less), this.grant)
  }

  wait(hold: Reservation, more: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const waiter: Waiter = { owner: hold.owner, hold, more, granted: Deferred.makeUnsafe() }
      this.waiting.add(waiter)
      return Effect.onInterrupt(
        Deferred.await(waiter.granted),
        () => Effect.suspend(() => (this.waiting.remove(waiter), this.grant))
      )
    })
  }

  private add(hold: Reservation, more: number): void {
    if (more === 0) return
    this.shares.take(hold.owner, more)
    this.waiting.charge(hold.owner, more)
    hold.bytes += more
    this.holds.add(hold)
  }

  /** Room has come free, or another body is the oldest now. */
  private readonly grant: Effect.Effect<void> = Effect.suspend(() => {
    let granted = 0
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.add(next.hold, next.more)
      granted += next.more
      Deferred.doneUnsafe(next.granted, Effect.void)
    }
    return granted === 0 ? Effect.void : Metric.modify(metrics.bodyBytes, granted)
  })

  private next(): Waiter | undefined {
    const oldest = oldestOf(this.holds)
    const own = oldest === undefined ? undefined : this.waiting.find(oldest.owner, ({ hold }) => hold === oldest)
    if (own !== undefined) {
      this.waiting.remove(own)
      return own
    }
    return this.waiting.take(({ more, owner }) => this.shares.allows(owner, more))
  }
}

const oldestOf = (holds: ReadonlySet<Reservation>): Reservation | undefined => {
  for (const hold of holds) return hold
  return undefined
}

const counted = (size: number): number => Math.max(0, size - freeBytes)

/** Bytes for callers, and as many for crawls: more than readers read in a while. */
const maxBytes = 32 * 1024 * 1024

/** Bytes beyond these for owners below their share: more than the largest body, by which another may pass the limit. */
const reserveBytes = 16 * 1024 * 1024

/** The first bytes of a body count for nothing, so that an ordinary page never waits for large ones. */
const freeBytes = 256 * 1024
