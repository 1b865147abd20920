import { Result } from "effect"
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

/** A page that has ended. */
export interface Visit {
  readonly entry: FrontierEntry
  readonly outcome: Result.Result<ScrapedPage, PageError>
  /** The URLs it was redirected to, as far as they might be pages of the crawl. */
  readonly hops: ReadonlyArray<string>
  /** Milliseconds from its start to its end. */
  readonly elapsed: number
}

type Limits = Pick<Settings["Service"], "frontierUrls" | "crawlHold" | "canonicalLinks" | "dropTrackingParameters">

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
  start(): FrontierEntry | undefined {
    if (this.running >= concurrency) return undefined
    const entry = this.frontier.take(this.heldBytes < this.limits.crawlHold ? this.budgetLeft : 1)
    if (entry !== undefined) this.running++
    return entry
  }

  ended(visit: Visit): void {
    this.running--
    this.frontier.release(visit.entry)
    this.held.set(visit.entry.seq, visit)
    this.heldBytes += bytesOf(visit)
  }

  /** The next page to settle, if it has ended. */
  next(): Visit | undefined {
    const visit = this.held.get(this.frontier.first)
    if (visit === undefined) return undefined
    this.held.delete(visit.entry.seq)
    this.heldBytes -= bytesOf(visit)
    this.frontier.shift()
    return visit
  }

  /** May the crawl go to where this page redirects? The seed may lead anywhere. */
  mayFollow(entry: FrontierEntry, target: URL): boolean {
    return entry.seq === 0 || this.admits(canonical(target), target)
  }

  /** Whether a redirect of this page leads to another page that the crawl has; `hops` remembers where it leads. */
  isElsewhere(entry: FrontierEntry, target: URL, hops: Array<string>): boolean {
    const url = this.queued(canonical(target))
    hops.push(url)
    return url !== entry.url && this.frontier.knows(url)
  }

  /** What the visit comes to. */
  settle({ entry, hops, outcome }: Visit): Verdict {
    const verdict = this.judge(entry, hops, outcome)
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
    return this.limits.dropTrackingParameters ? withoutTracking(url) : url
  }

  private admits(url: string, parsed: URL): boolean {
    return this.isInScope(parsed) && this.isWanted(url)
  }

  private judge(
    entry: FrontierEntry,
    hops: ReadonlyArray<string>,
    outcome: Result.Result<ScrapedPage, PageError>
  ): Verdict {
    const isElsewhere = (url: string) => url !== entry.url && this.frontier.knows(url)
    if (Result.isFailure(outcome)) {
      if (hops.some(isElsewhere)) return sameUrl(0)
      const verdict = withoutPage(outcome.failure)
      if (entry.seq === 0 && verdict.change.crawled === undefined) this.seedFailure = outcome.failure
      return verdict
    }
    const page = outcome.success
    const final = this.queued(canonical(new URL(page.finalUrl)))
    if (entry.seq === 0) this.isInScope = inScope(this.options.scope, new URL(final))
    // The redirect may have been followed or not, by when the other page became known: the row says the same.
    if (isElsewhere(final) || hops.some(isElsewhere)) return sameUrl(0)
    this.frontier.mark(final)
    if (page.status >= 400) return errorStatus(page.status)
    const named = this.limits.canonicalLinks ? resolveLink(page.canonicalUrl, final) : undefined
    if (named !== undefined && named !== final && this.admits(named, new URL(named))) {
      if (isElsewhere(named)) return { ...sameUrl(page.status), follows: true }
      this.frontier.mark(named)
    }
    const repeats = this.options.dedup && this.duplicates.isRepeated(page)
    return repeats ? sameText(page.status) : stored(page)
  }
}

/** Pages of one job in flight, in all and of one domain; the domain's own queue decides when each goes out. */
const concurrency = 16
const perDomain = 4

/** The document's bytes, as much again for its links, and what an entry costs by itself. */
const bytesOf = ({ outcome }: Visit): number => (Result.isSuccess(outcome) ? 2 * outcome.success.json.length : 0) + 1024

/** They were parsed where they came in. */
const patterns = (sources: ReadonlyArray<string>) => sources.map((source) => Result.getOrThrow(parseUrlPattern(source)))
