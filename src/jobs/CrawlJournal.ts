import { Context, Effect, type Scope, type Stream } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../domain/job/Job.ts"
import type { PageEnd } from "./PageEnd.ts"

/** A settled page: what its job shows of it, and what the frontier knows after it. */
export interface Settled {
  readonly end: PageEnd
  readonly step: FrontierStep
}

/** One settled page as the frontier remembers it. The steps of a crawl in their order make its frontier again. */
export interface FrontierStep {
  /** Its place in the order of the crawl. */
  readonly seq: number
  readonly url: string
  readonly isFailed: boolean
  /** It is the seed and gave no answer, so that the crawl fails. */
  readonly isLost: boolean
  /** Whether it counts against the budget. */
  readonly spends: boolean
  /** URLs that it stands for. */
  readonly marks: ReadonlyArray<string>
  /** The hash of its text, or nothing. */
  readonly text: string
  /** Only the seed has it: its final URL, if it gave an answer. */
  readonly base: string | undefined
  /** The URLs that joined, in their order. */
  readonly joined: ReadonlyArray<JoinedRun>
  /** The places of waiting URLs that keep the page as a referrer. */
  readonly linked: ReadonlyArray<number>
}

/** Which places of the order are settled, and how many of these pages count against the budget. */
export interface SettledPlaces {
  readonly places: ReadonlyArray<number>
  readonly spent: number
}

/** URLs of one origin. */
export interface JoinedRun {
  readonly depth: number
  readonly foundOn: string
  readonly urls: ReadonlyArray<string>
}

/**
 * Where a frontier that decides in this process writes what it has settled. The job store of the same layer reads it.
 * Stores in which the frontier itself is kept have none.
 */
export class CrawlJournal extends Context.Service<CrawlJournal, {
  /** Whether `steps` gives back what was written. Otherwise no one has to collect it. */
  readonly keepsSteps: boolean
  /**
   * All pages become visible at once, when they are as durable as the store is. On a job that is final it changes
   * nothing. A document that finds no room is left out, and its page says so.
   */
  write(id: JobId, settled: ReadonlyArray<Settled>): Effect.Effect<void, StoreUnavailable>
  /** Of the pages that are settled already. */
  settled(id: JobId): Effect.Effect<SettledPlaces, StoreUnavailable>
  /** The same pages in the order in which they were settled, a few at a time. */
  steps(id: JobId): Stream.Stream<ReadonlyArray<FrontierStep>, StoreUnavailable>
  /** Until the scope closes, `cancel` of the job store runs this before it makes the job final. */
  beforeCancel(
    id: JobId,
    settleRest: Effect.Effect<void, StoreUnavailable>
  ): Effect.Effect<void, never, Scope.Scope>
}>()("gleaner/jobs/CrawlJournal") {}

/** What open frontiers do before their job is cancelled. */
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
