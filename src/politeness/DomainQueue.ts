import type { Deferred } from "effect"

export interface Waiter {
  readonly priority: "interactive" | "crawl"
  readonly owner: string
  /** The site's Crawl-delay in milliseconds. */
  readonly delay: number
  readonly granted: Deferred.Deferred<void>
}

/** Requests at the same time to a domain whose delay is zero. */
const concurrencyWithoutDelay = 6
/** So many interactive turns in a row, then one of the crawls that wait. */
const interactiveInARow = 4
const firstBackOff = 1000
const longestBackOff = 120_000
/** Below this an added delay is over. */
const negligible = 100

/**
 * One domain's queue: pure state, times in milliseconds since the epoch. A turn begins no sooner than a delay after the one
 * before it began, and after it ended.
 */
export class DomainQueue {
  hasTimer = false
  private readonly classes = { interactive: new RoundRobin(), crawl: new RoundRobin() }
  private readonly active = new Set<Waiter>()
  private readonly standard: number
  private crawlDelay = 0
  private backOff = 0
  private notBefore = 0
  private inARow = 0

  constructor(standard: number) {
    this.standard = standard
  }

  get delay(): number {
    return Math.max(this.standard, this.crawlDelay, this.backOff)
  }

  add(waiter: Waiter): void {
    this.crawlDelay = waiter.delay
    this.classes[waiter.priority].add(waiter)
  }

  /** The next waiter whose turn is now, or undefined. */
  take(now: number): Waiter | undefined {
    if (now < this.notBefore || this.active.size >= this.concurrency) return undefined
    const waiter = this.next()
    if (waiter === undefined) return undefined
    this.active.add(waiter)
    this.notBefore = now + this.delay
    return waiter
  }

  /** The waiter is done, or gives up its place. */
  leave(waiter: Waiter, now: number): void {
    if (this.active.delete(waiter)) {
      if (this.delay > 0) this.notBefore = Math.max(this.notBefore, now)
    } else {
      this.classes[waiter.priority].remove(waiter)
    }
  }

  /** Milliseconds until a turn may be granted by time alone; undefined where nobody waits or a running one must end first. */
  timeToNext(now: number): number | undefined {
    if (this.waiting === 0 || this.active.size >= this.concurrency) return undefined
    return Math.max(0, this.notBefore - now)
  }

  /** What a newcomer would wait at least, were all who stand before it quick. */
  expectedWait(turn: { readonly priority: "interactive" | "crawl" }, now: number): number {
    const ahead = turn.priority === "interactive" ? this.classes.interactive.size : this.waiting
    return Math.max(0, this.notBefore - now) + ahead * this.delay
  }

  slowDown(now: number, retryAfter: number | undefined): void {
    this.backOff = Math.min(longestBackOff, Math.max(firstBackOff, this.backOff * 2))
    this.notBefore = Math.max(this.notBefore, now + Math.min(longestBackOff, retryAfter ?? this.backOff))
  }

  recovered(): void {
    this.backOff = this.backOff / 2 < negligible ? 0 : this.backOff / 2
  }

  isIdle(now: number): boolean {
    return this.waiting === 0 && this.active.size === 0 && this.backOff === 0 && this.notBefore <= now
  }

  private get waiting(): number {
    return this.classes.interactive.size + this.classes.crawl.size
  }

  private get concurrency(): number {
    return this.delay > 0 ? 1 : concurrencyWithoutDelay
  }

  private next(): Waiter | undefined {
    const { crawl, interactive } = this.classes
    const yields = this.inARow >= interactiveInARow && crawl.size > 0
    if (interactive.size > 0 && !yields) {
      this.inARow++
      return interactive.take()
    }
    this.inARow = 0
    return crawl.take() ?? interactive.take()
  }
}

/** Owners in turn, each with its own line; a Map keeps the order in which they take turns. */
class RoundRobin {
  size = 0
  private readonly lines = new Map<string, Array<Waiter>>()

  add(waiter: Waiter): void {
    const line = this.lines.get(waiter.owner)
    if (line === undefined) this.lines.set(waiter.owner, [waiter])
    else line.push(waiter)
    this.size++
  }

  take(): Waiter | undefined {
    for (const [owner, line] of this.lines) {
      const waiter = line.shift()
      this.lines.delete(owner)
      if (line.length > 0) this.lines.set(owner, line)
      if (waiter !== undefined) this.size--
      return waiter
    }
    return undefined
  }

  remove(waiter: Waiter): void {
    const line = this.lines.get(waiter.owner)
    const index = line?.indexOf(waiter) ?? -1
    if (line === undefined || index < 0) return
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(waiter.owner)
    this.size--
  }
}
