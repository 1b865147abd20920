import type { Deferred, Effect } from "effect"
import { Latch } from "effect"
import type { Priority } from "../../domain/Asker.ts"
import type { PageError } from "../../domain/PageError.ts"
import { RoundRobin } from "../../politeness/RoundRobin.ts"
import type { PageAsker } from "../Page.ts"
import type { Result, WorkRequest } from "./messages.ts"

/** Work whose result somebody waits for. */
export interface Waiting extends PageAsker {
  readonly request: WorkRequest
  readonly answer: Deferred.Deferred<Result, PageError>
  /** A reader was lost before it began this. */
  wasLost: boolean
}

/**
 * Work that waits for a reader. Callers go before crawls, except that every fifth turn is a crawl's, so that callers
 * never starve a crawl. Within each kind owners take turns, and an owner's own work keeps its order. The fetcher of a
 * page waits here and fetches nothing meanwhile, so no more pages wait than there are scrapes and crawl fetches in
 * flight. A reader waits for `some` and then takes at once; this wait can be interrupted without losing a page.
 */
export class WaitingWork {
  private readonly lanes: Readonly<Record<Priority, RoundRobin<Waiting>>> = {
    interactive: new RoundRobin(),
    crawl: new RoundRobin()
  }
  private readonly arrival = Latch.makeUnsafe(false)
  /** How many callers' pages went before a waiting crawl. */
  private overtaking = 0

  get size(): number {
    return this.lanes.interactive.size + this.lanes.crawl.size
  }

  /** Returns while there is work. */
  get some(): Effect.Effect<void> {
    return this.arrival.await
  }

  add(work: Waiting): void {
    this.lanes[work.priority].add(work)
    this.arrival.openUnsafe()
  }

  /** Its reader was lost before it began: the next one takes it first. */
  putBack(work: Waiting): void {
    this.lanes[work.priority].putBack(work)
    this.arrival.openUnsafe()
  }

  /** Nobody waits for it any more. */
  remove(work: Waiting): void {
    this.lanes[work.priority].remove(work)
    this.closeIfEmpty()
  }

  /** The next, if there is one. */
  take(): Waiting | undefined {
    const work = this.next()
    this.closeIfEmpty()
    return work
  }

  private next(): Waiting | undefined {
    const { crawl, interactive } = this.lanes
    if (crawl.size > 0 && (interactive.size === 0 || this.overtaking === mostOvertaking)) {
      this.overtaking = 0
      return crawl.take()
    }
    if (crawl.size > 0) this.overtaking++
    return interactive.take()
  }

  private closeIfEmpty(): void {
    if (this.size === 0) this.arrival.closeUnsafe()
  }
}

const mostOvertaking = 4
