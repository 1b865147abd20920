import { Context, type Effect, type Option, type Stream } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { CrawlOptions, Job, JobError, JobId } from "../domain/job/Job.ts"
import type { PageChange, PageOutcome, StoredPage } from "../domain/job/LedgerRow.ts"
import type { IdempotencyKeyReused, TooManyCrawls } from "./crawl-limits.ts"
import type { DocumentLost } from "./DocumentLost.ts"
import type { Idempotency } from "./Idempotency.ts"
import type { JobEvicted } from "./JobEvicted.ts"

/** A slice of a list. */
export interface Slice<A> {
  readonly items: ReadonlyArray<A>
  /** Where the next slice starts. */
  readonly next: number
  /** Whether the list has more now. */
  readonly more: boolean
  /** How many rows the whole list has now. */
  readonly total: number
}

/** A job as it is at one moment. Every change of the job gives it a higher revision. */
export interface Snapshot {
  readonly job: Job
  readonly revision: number
}

/** A job that has begun. Every node takes part in it while it has a slot. */
export interface RunningJob {
  readonly id: JobId
  readonly owner: string
  readonly url: string
  readonly options: CrawlOptions
  /** Without a slot the job is parked: it keeps its frontier, and goes on when it gets a slot again. */
  readonly hasSlot: boolean
}

/** A job and the key that made it, for operators. */
export interface OwnedJob {
  readonly owner: string
  readonly job: Job
}

/**
 * Jobs and their documents. The default layer is in memory; those of `stores/sqlite` and `stores/postgres` outlive the
 * process. A job and its documents are stored until `jobRetention` after their end, and for
 * as long as a queued or running job names them in `since`. A job is visible only to the key that made it. Pages are
 * written by the frontier, because they change both: rows of the ledger are numbered from 0 without gaps, in the order
 * in which pages were settled.
 */
export class JobStore extends Context.Service<JobStore, {
  /** Whether jobs outlive this process. Then a stopping service leaves running jobs as they are. */
  readonly isDurable: boolean
  /**
   * A queued job, if the limits (`maxCrawls`, `maxCrawlsPerKey`, over all nodes) leave room. With an `idempotency` key
   * that the owner has used before, the earlier job comes back, if the same was asked for and the job is still kept.
   */
  create(
    owner: string,
    url: string,
    options: CrawlOptions,
    idempotency?: Idempotency
  ): Effect.Effect<Job, TooManyCrawls | IdempotencyKeyReused | StoreUnavailable>
  /** None if the id is unknown, evicted, or another owner's. O(1), however much the job has collected. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Snapshot>, StoreUnavailable>
  /**
   * Returns when the job has another revision than this one, or is gone. Some intermediate revisions may pass unseen.
   */
  changed(id: JobId, revision: number): Effect.Effect<void, StoreUnavailable>
  /** The owner's jobs, newest first. `after` is the `next` of another slice. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<Job>, StoreUnavailable>
  /** The same over all owners, for operators. */
  listAll(range: JobRange): Effect.Effect<Slice<OwnedJob>, StoreUnavailable>
  /** Whose job this is, for operators. */
  ownerOf(id: JobId): Effect.Effect<Option.Option<string>, StoreUnavailable>
  /**
   * Shares `limit` slots among the jobs that are queued or running, by `shareSlots`, and returns all running jobs. A
   * queued job that gets a slot becomes `running`, and stays so when it has to give the slot up.
   */
  promote(limit: number): Effect.Effect<ReadonlyArray<RunningJob>, StoreUnavailable>
  /**
   * The only writer of `cancelled`. Pages that have ended are settled in their order, whatever is missing between them;
   * then the job is final at once. It leases nothing any more and a late end is lost. A final job comes back unchanged.
   * None as in `get`.
   */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>, StoreUnavailable>
  /**
   * The crawl is over; a failed one settles first what has ended. A final status never changes, so that every node may
   * say so. `pending` is 0 from then on.
   */
  finish(id: JobId, status: "done" | "failed", error?: Omit<JobError, "at">): Effect.Effect<void, StoreUnavailable>
  /**
   * Deletes a final job with all that it has, before its retention is over. False if it is not final or not the
   * owner's.
   */
  drop(owner: string, id: JobId): Effect.Effect<boolean, StoreUnavailable>
  /**
   * Rows of the ledger from index `after` on, in the order in which the pages were settled; with `outcome` or `change`
   * only those.
   */
  pages(id: JobId, range: LedgerRange): Effect.Effect<Slice<StoredPage>, StoreUnavailable>
  /** The encoded documents with an index in [from, to), in order. Only a few are in memory at a time. */
  documents(
    id: JobId,
    from?: number,
    to?: number
  ): Stream.Stream<Uint8Array, JobEvicted | DocumentLost | StoreUnavailable>
  /** Frees documents before this index; their reader has them. They still count, and cannot be read again. */
  release(id: JobId, before: number): Effect.Effect<void, StoreUnavailable>
  /** How many jobs are queued and running, over all nodes. */
  readonly counts: Effect.Effect<JobCounts, StoreUnavailable>
  /** How many of them are the owner's. The limit is `maxCrawlsPerKey`. */
  activeOf(owner: string): Effect.Effect<number, StoreUnavailable>
  /** Bytes that all jobs hold. The limit is `storeBytes`. */
  readonly held: Effect.Effect<number, StoreUnavailable>
  /** The same, with how many jobs they are. */
  readonly kept: Effect.Effect<{ readonly bytes: number; readonly jobs: number }, StoreUnavailable>
  /** Fails while the store cannot be reached. */
  readonly ready: Effect.Effect<void, StoreUnavailable>
}>()("gleaner/jobs/JobStore") {}

export interface JobCounts {
  readonly queued: number
  readonly running: number
  /** Seconds for which the oldest queued job has waited. 0 if none is queued. */
  readonly queueAge: number
}

export interface JobRange {
  readonly after?: number
  readonly limit: number
}

export interface LedgerRange {
  readonly after: number
  readonly limit: number
  readonly outcome?: PageOutcome
  readonly change?: PageChange
}
