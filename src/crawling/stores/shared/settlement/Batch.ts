import type { CrawlOptions } from "../../../../core/domain/job/Job.ts"
import type { DocumentPlace, SimilarPage } from "../../../../core/domain/job/LedgerRow.ts"
import { maxReferrers } from "../../../../core/domain/job/max-referrers.ts"
import { registrableDomain } from "../../../../core/domain/WebUrl.ts"
import type { Settings } from "../../../../core/settings/Settings.ts"
import { countTerms } from "../../../../extract/works/page-terms.ts"
import { hashOf } from "../../../crawl/frontier/keyed-hash.ts"
import type { CrawlRules } from "../../../crawl/model/CrawlRules.ts"
import { meanUrlLength } from "../../../crawl/model/frontier-bounds.ts"
import type { Origin } from "../../../crawl/model/Frontier.ts"
import { isCursor } from "../../../crawl/model/SitemapCursor.ts"
import type { VisitRecord } from "../../../crawl/model/VisitRecord.ts"
import { namesAsked } from "../../../crawl/settle/judge.ts"
import type { SettledUrl } from "../../../crawl/settle/page-end.ts"
import { type CrawlIndex, Settlement } from "../../../crawl/settle/Settlement.ts"
import type { OriginalPage, SimilarPages } from "../../../crawl/settle/SimilarPages.ts"
import { account, addStats, errorBytes, withReferrer } from "../../../jobs/accounting.ts"
import type { PageEnd } from "../../../jobs/PageEnd.ts"
import type { StoreBudget } from "../../../jobs/StoreBudget.ts"
import { BatchChanges } from "./BatchChanges.ts"
import { type LockedJob, storedOriginal } from "./rows.ts"

/** A visit that has ended, with what the store has of it. */
export interface EndedVisit {
  readonly visit: VisitRecord
  /** Of its document, where there is one. Undefined also where its document store was full. */
  readonly documentBytes: number | undefined
  /** Pages that have linked to it since it was found. */
  readonly referrers: ReadonlyArray<string>
}

type BatchLimits = Pick<Settings["Service"], "frontierUrls" | "ledgerPages" | "storeBytes">

/**
 * Settles visits of one job, whose row is locked: decides each by the facts, and collects the changes of the store. It
 * writes nothing itself.
 */
export class Batch implements CrawlIndex {
  /** The job as it is after the visits so far. */
  readonly job: { -readonly [K in keyof LockedJob]: LockedJob[K] }
  readonly changes = new BatchChanges()
  private readonly settlement: Settlement
  private readonly facts: BatchFacts
  private readonly limits: BatchLimits
  /** Pages of this batch that link to a URL, by the place of the URL. */
  private readonly linkedHere = new Map<number, Array<string>>()
  private readonly here: ReadonlySet<number>
  /** Of the visit that is being settled. */
  private referrers: EndedVisit["referrers"] = []

  constructor(job: LockedJob, visits: ReadonlyArray<EndedVisit>, facts: BatchFacts, limits: BatchLimits) {
    this.job = { ...job }
    this.settlement = new Settlement(facts.options, limits.frontierUrls, this, { ...job, base: job.base ?? undefined })
    this.facts = facts
    this.limits = limits
    this.here = new Set(visits.map(({ visit }) => visit.seq))
  }

  /** `enqueues` is false when the crawl ends early. */
  *settle(ended: EndedVisit, enqueues: boolean): Generator<void, void> {
    const { documentBytes, visit } = ended
    const { job, settlement } = this
    this.referrers = ended.referrers
    const { end, seedFailure } = yield* settlement.settle(visit, enqueues)
    job.base = settlement.base ?? null
    job.spent = settlement.spent
    job.wasFull = settlement.wasFull
    job.seedError = seedFailure ?? job.seedError
    this.changes.settledSeqs.push(visit.seq)
    this.apply(end, visit, documentBytes)
  }

  knowsUrl(name: string): boolean {
    return this.facts.known.has(this.hash(name))
  }

  pageWithText(text: string): string | undefined {
    return this.facts.texts.get(this.hash(text))
  }

  similarTo(near: string): SimilarPage | undefined {
    return this.facts.similar.find(near)
  }

  addAlias(name: string): void {
    this.addName(this.hash(name), null)
  }

  addText(text: string, url: string): void {
    const hash = this.hash(text)
    if (this.facts.texts.has(hash)) return
    this.facts.texts.set(hash, url)
    this.changes.newTexts.push({ hash, url })
  }

  addSimilar(page: OriginalPage): void {
    const place = this.facts.similar.add(page)
    if (place !== undefined) this.changes.newOriginals.push(storedOriginal(page, place))
  }

  enqueue(name: string, { hostname }: URL, { depth, foundOn }: Origin): boolean {
    const { job, limits: { frontierUrls } } = this
    if (job.known >= frontierUrls || job.characters >= frontierUrls * meanUrlLength) return false
    const seq = job.admitted++
    if (isCursor(name)) job.cursors++
    job.characters += name.length
    this.addName(this.hash(name), BigInt(seq))
    this.changes.enqueued.push({ seq, domain: registrableDomain(hostname), url: name, depth, foundOn })
    return true
  }

  /** Matters only for URLs that failed, and for those that are not settled. */
  addReferrer(name: string, page: string): void {
    const at = this.facts.known.get(this.hash(name)) ?? null
    if (at === null) return
    if (at < 0n) return this.addToRow(Number(-1n - at), page)
    const seq = Number(at)
    const pages = this.linkedHere.get(seq) ?? []
    // A page may link to a URL many times in a row.
    if (pages.at(-1) === page) return
    this.linkedHere.set(seq, [...pages, page])
    if (!this.here.has(seq)) this.changes.linksToWaiting.push({ seq, page })
  }

  settled({ entry, foundOn, seq, url }: VisitRecord): SettledUrl {
    const { job } = this
    const name = entry ?? url
    job.settled++
    job.characters -= name.length
    if (isCursor(name)) job.cursors--
    const found = foundOn === "" ? [] : [foundOn]
    const referrers = [...new Set([...found, ...this.referrers, ...(this.linkedHere.get(seq) ?? [])])]
    return {
      pending: job.admitted - job.settled - job.cursors,
      referrers: referrers.slice(0, maxReferrers),
      linksToFailed: []
    }
  }

  private apply(page: PageEnd, { seq, url }: VisitRecord, documentBytes: number | undefined): void {
    const { job, limits } = this
    const size = page.document === undefined ? undefined : documentBytes ?? "refused"
    const ledger = { owner: job.owner, rows: job.listed, isCut: job.isCut }
    const { bytes, end, isCut, isDocumentKept, isRowKept, terms } = account(
      page,
      size,
      ledger,
      this.facts.budget,
      limits
    )
    job.isCut = isCut
    this.addBytes(bytes)
    if (isDocumentKept) this.changes.storedDocuments.push({ seq, n: job.documents++ })
    else if (documentBytes !== undefined) this.changes.droppedDocuments.push(seq)
    if (terms !== undefined) this.index(terms, isDocumentKept ? job.documents - 1 : undefined, end.row?.seen?.kept)
    this.changes.change = addStats(this.changes.change, end.change)
    for (const error of end.errors) {
      this.changes.errors.push({ ...error, message: error.message.replaceAll("\0", ""), n: job.errors++ })
      this.addBytes(errorBytes(error))
    }
    const at = isRowKept && end.row?.outcome === "failed" ? -1n - BigInt(job.listed) : null
    this.changeName(this.hash(url), at)
    if (!isRowKept || end.row === undefined) return
    this.changes.rows.push({ ...end.row, n: job.listed++ })
    if (end.row.seen?.kept !== undefined) this.changes.namedJobs.add(end.row.seen.kept.job)
  }

  /** Adds a page with this document to the index, or one whose document an earlier job has. */
  private index(terms: string, own: number | undefined, earlier: DocumentPlace | undefined): void {
    const n = own ?? earlier?.n
    if (n === undefined) return
    const { job } = this
    const length = countTerms(terms)
    job.indexedTerms += length
    const origin = own === undefined ? earlier?.job ?? null : null
    this.changes.indexedPages.push({ place: ++job.indexed, origin, n, length, terms })
  }

  /** A page links to the URL of this ledger row, which has failed. */
  private addToRow(n: number, page: string): void {
    const index = this.changes.rows.findLastIndex((row) => row.n === n)
    const row = this.changes.rows[index]
    if (row === undefined) this.changes.linksToFailed.push({ n, page })
    else this.changes.rows[index] = { ...row, ...withReferrer(row, page) }
  }

  private addName(hash: bigint, at: bigint | null): void {
    if (this.facts.known.has(hash)) return
    this.facts.known.set(hash, at)
    this.changes.added.set(hash, at)
    this.job.known++
  }

  /** Changes a row of `seen`. */
  private changeName(hash: bigint, at: bigint | null): void {
    this.facts.known.set(hash, at)
    this.changes.changed.set(hash, at)
  }

  private addBytes(bytes: number): void {
    this.changes.bytes += bytes
    this.facts.budget.add(this.job.owner, bytes)
  }

  private hash(text: string): bigint {
    return hashOf(text, this.job.hashKey)
  }
}

/** Facts about the URLs and texts of a batch, from the tables. */
export interface BatchFacts {
  readonly options: CrawlOptions
  readonly known: Map<bigint, bigint | null>
  /** The first page of each text. */
  readonly texts: Map<bigint, string>
  readonly similar: SimilarPages
  readonly budget: StoreBudget
}

/** Every name that settling a visit may look up. `enqueues`: as in `settle`. */
export function* namesOf(visit: VisitRecord, rules: CrawlRules, enqueues: boolean): Generator<string> {
  yield visit.url
  yield* namesAsked(visit, rules)
  if (!enqueues) return
  if (visit.outcome._tag === "Page") { for (const link of visit.outcome.links) yield rules.nameOfLink(link) }
  for (const { urls } of visit.sitemaps?.listed ?? []) yield* urls
}
