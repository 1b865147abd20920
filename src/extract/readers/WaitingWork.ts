import type { Deferred, Effect } from "effect"
import { Latch } from "effect"
import type { PageError } from "../../domain/PageError.ts"
import type { PagePriority } from "../Page.ts"
import type { Result, WorkRequest } from "./messages.ts"

/** Work whose result somebody waits for. */
export interface Waiting {
  readonly request: WorkRequest
  readonly priority: PagePriority
  readonly answer: Deferred.Deferred<Result, PageError>
  /** A reader was lost before it began this. */
  wasLost: boolean
}

/**
 * Work that waits for a reader. Callers go before crawls, except that every fifth turn is a crawl's, so that callers
 * never starve a crawl. Each kind keeps its order of arrival. The fetcher of a page waits here and fetches nothing
 * meanwhile, so no more pages wait than there are scrapes and crawl fetches in flight. A reader waits for `some` and
 * then takes at once; this wait can be interrupted without losing a page.
 */
export class WaitingWork {
  private readonly lanes: Readonly<Record<PagePriority, Array<Waiting>>> = { interactive: [], crawl: [] }
  private readonly arrival = Latch.makeUnsafe(false)
  /** How many callers' pages went before a waiting crawl. */
  private overtaking = 0

  get size(): number {
    return this.lanes.interactive.length + this.lanes.crawl.length
  }

  /** Returns while there is work. */
  get some(): Effect.Effect<void> {
    return this.arrival.await
  }

  add(work: Waiting): void {
    this.lanes[work.priority].push(work)
    this.arrival.openUnsafe()
  }

  /** Its reader was lost before it began: the next one takes it first. */
  putBack(work: Waiting): void {
    this.lanes[work.priority].unshift(work)
    this.arrival.openUnsafe()
  }

  /** Nobody waits for it any more. */
  remove(work: Waiting): void {
    const lane = this.lanes[work.priority]
    const index = lane.indexOf(work)
    if (index >= 0) lane.splice(index, 1)
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
    if (crawl.length > 0 && (interactive.length === 0 || this.overtaking === mostOvertaking)) {
      this.overtaking = 0
      return crawl.shift()
    }
    if (crawl.length > 0) this.overtaking++
    return interactive.shift()
  }

  private closeIfEmpty(): void {
    if (this.size === 0) this.arrival.closeUnsafe()
  }
}

const mostOvertaking = 4
