import { compact } from "../../../core/kernel/compact.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { FrontierStep, Settled, SettledPlaces } from "../../jobs/CrawlJournal.ts"
import { baseOf, type CrawlRules, startingUrls } from "../model/CrawlRules.ts"
import { concurrency, perDomain, reorderBuffer, settleBatchSize } from "../model/frontier-bounds.ts"
import type { CrawlTask, Lease, Origin } from "../model/Frontier.ts"
import type { VisitRecord } from "../model/VisitRecord.ts"
import { Settlement } from "../settle/Settlement.ts"
import { MemoryIndex } from "./MemoryIndex.ts"
import { type UrlEntry, UrlQueue } from "./UrlQueue.ts"

type FrontierLimits = Pick<Settings["Service"], "frontierUrls" | "crawlHold">

/**
 * The frontier of one crawl in memory. Pages end in any order and are settled in the order of the frontier. With scope
 * `any`, the order is limited to a buffer of a few pages, so one slow domain does not block the others.
 */
export class Crawl {
  /** The seed gave no answer. */
  hasFailed = false
  private readonly task: CrawlTask
  private readonly limits: FrontierLimits
  private readonly queue: UrlQueue
  private readonly index: MemoryIndex
  private readonly settlement: Settlement
  private readonly leased = new Map<number, Leased>()
  /** Ended visits that wait to be settled, by their place in the order. */
  private readonly buffer = new Map<number, VisitRecord>()
  private bufferedBytes = 0
  /** Number of buffered visits to settle without waiting for the pages before them. */
  private flushing = 0
  private leases = 0
  /** Settled places, while the frontier is replayed. */
  private settledPlaces: ReadonlySet<number> = new Set()
  /** The frontier is incomplete. Pages may start and end, and none is settled. */
  isReplaying = false
  /** No visit starts or ends. */
  isClosed = false

  constructor(task: CrawlTask, limits: FrontierLimits, keepsSteps: boolean) {
    this.task = task
    this.limits = limits
    this.queue = new UrlQueue(limits.frontierUrls, perDomain)
    this.index = new MemoryIndex(this.queue, keepsSteps)
    this.settlement = new Settlement(task.options, limits.frontierUrls, this.index)
  }

  get rules(): CrawlRules {
    return this.settlement.rules
  }

  /** Enqueues the starting URLs. If an earlier process has settled pages, call `replay` with their steps. */
  begin({ places, spent }: SettledPlaces): void {
    this.settledPlaces = new Set(places)
    this.isReplaying = places.length > 0
    this.settlement.spent = spent
    for (const url of startingUrls(this.task)) {
      const name = this.rules.nameOf(url)
      if (this.queue.knows(name)) continue
      if (this.settledPlaces.has(this.queue.end)) this.queue.addSettled(name, start)
      else this.queue.add(name, url, start)
    }
  }

  /** Repeats the next steps of an earlier process, in their order. */
  *replay(steps: ReadonlyArray<FrontierStep>): Generator<void, void> {
    for (const step of steps) {
      this.replaySeed(step)
      yield* this.index.replay(step, (seq) => this.settledPlaces.has(seq))
    }
  }

  endReplay(): void {
    this.isReplaying = false
    this.settledPlaces = new Set()
  }

  get isOver(): boolean {
    return !this.isReplaying && (this.queue.size === 0 || this.budgetLeft === 0)
  }

  domains(max: number): { readonly waiting: number; readonly due: number } {
    return this.isClosed ? { waiting: 0, due: 0 } : this.queue.waitingDomains(max)
  }

  /**
   * The next page to start, if the budget is sure to reach it. If the buffer is full, only the page that the others
   * wait for may start; with scope `any`, none may.
   */
  lease(): Lease | undefined {
    const inFlight = this.leased.size
    const unsettled = inFlight + this.buffer.size
    if (this.isClosed || inFlight >= concurrency || unsettled >= this.budgetLeft) return undefined
    if (this.isReplaying && unsettled >= concurrency) return undefined
    if (!this.isStrict && (this.isFull || this.buffer.size > reorderBuffer + settleBatchSize)) return undefined
    const entry = this.queue.take(this.isFull ? 1 : this.budgetLeft)
    if (entry === undefined) return undefined
    const { depth, domain, foundOn, seq, url } = entry
    const token = String(++this.leases)
    this.leased.set(seq, { entry, token })
    return { job: this.task.id, seq, url, depth, foundOn, domain: domain.name, token }
  }

  /** Buffers the visit. False if the lease has expired. */
  ended(lease: Lease, visit: VisitRecord): boolean {
    const entry = this.isClosed ? undefined : this.endLease(lease)
    if (entry === undefined) return false
    this.queue.release(entry)
    this.buffer.set(visit.seq, visit)
    this.bufferedBytes += visitSize(visit)
    return true
  }

  giveBack(lease: Lease): void {
    const entry = this.endLease(lease)
    if (entry !== undefined) this.queue.putBack(entry)
  }

  /** Returns all leases. Nothing starts or ends until the crawl continues. */
  park(): void {
    for (const { entry } of this.leased.values()) this.queue.putBack(entry)
    this.leased.clear()
    this.isClosed = true
  }

  knows(name: string): boolean {
    return this.queue.knows(name)
  }

  /** Settles the next page, if it has ended. Calls must not overlap. */
  *settleNext(): Generator<void, Settled | undefined> {
    if (this.isClosed || this.isReplaying) return undefined
    const visit = this.buffer.get(this.queue.first) ?? this.nextOutOfOrder()
    return visit === undefined ? undefined : yield* this.settle(visit)
  }

  /** Settles the buffered visits of a crawl that ends early, in their order. Enqueues nothing. */
  *settleRest(): Generator<void, ReadonlyArray<Settled>> {
    const settled: Array<Settled> = []
    for (const visit of [...this.buffer.values()].toSorted((a, b) => a.seq - b.seq)) {
      settled.push(yield* this.settle(visit, false))
    }
    return settled
  }

  /**
   * The place of the first unsettled page, and the number of visits that wait for it although `flush` may settle them.
   */
  get waiting(): { readonly first: number; readonly pages: number } {
    return { first: this.queue.first, pages: this.isStrict ? 0 : this.buffer.size }
  }

  /** Lets `settleNext` settle the visits that are buffered now, without the missing pages between them. */
  flush(): void {
    this.flushing = this.buffer.size
  }

  private replaySeed({ base, isLost, seq }: FrontierStep): void {
    if (isLost) this.hasFailed = true
    if (base !== undefined) this.settlement.setBase(seq, base)
  }

  /** Ends a lease. Undefined if it has expired. */
  private endLease({ seq, token }: Lease): UrlEntry | undefined {
    const known = this.leased.get(seq)
    if (known?.token !== token) return undefined
    this.leased.delete(seq)
    return known.entry
  }

  private *settle(visit: VisitRecord, enqueues = true): Generator<void, Settled> {
    this.buffer.delete(visit.seq)
    this.bufferedBytes -= visitSize(visit)
    this.flushing = Math.max(0, this.flushing - 1)
    const { seq, url } = visit
    const { end, judgement, seedFailure } = yield* this.settlement.settle(visit, enqueues)
    const isLost = seedFailure !== undefined
    if (isLost) this.hasFailed = true
    const { aliases: marks, near, text, verdict } = judgement
    return {
      end,
      step: {
        seq,
        url,
        isFailed: end.row?.outcome === "failed",
        isLost,
        spends: verdict.spends,
        marks,
        text,
        ...compact({ near }),
        base: baseOf(this.task.options, visit),
        ...this.index.takeChanges()
      }
    }
  }

  private get budgetLeft(): number {
    return this.task.options.max_pages - this.settlement.spent
  }

  /** Within one registrable domain the order is guaranteed. */
  private get isStrict(): boolean {
    return this.task.options.scope !== "any"
  }

  private get isFull(): boolean {
    return this.bufferedBytes >= this.limits.crawlHold
  }

  private nextOutOfOrder(): VisitRecord | undefined {
    if (this.isStrict || this.buffer.size === 0) return undefined
    if (this.buffer.size <= reorderBuffer && !this.isFull && this.flushing === 0) return undefined
    return this.buffer.get(Math.min(...this.buffer.keys()))
  }
}

const start: Origin = { depth: 0, foundOn: "" }

interface Leased {
  readonly entry: UrlEntry
  readonly token: string
}

/**
 * Memory of a visit that waits to be settled: its document, the strings of its links, and the fixed cost of an entry.
 */
const visitSize = ({ outcome }: VisitRecord): number => {
  let bytes = fixedCost
  if (outcome._tag !== "Page") return bytes
  bytes += outcome.document.length
  // A compressed document may be far smaller than the URLs in it.
  for (const link of outcome.links) bytes += link.length + stringCost
  return bytes
}

const fixedCost = 1024
/** Memory of a string besides its characters. */
const stringCost = 32
