import type { Deferred, Effect } from "effect"
import { Latch } from "effect"
import type { PageError } from "../../domain/errors/PageError.ts"
import { type Claim, FairQueue } from "../../kernel/FairQueue.ts"
import { type Capacity, Shares } from "../../kernel/Shares.ts"
import type { Result, WorkRequest } from "./messages.ts"

/** Work whose result somebody waits for. */
export interface Waiting extends Claim {
  readonly request: WorkRequest
  readonly answer: Deferred.Deferred<Result, PageError>
  /** A reader was lost before it began this. */
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

  constructor(readers: Capacity) {
    this.readers = new Shares(readers)
  }

  get size(): number {
    return this.queue.size
  }

  /** How many more readers could begin something now. */
  get startable(): number {
    if (this.queue.peek(this.allows) === undefined) return 0
    return Math.max(1, Math.min(this.size, this.readers.capacity.units - this.readers.total))
  }

  /** Returns while there is work that a reader may take. */
  get some(): Effect.Effect<void> {
    return this.arrival.await
  }

  add(work: Waiting): void {
    this.queue.add(work)
    this.signal()
  }

  /** Its reader was lost before it began: the next one takes it first. */
  putBack(work: Waiting): void {
    this.queue.putBack(work)
    this.signal()
  }

  /** Nobody waits for it any more. */
  remove(work: Waiting): void {
    this.queue.remove(work)
    this.signal()
  }

  /** The next for a reader, if there is one. The owner holds the reader until `done`. */
  take(): Waiting | undefined {
    const work = this.queue.take(this.allows)
    if (work !== undefined) this.readers.take(work.owner)
    this.signal()
    return work
  }

  /** The reader is free again, after so many milliseconds. */
  done(work: Waiting, millis: number): void {
    this.queue.charge(work, millis)
    this.readers.release(work.owner)
    this.signal()
  }

  /** All that waits. No reader is coming for it. */
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
