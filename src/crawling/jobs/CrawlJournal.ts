import { Context, Effect, type Scope, type Stream } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { PageEnd } from "./PageEnd.ts"

/** A settled page, as its job shows it and as the frontier replays it. */
export interface Settled {
  readonly end: PageEnd
  readonly step: FrontierStep
}

/**
 * The changes of the frontier by one settled page. Replaying the steps of a crawl in their order restores its frontier.
 */
export interface FrontierStep {
  /** Its place in the order of the crawl. */
  readonly seq: number
  readonly url: string
  readonly isFailed: boolean
  /** It is the seed and gave no answer, so the crawl fails. */
  readonly isLost: boolean
  /** Whether it counts against the budget. */
  readonly spends: boolean
  /** Its names: URLs that must not be enqueued. */
  readonly marks: ReadonlyArray<string>
  /** The hash of its text, or "". */
  readonly text: string
  /** The key of its article, if later pages may resemble it. */
  readonly near?: string
  /** The final URL of a seed that gave an answer. */
  readonly base: string | undefined
  /** The enqueued URLs, in their order. */
  readonly joined: ReadonlyArray<JoinedRun>
  /** The places of waiting URLs that the page was added to as a referrer. */
  readonly linked: ReadonlyArray<number>
}

/** The settled places of the order, and the number of these pages that count against the budget. */
export interface SettledPlaces {
  readonly places: ReadonlyArray<number>
  readonly spent: number
}

/** URLs that were found on one page. */
export interface JoinedRun {
  readonly depth: number
  readonly foundOn: string
  readonly urls: ReadonlyArray<string>
}

/**
 * The log of settled pages of a frontier that decides in this process. The job store of the same layer reads it. Stores
 * that contain the frontier itself have none.
 */
export class CrawlJournal extends Context.Service<CrawlJournal, {
  /** Whether `steps` returns the steps that were written. Otherwise they need not be collected. */
  readonly keepsSteps: boolean
  /**
   * Writes a batch of pages in one transaction. A final job is not changed. A document beyond the capacity is
   * dropped, and the row of its page says so.
   */
  write(id: JobId, settled: ReadonlyArray<Settled>): Effect.Effect<void, StoreUnavailable>
  /** The places of all settled pages. */
  settled(id: JobId): Effect.Effect<SettledPlaces, StoreUnavailable>
  /** The steps of these pages in the order of settlement, in batches. */
  steps(id: JobId): Stream.Stream<ReadonlyArray<FrontierStep>, StoreUnavailable>
  /** Until the scope closes, `cancel` of the job store runs this before it makes the job final. */
  beforeCancel(
    id: JobId,
    settleRest: Effect.Effect<void, StoreUnavailable>
  ): Effect.Effect<void, never, Scope.Scope>
}>()("gleaner/crawling/jobs/CrawlJournal") {}

/** Effects of open frontiers that run before their job is cancelled. */
export class CancelHooks {
  private readonly hooks = new Map<JobId, Effect.Effect<void, StoreUnavailable>>()

  add(id: JobId, hook: Effect.Effect<void, StoreUnavailable>): Effect.Effect<void, never, Scope.Scope> {
    return Effect.asVoid(Effect.acquireRelease(
      Effect.sync(() => this.hooks.set(id, hook)),
      () => Effect.sync(() => this.hooks.get(id) === hook && this.hooks.delete(id))
    ))
  }

  run(id: JobId): Effect.Effect<void, StoreUnavailable> {
    return Effect.suspend(() => this.hooks.get(id) ?? Effect.void)
  }
}
