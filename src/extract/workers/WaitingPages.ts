import type { Deferred, Effect } from "effect"
import { Latch } from "effect"
import type { PageError } from "../../domain/PageError.ts"
import type { PagePriority } from "../Page.ts"
import type { ThreadRequest, Work } from "./messages.ts"

/** A page that somebody waits for. */
export interface WaitingPage extends ThreadRequest {
  readonly priority: PagePriority
  readonly answer: Deferred.Deferred<Work[keyof Work], PageError>
}

/**
 * Pages that wait for a thread: a caller's before a crawl's (but for every fifth, so that callers never starve a crawl), each kind in
 * the order of arrival. Whoever fetched a page waits for it
 * here and fetches no other meanwhile, so there are never more than scrapes and crawl fetches in flight.
 *
 * A thread waits for `some` and then takes at once: what it waits for may be cut short without losing a page.
 */
export class WaitingPages {
  private readonly lanes: Readonly<Record<PagePriority, Array<WaitingPage>>> = { interactive: [], crawl: [] }
  private readonly arrival = Latch.makeUnsafe(false)
  /** Callers' pages that went before a waiting page of a crawl. */
  private overtaking = 0

  get size(): number {
    return this.lanes.interactive.length + this.lanes.crawl.length
  }

  /** Returns while there is a page. */
  get some(): Effect.Effect<void> {
    return this.arrival.await
  }

  add(page: WaitingPage): void {
    this.lanes[page.priority].push(page)
    this.arrival.openUnsafe()
  }

  /** Nobody waits for the page any more. */
  remove(page: WaitingPage): void {
    const lane = this.lanes[page.priority]
    const index = lane.indexOf(page)
    if (index >= 0) lane.splice(index, 1)
    this.closeIfEmpty()
  }

  /** The next page, if there is one. */
  take(): WaitingPage | undefined {
    const page = this.next()
    this.closeIfEmpty()
    return page
  }

  private next(): WaitingPage | undefined {
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
