import { Turns } from "./Turns.ts"

/** An interactive request goes before a crawl. */
export type Priority = "interactive" | "crawl"

/** The API key for which something is done, and how soon. */
export interface Claim {
  readonly owner: string
  readonly priority: Priority
}

/**
 * A queue for a scarce resource. Callers go before crawls, except that every fifth turn is a crawl's, so callers
 * never starve a crawl. Within each kind owners take turns.
 */
export class FairQueue<A extends Claim> {
  private readonly queues: Readonly<Record<Priority, Turns<A>>> = { interactive: new Turns(), crawl: new Turns() }
  /** How many callers went before a crawl that waits. */
  private overtakes = 0

  get size(): number {
    return this.queues.interactive.size + this.queues.crawl.size
  }

  add(item: A): void {
    this.queues[item.priority].add(item)
  }

  /** The next item. `mayTake` is called with the first item of an owner. */
  peek(mayTake?: (first: A) => boolean): A | undefined {
    const { crawl, interactive } = this.queues
    const [first, second] = this.overtakes >= maxOvertakes ? [crawl, interactive] : [interactive, crawl]
    return first.peek(mayTake) ?? second.peek(mayTake)
  }

  take(mayTake?: (first: A) => boolean): A | undefined {
    const item = this.peek(mayTake)
    if (item === undefined) return undefined
    if (item.priority === "crawl") this.overtakes = 0
    else if (this.queues.crawl.size > 0) this.overtakes++
    return this.queues[item.priority].take((first) => first === item)
  }

  /** The item was taken and not served. */
  putBack(item: A): void {
    this.queues[item.priority].putBack(item)
  }

  remove(item: A): boolean {
    return this.queues[item.priority].remove(item)
  }

  /** Adds to the time that the owner used at this priority. The unit is the caller's: turns, or milliseconds. */
  charge({ owner, priority }: Claim, amount: number): void {
    this.queues[priority].charge(owner, amount)
  }

  /** The first of this owner's items of the priority that matches. */
  find({ owner, priority }: Claim, isIt: (item: A) => boolean): A | undefined {
    return this.queues[priority].find(owner, isIt)
  }

  /** How many items of this owner wait. */
  of(owner: string): number {
    return this.queues.interactive.of(owner) + this.queues.crawl.of(owner)
  }

  /** Approximate number of items ahead of a new one of this claim. */
  ahead({ owner, priority }: Claim): number {
    const { crawl, interactive } = this.queues
    const own = this.queues[priority].ahead(owner)
    return priority === "crawl"
      ? own + interactive.size
      : own + Math.min(crawl.size, Math.floor((own + this.overtakes) / maxOvertakes))
  }
}

/** Turns of callers after which a waiting crawl gets one. */
export const maxOvertakes = 4
