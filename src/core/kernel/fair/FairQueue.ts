import { Turns } from "./Turns.ts"

/** An interactive request goes before a crawl. */
export type Priority = "interactive" | "crawl"

/** The API key for which something is done, and how soon. */
export interface Claim {
  readonly owner: string
  readonly priority: Priority
}

/**
 * A queue for a scarce resource. Callers go before crawls, except that every fifth turn is a crawl's, so that callers
 * never starve a crawl. Within each kind owners take turns.
 */
export class FairQueue<A extends Claim> {
  private readonly lanes: Readonly<Record<Priority, Turns<A>>> = { interactive: new Turns(), crawl: new Turns() }
  /** How many callers went before a crawl that waits. */
  private overtakes = 0

  get size(): number {
    return this.lanes.interactive.size + this.lanes.crawl.size
  }

  add(item: A): void {
    this.lanes[item.priority].add(item)
  }

  /** The next item. `mayTake` is called with the first item of an owner. */
  peek(mayTake?: (first: A) => boolean): A | undefined {
    const { crawl, interactive } = this.lanes
    const [first, second] = this.overtakes >= maxOvertakes ? [crawl, interactive] : [interactive, crawl]
    return first.peek(mayTake) ?? second.peek(mayTake)
  }

  take(mayTake?: (first: A) => boolean): A | undefined {
    const item = this.peek(mayTake)
    if (item === undefined) return undefined
    if (item.priority === "crawl") this.overtakes = 0
    else if (this.lanes.crawl.size > 0) this.overtakes++
    return this.lanes[item.priority].take((first) => first === item)
  }

  /** The item was taken and not served. */
  putBack(item: A): void {
    this.lanes[item.priority].putBack(item)
  }

  remove(item: A): boolean {
    return this.lanes[item.priority].remove(item)
  }

  /** Adds to the time that the owner used at this priority. The unit is the caller's: turns, or milliseconds. */
  charge({ owner, priority }: Claim, amount: number): void {
    this.lanes[priority].charge(owner, amount)
  }

  /** The first of this owner's items of the priority that matches. */
  find({ owner, priority }: Claim, isIt: (item: A) => boolean): A | undefined {
    return this.lanes[priority].find(owner, isIt)
  }

  /** How many items of this owner wait. */
  of(owner: string): number {
    return this.lanes.interactive.of(owner) + this.lanes.crawl.of(owner)
  }

  /** About how many items go before a new one of this claim. */
  ahead({ owner, priority }: Claim): number {
    const { crawl, interactive } = this.lanes
    const own = this.lanes[priority].ahead(owner)
    return priority === "crawl"
      ? own + interactive.size
      : own + Math.min(crawl.size, Math.floor((own + this.overtakes) / maxOvertakes))
  }
}

/** Turns of callers after which a waiting crawl gets one. */
export const maxOvertakes = 4
