import { type Deferred, Effect, Semaphore } from "effect"
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
 */
export class WaitingPages {
  private readonly lanes: Readonly<Record<PagePriority, Array<WaitingPage>>> = { interactive: [], crawl: [] }
  private readonly arrivals = Semaphore.makeUnsafe(0)
  /** Callers' pages that went before a waiting page of a crawl. */
  private overtaking = 0

  get size(): number {
    return this.lanes.interactive.length + this.lanes.crawl.length
  }

  add(page: WaitingPage): Effect.Effect<void> {
    this.lanes[page.priority].push(page)
    return Effect.asVoid(this.arrivals.release(1))
  }

  /** Nobody waits for the page any more. */
  remove(page: WaitingPage): void {
    const lane = this.lanes[page.priority]
    const index = lane.indexOf(page)
    if (index >= 0) lane.splice(index, 1)
  }

  /** The next page, as soon as there is one. */
  readonly take: Effect.Effect<WaitingPage> = Effect.suspend(() =>
    Effect.flatMap(this.arrivals.take(1), () => {
      const next = this.next()
      // A page that was removed leaves its arrival behind.
      return next === undefined ? this.take : Effect.succeed(next)
    })
  )

  private next(): WaitingPage | undefined {
    const { crawl, interactive } = this.lanes
    if (crawl.length > 0 && (interactive.length === 0 || this.overtaking === mostOvertaking)) {
      this.overtaking = 0
      return crawl.shift()
    }
    if (crawl.length > 0) this.overtaking++
    return interactive.shift()
  }
}

const mostOvertaking = 4
