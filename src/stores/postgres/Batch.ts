import { type CrawlRules, crawlRules } from "../../crawl/CrawlRules.ts"
import { meanUrlLength, namesAtOnce } from "../../crawl/frontier-bounds.ts"
import { type Arrivals, arrivals, judge, namesAsked, seedFailure } from "../../crawl/judge.ts"
import { hashOf } from "../../crawl/keyed-hash.ts"
import { frontierFull, pageEnd } from "../../crawl/page-end.ts"
import type { VisitRecord } from "../../crawl/VisitRecord.ts"
import type { CrawlOptions, JobError } from "../../domain/Job.ts"
import { mostReferrers } from "../../domain/most-referrers.ts"
import { registrableDomain } from "../../domain/WebUrl.ts"
import { errorBytes, ledgerFull, rowBytes } from "../../jobs/accounting.ts"
import { type PageEnd, withoutDocument } from "../../jobs/PageEnd.ts"
import type { StoreBudget } from "../../jobs/StoreBudget.ts"
import type { Settings } from "../../Settings.ts"
import type { LockedJob } from "./LockedJob.ts"

/** A visit that has ended, with what the tables have of it. */
export interface EndedVisit {
  readonly visit: VisitRecord
  /** Of its document, where there is one. Undefined also where its document store was full. */
  readonly documentBytes: number | undefined
  /** Pages that have linked to it since it was found. */
  readonly referrers: ReadonlyArray<string>
}

type Limits = Pick<Settings["Service"], "frontierUrls" | "ledgerPages" | "storeBytes">

/**
 * Settles visits of one job, whose row is locked: decides what each comes to from the facts, and collects what the
 * tables have to learn. It does nothing itself.
 */
export class Batch {
  readonly job: LockedJob
  readonly options: CrawlOptions
  readonly settledSeqs: Array<number> = []
  readonly rows: Array<PageEnd["row"] & { readonly n: number }> = []
  readonly kept: Array<{ readonly seq: number; readonly n: number }> = []
  readonly dropped: Array<number> = []
  /** New rows of `seen`, and changes of older ones. */
  readonly learned = new Map<bigint, bigint | null>()
  readonly changed = new Map<bigint, bigint | null>()
  readonly joined: Array<Joined> = []
  readonly newTexts: Array<bigint> = []
  readonly linked: Array<{ readonly seq: number; readonly page: string }> = []
  readonly told: Array<{ readonly n: number; readonly page: string }> = []
  readonly errors: Array<Omit<JobError, "at">> = []
  readonly change = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0 }
  bytes = 0
  /** Names that have come so far, to see when others get their turn. */
  private names = 0
  private rules: CrawlRules
  private readonly known: Map<bigint, bigint | null>
  private readonly texts: Set<bigint>
  private readonly budget: StoreBudget
  private readonly limits: Limits
  /** What pages of this batch link to, by the place of a URL that is settled in this batch too. */
  private readonly linkedHere = new Map<number, Array<string>>()
  private readonly here: ReadonlySet<number>

  constructor(job: LockedJob, visits: ReadonlyArray<EndedVisit>, facts: BatchFacts, limits: Limits) {
    this.job = { ...job }
    this.options = facts.options
    this.rules = crawlRules(facts.options, job.base ?? undefined)
    this.known = facts.known
    this.texts = facts.texts
    this.budget = facts.budget
    this.limits = limits
    this.here = new Set(visits.map(({ visit }) => visit.seq))
  }

  /** `joins` is false when the crawl ends early. */
  *settle({ documentBytes, referrers, visit }: EndedVisit, joins: boolean): Generator<void, void> {
    const { job } = this
    const { outcome, seq, url } = visit
    if (seq === 0 && outcome._tag === "Page") {
      job.base = outcome.finalUrl
      this.rules = crawlRules(this.options, outcome.finalUrl)
    }
    const settlement = judge(visit, this.rules, {
      knowsUrl: (name) => this.known.has(this.hash(name)),
      hasText: (text) => this.texts.has(this.hash(text))
    })
    const { marks, text, verdict } = settlement
    for (const name of marks) this.learn(this.hash(name), null)
    if (text !== "") this.addText(this.hash(text))
    if (verdict.spends) job.spent++
    job.seedError = seedFailure(visit, settlement, this.rules) ?? job.seedError
    const errors: Array<Omit<JobError, "at">> = []
    if (joins) { for (const arrived of arrivals(visit, settlement, this.rules)) yield* this.join(arrived, errors) }
    job.settled++
    job.characters -= url.length
    this.settledSeqs.push(seq)
    const linkers = new Set([
      ...(visit.foundOn === "" ? [] : [visit.foundOn]),
      ...referrers,
      ...(this.linkedHere.get(seq) ?? [])
    ])
    const end = pageEnd(visit, verdict, {
      pending: job.admitted - job.settled,
      referrers: [...linkers].slice(0, mostReferrers),
      linksToFailed: [],
      errors
    })
    this.keep(end, seq, documentBytes)
  }

  private keep(end: PageEnd, seq: number, documentBytes: number | undefined): void {
    const { budget, job } = this
    const isRowKept = job.listed < this.limits.ledgerPages && budget.hasRoomForRow(rowBytes(end.row))
    const wanted = end.document !== undefined
    const isKept = wanted && documentBytes !== undefined && budget.hasRoomForDocument(job.owner, documentBytes)
    if (documentBytes !== undefined && !isKept) this.dropped.push(seq)
    if (isKept) {
      this.kept.push({ seq, n: job.documents++ })
      this.hold(documentBytes)
    }
    const { change, errors, row } = wanted && !isKept ? withoutDocument(end, this.limits.storeBytes) : end
    for (const [name, added] of Object.entries(change)) this.change[name as keyof Batch["change"]] += added
    for (const error of errors) this.tell(error)
    const hash = this.hash(row.url)
    if (isRowKept) {
      if (row.outcome === "failed") this.learnMore(hash, -1n - BigInt(job.listed))
      else this.learnMore(hash, null)
      this.rows.push({ ...row, n: job.listed++ })
      this.hold(rowBytes(row))
      return
    }
    this.learnMore(hash, null)
    if (job.isCut) return
    job.isCut = true
    this.tell({ url: row.url, code: "ledger_full", message: ledgerFull(job.listed) })
  }

  private *join({ depth, foundOn, names }: Arrivals, errors: Array<Omit<JobError, "at">>): Generator<void, void> {
    const { job, limits } = this
    const seen = new Set<string>()
    for (const name of names) {
      if (++this.names % namesAtOnce === 0) yield
      if (seen.has(name)) continue
      seen.add(name)
      const hash = this.hash(name)
      if (this.known.has(hash)) {
        this.link(this.known.get(hash) ?? null, foundOn)
        continue
      }
      if (depth > this.options.max_depth) continue
      const parsed = new URL(name)
      if (!this.rules.admits(name, parsed)) continue
      if (job.known >= limits.frontierUrls || job.characters >= limits.frontierUrls * meanUrlLength) {
        if (!job.wasFull) errors.push(frontierFull(name, limits.frontierUrls))
        job.wasFull = true
        continue
      }
      const seq = job.admitted++
      job.characters += name.length
      this.learn(hash, BigInt(seq))
      this.joined.push({ seq, domain: registrableDomain(parsed.hostname), url: name, depth, foundOn })
    }
  }

  /** `page` links to a URL that the crawl knows. It matters only to those that failed, and to those that still may. */
  private link(at: bigint | null, page: string): void {
    if (at === null) return
    if (at < 0n) {
      const n = Number(-1n - at)
      const row = this.rows.findLast((row) => row.n === n)
      if (row === undefined) this.told.push({ n, page })
      else if (row.referrers !== undefined && row.referrers.length < mostReferrers && !row.referrers.includes(page)) {
        this.rows[this.rows.indexOf(row)] = { ...row, referrers: [...row.referrers, page] }
      }
      return
    }
    const seq = Number(at)
    if (!this.here.has(seq)) this.linked.push({ seq, page })
    else this.linkedHere.set(seq, [...(this.linkedHere.get(seq) ?? []), page])
  }

  private learn(hash: bigint, at: bigint | null): void {
    if (this.known.has(hash)) return
    this.known.set(hash, at)
    this.learned.set(hash, at)
    this.job.known++
  }

  /** About a URL that the tables know already. */
  private learnMore(hash: bigint, at: bigint | null): void {
    this.known.set(hash, at)
    this.changed.set(hash, at)
  }

  private addText(hash: bigint): void {
    if (this.texts.has(hash)) return
    this.texts.add(hash)
    this.newTexts.push(hash)
  }

  private tell(error: Omit<JobError, "at">): void {
    this.errors.push(error)
    this.hold(errorBytes(error))
  }

  private hold(bytes: number): void {
    this.bytes += bytes
    this.budget.add(this.job.owner, bytes)
  }

  private hash(text: string): bigint {
    return hashOf(text, this.job.hashKey)
  }
}

interface Joined {
  readonly seq: number
  readonly domain: string
  readonly url: string
  readonly depth: number
  readonly foundOn: string
}

/** What the tables know of the URLs and texts of a batch. */
export interface BatchFacts {
  readonly options: CrawlOptions
  readonly known: Map<bigint, bigint | null>
  readonly texts: Set<bigint>
  readonly budget: StoreBudget
}

/** Every name that settling a visit may look up. `joins`: as in `settle`. */
export function* namesOf(visit: VisitRecord, rules: CrawlRules, joins: boolean): Generator<string> {
  yield visit.url
  yield* namesAsked(visit, rules)
  if (!joins) return
  if (visit.outcome._tag === "Page") { for (const link of visit.outcome.links) yield rules.nameOfLink(link) }
  for (const { urls } of visit.sitemaps?.listed ?? []) yield* urls
}
