import { Result } from "effect"
import type { Redirect } from "../domain/Document.ts"
import type { CrawlOptions } from "../domain/Job.ts"
import type { PageError } from "../domain/PageError.ts"
import { inScope } from "../domain/Scope.ts"
import { withoutTracking } from "../domain/tracking-parameters.ts"
import { parseUrlPattern, urlFilter } from "../domain/UrlPattern.ts"
import { canonical, resolveLink } from "../domain/WebUrl.ts"
import type { ScrapedPage } from "../page/Scraper.ts"
import type { Settings } from "../Settings.ts"
import { Duplicates } from "./Duplicates.ts"
import { Frontier, type FrontierEntry, type Origin } from "./Frontier.ts"
import { errorStatus, sameText, sameUrl, stored, type Verdict, withoutPage } from "./verdict.ts"

/** A page to start, or to go on with where its redirects led. */
export interface Start {
  readonly entry: FrontierEntry
  readonly followed: ReadonlyArray<Redirect>
  /** What it has taken so far, in milliseconds. */
  readonly elapsed: number
}

/** A page that has ended. */
export interface Visit {
  readonly entry: FrontierEntry
  readonly outcome: Result.Result<ScrapedPage, PageError>
  /** Its redirects as far as the crawl was asked about them; the last is not followed where it ended with `already_crawled`. */
  readonly chain: ReadonlyArray<Redirect>
  readonly isResumed: boolean
  /** Milliseconds from its start to its end. */
  readonly elapsed: number
}

type Limits = Pick<Settings["Service"], "frontierUrls" | "crawlHold">

/**
 * The state of one crawl. Pages end in any order and are settled in that of the frontier, so that a crawl of the same site
 * gives the same pages; what a page finds out changes the crawl when it is settled, never before.
 */
export class Crawl {
  readonly frontier: Frontier
  private readonly options: CrawlOptions
  private readonly limits: Limits
  private readonly isWanted: (url: string) => boolean
  private isInScope: (url: URL) => boolean = () => true
  private readonly duplicates = new Duplicates()
  /** Pages that have ended and are not settled, by their place in the order. */
  private readonly held = new Map<number, Visit>()
  private heldBytes = 0
  private running = 0
  private spent = 0
  private wasFull = false
  private seedFailure: PageError | undefined

  constructor(seed: URL, options: CrawlOptions, limits: Limits) {
    this.options = options
    this.limits = limits
    this.isWanted = urlFilter(patterns(options.include), patterns(options.exclude))
    this.frontier = new Frontier(limits.frontierUrls, perDomain)
    this.frontier.add(this.queued(canonical(seed)), seed, { depth: 0, foundOn: "" })
  }

  get isOver(): boolean {
    return this.frontier.size === 0 || this.budgetLeft === 0
  }

  get budgetLeft(): number {
    return this.options.max_pages - this.spent
  }

  /** Why the seed could not be had; nothing where there was an answer, even one that could not be used. */
  get seedError(): PageError | undefined {
    return this.seedFailure
  }

  /**
   * The next page to start: none that the budget might not reach, and with too much waiting to be settled none but the page
   * that the others wait for.
   */
  start(): Start | undefined {
    const next = this.resume() ?? this.take()
    if (next !== undefined) this.running++
    return next
  }

  ended(visit: Visit): void {
    this.running--
    if (!visit.isResumed) this.frontier.release(visit.entry)
    this.held.set(visit.entry.seq, visit)
    this.heldBytes += bytesOf(visit)
  }

  /** The next page to settle, if it has ended. */
  next(): Visit | undefined {
    const visit = this.held.get(this.frontier.first)
    if (visit !== undefined) this.drop(visit)
    return visit
  }

  /** That page is settled and its links have joined: it is the next one's turn. Gives how many URLs are left. */
  done(): number {
    this.frontier.shift()
    return this.frontier.size
  }

  /** Whether fewer URLs wait than the budget could take, beside the page that is being settled. */
  get hasRoom(): boolean {
    return this.frontier.size - 1 < this.budgetLeft
  }

  /** May the crawl go to where this page redirects? The seed may lead anywhere. */
  mayFollow(entry: FrontierEntry, target: URL): boolean {
    return entry.seq === 0 || this.admits(canonical(target), target)
  }

  /**
   * May this page's fetch go on to where it is redirected? Whether the crawl has that URL by another way is certain only when
   * all pages before it are settled: until then it stops there, and is resumed if it turns out to be new.
   */
  mayRedirect(entry: FrontierEntry, chain: ReadonlyArray<Redirect>): boolean {
    const [target = "", ...before] = this.urlsOf(chain).toReversed()
    if (target === entry.url || before.includes(target)) return true
    return entry.seq === this.frontier.first && this.frontier.mark(target)
  }

  /** What the visit comes to. */
  settle(visit: Visit): Verdict {
    const verdict = this.judge(visit)
    if (verdict.spends) this.spent++
    return verdict
  }

  /** Those in scope and wanted join the frontier; gives the first for which there was no room, once a crawl. */
  join(links: Iterable<{ readonly url: string }>, origin: Origin): string | undefined {
    let refused: string | undefined
    for (const link of links) {
      const url = this.queued(link.url)
      const parsed = new URL(url)
      if (this.admits(url, parsed) && this.frontier.add(url, parsed, origin) === "full") refused ??= url
    }
    if (refused === undefined || this.wasFull) return undefined
    this.wasFull = true
    return refused
  }

  /** The URL by which the crawl knows a page. */
  private queued(url: string): string {
    return this.options.drop_tracking ? withoutTracking(url) : url
  }

  private admits(url: string, parsed: URL): boolean {
    return this.isInScope(parsed) && this.isWanted(url)
  }

  private take(): Start | undefined {
    if (this.running >= concurrency) return undefined
    const entry = this.frontier.take(this.heldBytes < this.limits.crawlHold ? this.budgetLeft : 1)
    return entry === undefined ? undefined : { entry, followed: [], elapsed: 0 }
  }

  /** The page whose turn it is to be settled, where it stopped at a redirect to a URL that is still new. */
  private resume(): Start | undefined {
    const visit = this.held.get(this.frontier.first)
    if (visit === undefined || !isStopped(visit)) return undefined
    if (!this.frontier.mark(this.urlsOf(visit.chain).at(-1) ?? "")) return undefined
    this.drop(visit)
    return { entry: visit.entry, followed: visit.chain, elapsed: visit.elapsed }
  }

  private drop(visit: Visit): void {
    this.held.delete(visit.entry.seq)
    this.heldBytes -= bytesOf(visit)
  }

  private urlsOf(chain: ReadonlyArray<Redirect>): ReadonlyArray<string> {
    return chain.map(({ location }) => this.queued(canonical(new URL(location))))
  }

  private judge(visit: Visit): Verdict {
    const { entry, outcome } = visit
    const own = new Set([entry.url, ...this.urlsOf(visit.chain)])
    const isElsewhere = (url: string) => !own.has(url) && this.frontier.knows(url)
    if (isStopped(visit)) return sameUrl(0)
    if (Result.isFailure(outcome)) {
      const verdict = withoutPage(outcome.failure)
      if (entry.seq === 0 && verdict.change.crawled === undefined) this.seedFailure = outcome.failure
      return verdict
    }
    const page = outcome.success
    const final = this.queued(canonical(new URL(page.finalUrl)))
    if (entry.seq === 0) this.isInScope = inScope(this.options.scope, new URL(final))
    if (isElsewhere(final)) return sameUrl(page.status)
    this.frontier.mark(final)
    if (page.status >= 400) return errorStatus(page.status)
    const named = this.options.canonical_links ? resolveLink(page.canonicalUrl, final) : undefined
    if (named !== undefined && named !== final && this.admits(named, new URL(named))) {
      if (isElsewhere(named)) return { ...sameUrl(page.status), follows: true }
      this.frontier.mark(named)
    }
    const repeats = this.options.dedup && this.duplicates.isRepeated(page)
    return repeats ? sameText(page.status) : stored(page)
  }
}

const isStopped = ({ outcome }: Visit): boolean =>
  Result.isFailure(outcome) && outcome.failure.code === "already_crawled"

/** Pages of one job in flight, in all and of one domain; the domain's own queue decides when each goes out. */
const concurrency = 16
const perDomain = 4

/** The document's bytes, as much again for its links, and what an entry costs by itself. */
const bytesOf = ({ outcome }: Visit): number => (Result.isSuccess(outcome) ? 2 * outcome.success.json.length : 0) + 1024

/** They were parsed where they came in. */
const patterns = (sources: ReadonlyArray<string>) => sources.map((source) => Result.getOrThrow(parseUrlPattern(source)))
