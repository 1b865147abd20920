import { Result } from "effect"
import type { CrawlOptions } from "../domain/Job.ts"
import type { PageError } from "../domain/PageError.ts"
import { inScope } from "../domain/Scope.ts"
import { withoutTracking } from "../domain/tracking-parameters.ts"
import { parseUrlPattern, urlFilter } from "../domain/UrlPattern.ts"
import { canonical } from "../domain/WebUrl.ts"
import type { Settings } from "../Settings.ts"
import { type Facts, judge, type VisitRecord } from "./judge.ts"
import { Referrers } from "./Referrers.ts"
import { SeenSet } from "./SeenSet.ts"
import { type Origin, type UrlEntry, UrlQueue } from "./UrlQueue.ts"
import type { Verdict } from "./verdict.ts"

type Limits = Pick<Settings["Service"], "frontierUrls" | "crawlHold">

/**
 * The state of one crawl. A page changes the crawl when it is settled, never before. Pages end in any order but are
 * settled in the order of the frontier, so that a crawl of the same site gives the same pages. A crawl of scope `any`
 * keeps that order only among a few pages, so that one slow domain does not hold back the others.
 */
export class Crawl {
  readonly frontier: UrlQueue
  private readonly options: CrawlOptions
  private readonly limits: Limits
  private readonly facts: Facts
  private readonly isWanted: (url: string) => boolean
  private isInScope: (url: URL) => boolean = () => true
  private readonly texts = new SeenSet()
  private readonly referrers = new Referrers()
  /** Pages that have ended and are not settled, by their place in the order. */
  private readonly held = new Map<number, VisitRecord>()
  private heldBytes = 0
  /** How many held pages are settled without waiting for the pages before them. */
  private overdue = 0
  private running = 0
  private spent = 0
  private wasFull = false
  private seedFailure: PageError | undefined

  constructor(seed: URL, options: CrawlOptions, limits: Limits) {
    this.options = options
    this.limits = limits
    this.isWanted = urlFilter(patterns(options.include), patterns(options.exclude))
    this.frontier = new UrlQueue(limits.frontierUrls, perDomain)
    this.facts = {
      knowsUrl: (url) => this.frontier.knows(url),
      hasText: (hash) => this.texts.has(hash),
      admits: (url) => this.admits(url, new URL(url)),
      nameOf: (url) => this.nameOf(new URL(url)),
      dedup: options.dedup,
      canonicalLinks: options.canonical_links
    }
    this.frontier.add(this.nameOf(seed), seed, { depth: 0, foundOn: "" })
  }

  get isOver(): boolean {
    return this.frontier.size === 0 || this.budgetLeft === 0
  }

  get budgetLeft(): number {
    return this.options.max_pages - this.spent
  }

  /** Why the seed failed. Undefined if it gave an answer, even an unusable one. */
  get seedError(): PageError | undefined {
    return this.seedFailure
  }

  /**
   * The next page to start, if the budget is sure to reach it. When too much waits to be settled, only the page that
   * the others wait for may start.
   */
  start(): UrlEntry | undefined {
    if (this.running >= concurrency || this.running + this.held.size >= this.budgetLeft) return undefined
    const entry = this.frontier.take(this.isStrict && this.isFull ? 1 : this.budgetLeft)
    if (entry !== undefined) this.running++
    return entry
  }

  ended(visit: VisitRecord): void {
    this.running--
    this.frontier.release(visit.entry)
    this.held.set(visit.entry.seq, visit)
    this.heldBytes += bytesOf(visit)
  }

  /** The next page to settle, if it has ended. */
  next(): VisitRecord | undefined {
    const visit = this.held.get(this.frontier.first) ?? this.nextOutOfOrder()
    if (visit === undefined) return undefined
    this.held.delete(visit.entry.seq)
    this.heldBytes -= bytesOf(visit)
    this.overdue = Math.max(0, this.overdue - 1)
    return visit
  }

  /** Whether some pages wait for others without need. */
  get mayGoAhead(): boolean {
    return !this.isStrict && this.held.size > 0
  }

  /** Settles the pages that wait now in their order, without those still missing between them. */
  goAhead(): void {
    this.overdue = this.held.size
  }

  /** The crawl ends early. Pages that have ended are still settled, in their order. */
  leftOver(): ReadonlyArray<VisitRecord> {
    return [...this.held.values()].toSorted((a, b) => a.entry.seq - b.entry.seq)
  }

  /** The page is settled and its links have joined. Gives how many URLs are left, and which pages have linked to this one. */
  done(
    { entry }: VisitRecord,
    { row }: Verdict
  ): { readonly pending: number; readonly referrers: ReadonlyArray<string> } {
    this.frontier.done(entry.seq)
    return { pending: this.frontier.size, referrers: this.referrers.done(entry.url, row.outcome === "failed") }
  }

  /** Whether fewer URLs wait than the budget can take, besides the page that is being settled. */
  get hasRoom(): boolean {
    return this.frontier.size - 1 < this.budgetLeft
  }

  /** May the crawl follow this redirect? The seed may lead anywhere. */
  mayFollow(entry: UrlEntry, target: URL): boolean {
    return entry.seq === 0 || this.admits(this.nameOf(target), target)
  }

  knows(url: string): boolean {
    return this.frontier.knows(url)
  }

  /** The form in which the crawl knows a URL. */
  nameOf(url: URL): string {
    return this.queued(canonical(url))
  }

  /** What the visit comes to, and which URLs it stands for. */
  settle(visit: VisitRecord): { readonly verdict: Verdict; readonly marks: ReadonlyArray<string> } {
    const { entry, outcome } = visit
    const isSeed = entry.seq === 0
    if (isSeed && Result.isSuccess(outcome)) {
      this.isInScope = inScope(this.options.scope, new URL(this.nameOf(new URL(outcome.success.finalUrl))))
    }
    const { marks, text, verdict } = judge(visit, this.facts)
    for (const url of marks) this.frontier.mark(url)
    if (text !== "") this.texts.add(text)
    if (verdict.spends) this.spent++
    if (
      isSeed && Result.isFailure(outcome) && outcome.failure._tag === "PageError" &&
      verdict.change.crawled === undefined
    ) {
      this.seedFailure = outcome.failure
    }
    return { verdict, marks }
  }

  /** Those in scope and wanted join the frontier, unless they lie too deep. */
  join(links: Iterable<{ readonly url: string }>, origin: Origin): Joined {
    const failed: Array<string> = []
    let refused: string | undefined
    for (const link of links) {
      const url = this.queued(link.url)
      if (origin.depth <= this.options.max_depth) {
        const parsed = new URL(url)
        const joining = this.admits(url, parsed) ? this.frontier.add(url, parsed, origin) : undefined
        if (joining === "added") this.referrers.joined(url, origin.foundOn)
        if (joining === "full") refused ??= url
      }
      if (this.referrers.linked(url, origin.foundOn)) failed.push(url)
    }
    if (this.wasFull) return { failed, refused: undefined }
    this.wasFull = refused !== undefined
    return { failed, refused }
  }

  private queued(url: string): string {
    return this.options.drop_tracking ? withoutTracking(url) : url
  }

  private admits(url: string, parsed: URL): boolean {
    return this.isInScope(parsed) && this.isWanted(url)
  }

  /** Within one registrable domain we promise the order. */
  private get isStrict(): boolean {
    return this.options.scope !== "any"
  }

  private get isFull(): boolean {
    return this.heldBytes >= this.limits.crawlHold
  }

  private nextOutOfOrder(): VisitRecord | undefined {
    if (this.isStrict || this.held.size === 0) return undefined
    if (this.held.size <= hold && !this.isFull && this.overdue === 0) return undefined
    return this.held.get(Math.min(...this.held.keys()))
  }
}

/** What links come to. */
interface Joined {
  /** Those that have failed already. */
  readonly failed: ReadonlyArray<string>
  /** The first for which there was no room, once a crawl. */
  readonly refused: string | undefined
}

/**
 * Pages of one job in flight, in all and of one domain. Most of them wait for their turn, which costs next to nothing: in all there
 * are so many that a dozen slow domains leave room for others.
 */
const concurrency = 64
const perDomain = 4
/** So many pages of a crawl of scope `any` wait for one that is slower, and none for long. */
const hold = 32

/** The bytes of the document, as much again for its links, and the fixed cost of an entry. */
const bytesOf = ({ outcome }: VisitRecord): number =>
  (Result.isSuccess(outcome) ? 2 * outcome.success.json.length : 0) + 1024

/** These URLs were parsed when they came in. */
const patterns = (sources: ReadonlyArray<string>) => sources.map((source) => Result.getOrThrow(parseUrlPattern(source)))
