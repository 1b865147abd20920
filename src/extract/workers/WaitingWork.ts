import type { Deferred, Effect } from "effect"
import { Latch } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { type Claim, FairQueue } from "../../core/kernel/fair/FairQueue.ts"
import { type Capacity, Shares } from "../../core/kernel/fair/Shares.ts"
import type { Result, WorkRequest } from "./messages.ts"

/** Work with a caller that waits for its result. */
export interface Waiting extends Claim {
  readonly request: WorkRequest
  readonly answer: Deferred.Deferred<Result, PageError>
  /** True if a reader was lost before it began this work. */
  wasLost: boolean
}

/**
 * Work that waits for a reader. Owners share the readers and take turns by the time for which they used them. The
 * fetcher of a page waits here and fetches nothing meanwhile, so no more pages wait than there are scrapes and crawl
 * fetches in flight. A reader waits for `some` and then takes at once; this wait can be interrupted without losing a
 * page.
 */
export class WaitingWork {
  private readonly queue = new FairQueue<Waiting>()
  private readonly readers: Shares
  private readonly arrival = Latch.makeUnsafe(false)
  /** Owners that have as many readers as there are without the reserve. */
  private readonly holders = new Set<string>()

  constructor(readers: Capacity) {
    this.readers = new Shares(readers)
  }

  get size(): number {
    return this.queue.size
  }

  /** Number of further readers that could begin work now. */
  get startable(): number {
    if (this.queue.peek(this.allows) === undefined) return 0
    return Math.max(1, Math.min(this.size, this.readers.capacity.units - this.readers.total))
  }

  /** Whether one owner has all readers. */
  get isHeldByOne(): boolean {
    return this.holders.size > 0
  }

  /** Waits until there is work that a reader may take. */
  get some(): Effect.Effect<void> {
    return this.arrival.await
  }

  add(work: Waiting): void {
    this.queue.add(work)
    this.signal()
  }

  /** Returns work of a lost reader to the front of the queue. */
  putBack(work: Waiting): void {
    this.queue.putBack(work)
    this.signal()
  }

  /** Removes work without a caller. */
  remove(work: Waiting): void {
    this.queue.remove(work)
    this.signal()
  }

  /** Next work for a reader, if any. The owner holds the reader until `done`. */
  take(): Waiting | undefined {
    const work = this.queue.take(this.allows)
    if (work !== undefined) {
      this.readers.take(work.owner)
      if (this.readers.of(work.owner) >= this.readers.capacity.units) this.holders.add(work.owner)
    }
    this.signal()
    return work
  }

  /** Frees the reader, and charges the owner for this time. */
  done(work: Waiting, millis: number): void {
    this.queue.charge(work, millis)
    this.readers.release(work.owner)
    if (this.readers.of(work.owner) < this.readers.capacity.units) this.holders.delete(work.owner)
    this.signal()
  }

  /** Charges an owner for time that a reader spent because of its work. */
  charge(claim: Claim, millis: number): void {
    this.queue.charge(claim, millis)
  }

  /** Removes all waiting work, because no reader will start. */
  clear(): ReadonlyArray<Waiting> {
    const all: Array<Waiting> = []
    for (let work = this.queue.take(); work !== undefined; work = this.queue.take()) all.push(work)
    this.signal()
    return all
  }

  private readonly allows = ({ owner }: Waiting): boolean => this.readers.allows(owner)

  private signal(): void {
    if (this.queue.peek(this.allows) === undefined) this.arrival.closeUnsafe()
    else this.arrival.openUnsafe()
  }
}
