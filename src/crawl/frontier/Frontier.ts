import { Context, type Effect, type Scope } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { CrawlOptions, JobId } from "../../domain/job/Job.ts"
import type { CrawlRules } from "../plan/CrawlRules.ts"
import type { VisitRecord } from "../visit/VisitRecord.ts"

/** A crawl or a batch that has a slot. */
export interface CrawlTask {
  readonly id: JobId
  readonly seed: URL
  readonly options: CrawlOptions
}

/** A URL that this node may visit now. Its place in the budget is reserved. */
export interface Lease {
  readonly job: JobId
  /** Its place in the order of the crawl, from 0. */
  readonly seq: number
  /** In the form in which the crawl knows it. */
  readonly url: string
  readonly depth: number
  readonly foundOn: string
  /** Registrable domain. */
  readonly domain: string
  /** Tells this lease from an earlier one of the same URL. */
  readonly token: string
}

/**
 * The URLs of all running crawls. Each waits, is being visited, or is settled. A page changes its crawl when it is
 * settled, never before. Pages end in any order. Within one registrable domain they are settled in the order of the
 * frontier (by depth, then by discovery), so that a crawl of the same site gives the same pages. With scope `any` that
 * order holds as far as a small hold reaches, so that one slow domain does not hold back the others.
 */
export class Frontier extends Context.Service<Frontier, {
  /**
   * This node takes part in the crawl until the scope closes. Closing gives the leases back that are still out. A crawl
   * that was interrupted, here or on another node, goes on where it was.
   */
  open(task: CrawlTask): Effect.Effect<JobFrontier, StoreUnavailable, Scope.Scope>
  /** Returns when no node holds a lease of the job, or those that do have been silent for too long. */
  released(id: JobId): Effect.Effect<void, StoreUnavailable>
  /**
   * For operators: domains with URLs that wait, of all running crawls. Each crawl counts for itself, and so many at
   * most.
   */
  readonly domains: Effect.Effect<WaitingDomains, StoreUnavailable>
}>()("gleaner/crawl/frontier/Frontier") {}

/** The frontier of one crawl, as one node sees it. */
export interface JobFrontier {
  /**
   * URLs to visit now, in order, at most `count`. Each reserves a page of the budget. One domain has a few leases at
   * most, over all nodes. Empty when nothing may start now, when the job is final, or when too much waits to be
   * settled.
   */
  lease(count: number): Effect.Effect<ReadonlyArray<Lease>, StoreUnavailable>
  /** Whether the crawl has this URL, by its name. A redirect that leads to it is not followed. */
  knows(name: string): Effect.Effect<boolean, StoreUnavailable>
  /** The scope is relative to the seed, so the rules are complete when the seed is settled. */
  readonly rules: Effect.Effect<CrawlRules, StoreUnavailable>
  /**
   * The visit has ended. Nothing is decided yet. `lost`: the lease is no longer ours, or the job is final, and the
   * visit is dropped.
   */
  end(lease: Lease, visit: VisitRecord): Effect.Effect<"ended" | "lost", StoreUnavailable>
  /**
   * Settles visits that have ended and are next in the order, by `judge`. All that a page changes changes in one
   * transaction: ledger row, document, counters, error, known URLs, new URLs, budget. Gives how many. Call it again
   * until it gives 0.
   */
  readonly settle: Effect.Effect<number, StoreUnavailable>
  /**
   * The visit was interrupted. Its URL waits again and its reserved page is free. A lease that is not ours changes
   * nothing.
   */
  giveBack(lease: Lease): Effect.Effect<void>
  /**
   * Waits until `lease` or `settle` may have something to do. `done` and `failed`: the crawl is over; `failed` if the
   * seed gave no answer.
   */
  readonly next: Effect.Effect<"look again" | "done" | "failed", StoreUnavailable>
}

export interface WaitingDomains {
  readonly waiting: number
  /**
   * Those of them that could get a request now: no page of theirs is under way, and none is held back by the domain's
   * gate.
   */
  readonly due: number
}
