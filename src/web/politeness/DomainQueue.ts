import type { Deferred } from "effect"
import { type Claim, FairQueue } from "../../core/kernel/fair/FairQueue.ts"

export interface WaitingTurn extends Claim {
  /** The Crawl-delay of the host, or that of the request if longer, in milliseconds. */
  readonly delay: number
  /** Turns with the same visit follow each other at once, if no other turn came between. */
  readonly visit: object | undefined
  /** Whether the turn is the second one of its visit. */
  readonly granted: Deferred.Deferred<boolean>
}

/** How every domain is treated. Times in milliseconds. */
export interface DomainRule {
  /** The delay of a domain without a Crawl-delay. */
  readonly delay: number
  /** Requests at the same time while no delay is in force. */
  readonly concurrency: number
  /** Maximum back-off of a domain that reports too many requests. */
  readonly backOffCap: number
}

/** Why the next turn has not begun. */
export type HoldUp = "none" | "request" | "delay" | "crawl_delay" | "back_off" | "rest"

/** The queue as an owner may see it. Times in milliseconds. */
export interface QueueView {
  readonly delay: number
  readonly crawlDelay: number
  readonly backOff: number
  readonly active: number
  readonly waiting: number
  readonly others: number
  readonly holdUp: HoldUp
  /** When the next turn may begin, if nothing but time decides that and it is still to come. */
  readonly nextAt: number | undefined
  readonly lastTurn: number | undefined
}

const firstBackOff = 1000
/** An added delay below this is over. */
const negligible = 100
/** Owners that a queue remembers. */
const maxOwners = 64
/** Maximum pause that a site may request. */
const maxRest = 24 * 3_600_000
/**
 * A back-off is forgotten when the domain was left alone for this long. Leases that outlive the process forget it then
 * too.
 */
export const backOffLife = 600_000

/**
 * The queue of one domain: pure state, times in milliseconds of one monotonic clock. While a delay is in force, a turn
 * begins no sooner than that delay after the turn before it ended. We cannot know when the site saw a request, which
 * may have waited for a connection or a browser, but by the end of its turn the site had seen it. The delay is the
 * longest of three: the default, the Crawl-delay of the host, and the back-off. One visit may take two turns without a
 * gap: a robots.txt and the page that needed it.
 */
export class DomainQueue {
  private readonly line = new FairQueue<WaitingTurn>()
  /** Second turns of visits. They go before all others. */
  private readonly continuations = new FairQueue<WaitingTurn>()
  private readonly active = new Set<WaitingTurn>()
  private readonly rule: DomainRule
  /** Whether the turn that was taken last is the second one of its visit. */
  isContinuationTurn = false
  private backOff = 0
  /** When a turn last began or ended. */
  private lastTurn = Number.NEGATIVE_INFINITY
  private lastVisit: object | undefined
  private restUntil = Number.NEGATIVE_INFINITY
  /** The longest Crawl-delay among the domain's requested hosts. */
  private crawlDelay = 0
  /** Owners with recent requests, the latest at the end. */
  private readonly owners = new Set<string>()

  constructor(rule: DomainRule) {
    this.rule = rule
  }

  add(waiter: WaitingTurn): void {
    const line = this.isContinuation(waiter) ? this.continuations : this.line
    line.add(waiter)
    this.owners.delete(waiter.owner)
    this.owners.add(waiter.owner)
    if (this.owners.size <= maxOwners) return
    const [oldest] = this.owners
    if (oldest !== undefined) this.owners.delete(oldest)
  }

  /** The Crawl-delay in the robots.txt of one of its hosts, in milliseconds. */
  setCrawlDelay(delay: number): void {
    this.crawlDelay = Math.max(this.crawlDelay, delay)
  }

  /** The next waiter whose turn is now, or undefined. */
  take(now: number): WaitingTurn | undefined {
    const line = this.upcoming()
    const waiter = line.peek()
    if (waiter === undefined || this.isFull(waiter) || now < this.earliest(waiter)) return undefined
    line.take()
    line.charge(waiter, 1)
    this.active.add(waiter)
    this.isContinuationTurn = line === this.continuations
    this.lastTurn = now
    this.lastVisit = waiter.visit
    return waiter
  }

  /** The waiter is done, or gives up its place. */
  leave(waiter: WaitingTurn, now: number): void {
    if (this.active.delete(waiter)) {
      this.lastTurn = now
      return
    }
    this.continuations.remove(waiter)
    this.line.remove(waiter)
  }

  /** When the next turn is due. Undefined if the queue is empty or a running turn must end first. */
  nextAt(): number | undefined {
    const waiter = this.upcoming().peek()
    return waiter === undefined || this.isFull(waiter) ? undefined : this.earliest(waiter)
  }

  /** How long a newcomer would wait if every turn before it were as fast as the delay allows. */
  expectedWait(newcomer: Omit<WaitingTurn, "granted">, now: number): number {
    const untilNext = Math.max(0, this.earliest(newcomer) - now)
    return this.isContinuation(newcomer) ? untilNext : untilNext + this.line.ahead(newcomer) * this.delayOf(newcomer)
  }

  /** The delay after a turn of this waiter. */
  delayOf(waiter: Pick<WaitingTurn, "delay">): number {
    return Math.max(this.rule.delay, waiter.delay, this.backOff)
  }

  /** Takes over the state from another node or an earlier process. */
  remember(now: number, rest: number, backOff: number): void {
    this.backOff = Math.max(this.backOff, Math.min(this.rule.backOffCap, backOff))
    this.restUntil = Math.max(this.restUntil, now + Math.min(maxRest, rest))
  }

  /** The site reported too many requests. `retryAfter` is the pause that it requests. Gives the added delay. */
  slowDown(now: number, retryAfter: number | undefined): { readonly rest: number; readonly backOff: number } {
    this.backOff = Math.min(this.rule.backOffCap, Math.max(firstBackOff, 2 * Math.max(this.rule.delay, this.backOff)))
    this.restUntil = Math.max(this.restUntil, now + Math.min(maxRest, retryAfter ?? this.backOff))
    return { rest: this.restUntil - now, backOff: this.backOff }
  }

  /**
   * The quota of the site asks for a pause. Gives the state for other nodes, or undefined if the delay is as long as the
   * pause.
   */
  pause(now: number, asked: number): { readonly rest: number; readonly backOff: number } | undefined {
    if (asked <= this.delayOf({ delay: this.crawlDelay })) return undefined
    this.restUntil = Math.max(this.restUntil, now + Math.min(maxRest, asked))
    return { rest: this.restUntil - now, backOff: this.backOff }
  }

  /** The site answered well: half of the added delay goes. Gives the rest, if there was any. */
  recovered(): number | undefined {
    if (this.backOff === 0) return undefined
    const half = this.backOff / 2
    return this.backOff = half < negligible || half <= this.rule.delay ? 0 : half
  }

  /** Whether the queue has no state that would change the next turn, whose delay is `maxDelay` at most. */
  isIdle(now: number, maxDelay: number): boolean {
    return this.waiting === 0 && this.active.size === 0 && now >= this.restUntil &&
      now >= this.lastTurn + maxDelay &&
      (this.backOff === 0 || now >= Math.max(this.lastTurn, this.restUntil) + backOffLife)
  }

  /** The queue as this owner sees it, or undefined if it has no recent request. */
  viewOf(owner: string, now: number): QueueView | undefined {
    if (!this.owners.has(owner)) return undefined
    const waiting = this.continuations.of(owner) + this.line.of(owner)
    const delay = this.delayOf({ delay: this.crawlDelay })
    const next = this.upcoming().peek()
    const due = next === undefined ? Math.max(this.restUntil, this.lastTurn + delay) : this.earliest(next)
    return {
      delay,
      crawlDelay: this.crawlDelay,
      backOff: this.backOff,
      active: [...this.active].filter((waiter) => waiter.owner === owner).length,
      waiting,
      others: this.waiting - waiting,
      holdUp: this.holdUp(now, due, delay),
      nextAt: due > now && this.active.size === 0 ? due : undefined,
      lastTurn: Number.isFinite(this.lastTurn) ? this.lastTurn : undefined
    }
  }

  private holdUp(now: number, due: number, delay: number): HoldUp {
    if (this.active.size > 0) return "request"
    if (due <= now) return "none"
    if (now < this.restUntil) return "rest"
    if (delay === this.rule.delay) return "delay"
    return delay === this.crawlDelay ? "crawl_delay" : "back_off"
  }

  private get waiting(): number {
    return this.continuations.size + this.line.size
  }

  private isContinuation({ visit }: Pick<WaitingTurn, "visit">): boolean {
    return visit !== undefined && visit === this.lastVisit
  }

  private earliest(waiter: Pick<WaitingTurn, "delay" | "visit">): number {
    return this.isContinuation(waiter) ? this.restUntil : Math.max(this.restUntil, this.lastTurn + this.delayOf(waiter))
  }

  private isFull(waiter: WaitingTurn): boolean {
    return this.active.size >= (this.delayOf(waiter) > 0 ? 1 : this.rule.concurrency)
  }

  private upcoming(): FairQueue<WaitingTurn> {
    return this.continuations.size > 0 ? this.continuations : this.line
  }
}
