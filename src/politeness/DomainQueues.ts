import { registrableDomain } from "../domain/WebUrl.ts"
import { DomainQueue, type DomainRule } from "./DomainQueue.ts"

/** The queues of all domains of which something must be remembered; idle ones are dropped while the map grows. */
export class DomainQueues {
  private readonly queues = new Map<string, DomainQueue>()
  private readonly rule: DomainRule
  private readonly longestDelay: number
  private sweepAt = smallest

  /** `longestDelay`: what a domain may ask for at most, in milliseconds. */
  constructor(rule: DomainRule, longestDelay: number) {
    this.rule = rule
    this.longestDelay = Math.max(rule.delay, longestDelay)
  }

  get size(): number {
    return this.queues.size
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

  /** Each sweep waits for the map to double, so that its cost a domain stays constant. */
  private sweep(now: number): void {
    for (const [domain, queue] of this.queues) if (queue.isIdle(now, this.longestDelay)) this.queues.delete(domain)
    this.sweepAt = Math.max(smallest, this.queues.size * 2)
  }
}

const smallest = 1024
