import type { PageErrorCode } from "../../../core/domain/errors/PageError.ts"
import type { JobError } from "../../../core/domain/job/Job.ts"
import type { PageEnd } from "../../jobs/PageEnd.ts"
import { baseOf, type CrawlRules, crawlRules, nextBase } from "../model/CrawlRules.ts"
import { namesAtOnce } from "../model/frontier-bounds.ts"
import type { Origin } from "../model/Frontier.ts"
import { cursorOf, isCursor } from "../model/SitemapCursor.ts"
import type { VisitRecord } from "../model/VisitRecord.ts"
import { type Candidates, candidates, type Facts, judge, type Judgement, seedFailure } from "./judge.ts"
import { frontierFull, pageEnd, type SettledUrl } from "./page-end.ts"
import type { OriginalPage } from "./SimilarPages.ts"

/** The URLs and texts of one crawl. Memory has all; a table loads those that a batch of visits may look up. */
export interface CrawlIndex extends Facts {
  /** Another name of a URL that the crawl has, so it is not enqueued later. */
  addAlias(name: string): void
  /** `page`: the URL of the first page with this text. */
  addText(hash: string, page: string): void
  addSimilar(page: OriginalPage): void
  /** Enqueues an unknown URL. False if the frontier is full. */
  enqueue(name: string, url: URL, origin: Origin): boolean
  /** `page` links to a URL that the crawl knows. */
  addReferrer(name: string, page: string): void
  /** Removes the URL of the visit from those that wait. */
  settled(visit: VisitRecord, isFailed: boolean): SettledUrl
}

/** The state of a crawl beside its index. */
export interface CrawlState {
  /** The final URL of the seed, once it has answered, or those of several seeds (`crawlRules`). */
  readonly base: string | undefined
  /** Pages that count against the budget. */
  readonly spent: number
  /** Whether the job already has the error `frontier_full`. */
  readonly wasFull: boolean
}

/** The decision about one visit. */
export interface Decision {
  readonly judgement: Judgement
  readonly end: PageEnd
  /** Set if the visit is the seed and the crawl fails because of it. */
  readonly seedFailure: PageErrorCode | undefined
}

/**
 * Settles the visits of one crawl, in the order of the calls. It changes only its own state and the index. Stores
 * write its decisions.
 */
export class Settlement implements CrawlState {
  rules: CrawlRules
  base: string | undefined
  spent: number
  wasFull: boolean
  private readonly index: CrawlIndex
  private readonly maxUrls: number
  /** Names looked up so far. After every `namesAtOnce` of them, `settle` yields to other work. */
  private names = 0

  constructor(options: CrawlRules["options"], maxUrls: number, index: CrawlIndex, state: CrawlState = fresh) {
    this.rules = crawlRules(options, state.base)
    this.base = state.base
    this.spent = state.spent
    this.wasFull = state.wasFull
    this.index = index
    this.maxUrls = maxUrls
  }

  /** The scope is relative to the final URLs of the seeds. */
  setBase(seq: number, finalUrl: string): void {
    const { options } = this.rules
    this.base = nextBase(options, this.base, seq, finalUrl)
    this.rules = crawlRules(options, this.base)
  }

  /** `enqueues` is false when the crawl ends early. */
  *settle(visit: VisitRecord, enqueues: boolean): Generator<void, Decision> {
    const base = baseOf(this.rules.options, visit)
    if (base !== undefined) this.setBase(visit.seq, base)
    const judgement = judge(visit, this.rules, this.index)
    const { aliases, near, text, verdict } = judgement
    for (const name of aliases) this.index.addAlias(name)
    if (text !== "") this.index.addText(text, visit.url)
    if (near !== undefined) this.index.addSimilar({ near, url: visit.url })
    if (verdict.spends) this.spent++
    const errors = enqueues ? yield* this.enqueueAll(candidates(visit, judgement, this.rules)) : []
    const settled = this.index.settled(visit, verdict.row.outcome === "failed")
    return {
      judgement,
      end: pageEnd(visit, verdict, { ...settled, errors }),
      seedFailure: seedFailure(visit, judgement, this.rules)
    }
  }

  /** Enqueues unknown names that are in scope, wanted and not too deep. Returns the errors that this causes. */
  private *enqueueAll(all: ReadonlyArray<Candidates>): Generator<void, ReadonlyArray<Omit<JobError, "at">>> {
    const errors: Array<Omit<JobError, "at">> = []
    for (const { depth, foundOn, from, names } of all) {
      const isTooDeep = depth > this.rules.options.max_depth
      for (const name of names) {
        if (++this.names % namesAtOnce === 0) yield
        if (this.index.knowsUrl(name)) {
          this.index.addReferrer(name, foundOn)
          continue
        }
        if (isTooDeep) continue
        const reading = isCursor(name)
        const url = new URL(reading ? cursorOf(name).site : name)
        if (!reading && !this.rules.admits(name, url, from)) continue
        if (this.index.enqueue(name, url, { depth, foundOn }) || this.wasFull) continue
        this.wasFull = true
        errors.push(frontierFull(url.href, this.maxUrls))
      }
    }
    return errors
  }
}

const fresh: CrawlState = { base: undefined, spent: 0, wasFull: false }
