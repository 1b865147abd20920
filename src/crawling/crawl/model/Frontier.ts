import { Context, type Effect, type Scope } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import type { CrawlRules } from "./CrawlRules.ts"
import type { VisitRecord } from "./VisitRecord.ts"

/** A crawl or a batch that has a slot. */
export interface CrawlTask {
  readonly id: JobId
  readonly seed: URL
  readonly options: CrawlOptions
}

/** The page that links to a URL, and the depth of the URL. */
export interface Origin {
  readonly depth: number
  readonly foundOn: string
}

/** A URL that this node may visit now, with a reserved page of the budget. */
export interface Lease extends Origin {
  readonly job: JobId
  /** Its place in the order of the crawl, from 0. */
  readonly seq: number
  /** In the form by which the crawl knows it. */
  readonly url: string
  /** Registrable domain. */
  readonly domain: string
  /** Distinguishes this lease from an earlier one of the same URL. */
  readonly token: string
}

/**
 * The URLs of all running crawls. Each waits, is being visited, or is settled. A page changes its crawl when it is
 * settled, never before. Pages end in any order. Within one registrable domain they are settled in the order of the
 * frontier (by depth, then by discovery), so another crawl of the site returns the same pages. With scope `any`
 * that order is limited to a small buffer, so one slow domain does not block the others.
 */
export class Frontier extends Context.Service<Frontier, {
  /**
   * This node works on the crawl until the scope closes. Closing returns its leases. A crawl that was interrupted, here
   * or on another node, continues.
   */
  open(task: CrawlTask): Effect.Effect<JobFrontier, StoreUnavailable, Scope.Scope>
  /** Returns when no node has a lease of the job. Leases of a node without a heartbeat do not count. */
  released(id: JobId): Effect.Effect<void, StoreUnavailable>
  /** For operators: domains with URLs that wait, counted for each running crawl, at most `countedDomains`. */
  readonly domains: Effect.Effect<WaitingDomains, StoreUnavailable>
}>()("gleaner/crawling/crawl/model/Frontier") {}

/** The frontier of one crawl, as one node sees it. */
export interface JobFrontier {
  /**
   * URLs to visit now, in order, at most `count`. Each reserves a page of the budget. One domain has at most
   * `perDomain` leases over all nodes. Empty if nothing may start now, if the job is final, or if too much waits to be
   * settled.
   */
  lease(count: number): Effect.Effect<ReadonlyArray<Lease>, StoreUnavailable>
  /** Whether the crawl has a URL of this name. A redirect to it is not followed. */
  knows(name: string): Effect.Effect<boolean, StoreUnavailable>
  /** The scope is relative to the seed, so the rules are complete when the seed is settled. */
  readonly rules: Effect.Effect<CrawlRules, StoreUnavailable>
  /**
   * Ends a visit without deciding about it. `lost`: the lease has expired, or the job is final, and the visit is
   * dropped.
   */
  end(lease: Lease, visit: VisitRecord): Effect.Effect<"ended" | "lost", StoreUnavailable>
  /**
   * Settles ended visits that are next in the order, by `judge`. All changes by a page are one transaction: ledger row,
   * document, counters, error, known URLs, new URLs, budget. Returns the number of visits. Call it until it returns 0.
   */
  readonly settle: Effect.Effect<number, StoreUnavailable>
  /**
   * Returns the lease of an interrupted visit. Its URL waits again and its reserved page is free. An expired lease
   * changes nothing.
   */
  giveBack(lease: Lease): Effect.Effect<void>
  /**
   * Waits until `lease` or `settle` may have work. `done` and `failed`: the crawl is over; `failed` if the seed gave no
   * answer.
   */
  readonly next: Effect.Effect<"ready" | "done" | "failed", StoreUnavailable>
}

export interface WaitingDomains {
  readonly waiting: number
  /** Domains among them that may get a request now: without a page in flight, and not delayed by their lease. */
  readonly due: number
}
