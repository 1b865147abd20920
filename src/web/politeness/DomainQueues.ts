import { registrableDomain } from "../../core/domain/WebUrl.ts"
import { DomainQueue, type DomainRule } from "./DomainQueue.ts"

/** The queues of all domains with something to remember. Idle queues are dropped as the map grows. */
export class DomainQueues {
  private readonly queues = new Map<string, DomainQueue>()
  private readonly rule: DomainRule
  private readonly maxDelay: number
  private sweepAt = smallest

  /** `maxDelay`: the longest delay that a domain may request, in milliseconds. */
  constructor(rule: DomainRule, maxDelay: number) {
    this.rule = rule
    this.maxDelay = Math.max(rule.delay, maxDelay)
  }

  get size(): number {
    return this.queues.size
  }

  entries(): IterableIterator<[domain: string, queue: DomainQueue]> {
    return this.queues.entries()
  }

  find(url: URL): DomainQueue | undefined {
    return this.queues.get(registrableDomain(url.hostname))
  }

  of(url: URL, now: number): DomainQueue {
    const domain = registrableDomain(url.hostname)
    const known = this.queues.get(domain)
    if (known !== undefined) return known
    if (this.queues.size >= this.sweepAt) this.sweep(now)
    const made = new DomainQueue(this.rule)
    this.queues.set(domain, made)
    return made
  }

  /** Each sweep waits until the map has doubled, so its cost for each domain stays constant. */
  private sweep(now: number): void {
    for (const [domain, queue] of this.queues) if (queue.isIdle(now, this.maxDelay)) this.queues.delete(domain)
    this.sweepAt = Math.max(smallest, this.queues.size * 2)
  }
}

const smallest = 1024
