import { Context, type Effect, type Option, type Stream } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions, Job, JobError, JobId } from "../../core/domain/job/Job.ts"
import type { DocumentPlace, PageChange, PageOutcome, StoredPage } from "../../core/domain/job/LedgerRow.ts"
import type { ScheduleId } from "../../core/domain/schedule/Schedule.ts"
import type { PackedRecord } from "../archive/WaczFile.ts"
import type { IdempotencyKeyReused, TooManyCrawls } from "./crawl-limits.ts"
import type { DocumentLost } from "./DocumentLost.ts"
import type { Idempotency } from "./Idempotency.ts"
import type { JobEvicted } from "./JobEvicted.ts"
import type { StoredPicture } from "./stored-picture.ts"

/** A slice of a list. */
export interface Slice<A> {
  readonly items: ReadonlyArray<A>
  /** Start of the next slice. */
  readonly next: number
  /** Whether the list has more rows now. */
  readonly more: boolean
  /** Number of rows of the whole list now. */
  readonly total: number
}

/** A job at one moment. Every change of the job increases its revision. */
export interface Snapshot {
  readonly job: Job
  readonly revision: number
}

/** A job that has begun. Every node works on it while it has a slot. */
export interface RunningJob {
  readonly id: JobId
  readonly owner: string
  readonly url: string
  readonly options: CrawlOptions
  /** Without a slot the job is parked: its frontier is stored, and it continues when it gets a slot again. */
  readonly hasSlot: boolean
}

/** A job and the name of its API key, for operators. */
export interface OwnedJob {
  readonly owner: string
  readonly job: Job
}

/**
 * Jobs and their documents: in memory (`memoryStores`), or durable (`sqliteStores`, `postgresStores`). A job and its
 * documents are stored until `jobRetention` after its end, and while such a job names it in `since`, or its rows, or
 * those of its `since`, name a document of it. A job is visible only to the API key that created it. The frontier
 * writes pages, because they change it too. Rows of the ledger are numbered from 0 without gaps, in the order of
 * settlement.
 */
export class JobStore extends Context.Service<JobStore, {
  /** Whether jobs outlive this process. If so, a stopping service does not cancel running jobs. */
  readonly isDurable: boolean
  /**
   * Creates a queued job within the limits `maxCrawls` and `maxCrawlsPerKey`, over all nodes. An `idempotency` key that
   * the owner has used before returns the earlier job, if the request is the same and the job has not expired. The job
   * of a schedule is pinned: stored beyond its retention.
   */
  create(
    owner: string,
    url: string,
    options: CrawlOptions,
    idempotency?: Idempotency
  ): Effect.Effect<Job, TooManyCrawls | IdempotencyKeyReused | StoreUnavailable>
  /** None if the id is unknown, evicted, or of another owner. O(1) in the size of the job. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Snapshot>, StoreUnavailable>
  /** Returns when the job has another revision than this one, or is deleted. It may skip revisions. */
  changed(id: JobId, revision: number): Effect.Effect<void, StoreUnavailable>
  /** The jobs of the owner, newest first. `after` is the `next` of another slice. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<Job>, StoreUnavailable>
  /** The same over all owners, for operators. */
  listAll(range: JobRange): Effect.Effect<Slice<OwnedJob>, StoreUnavailable>
  /** The owner of a job, for operators. */
  ownerOf(id: JobId): Effect.Effect<Option.Option<string>, StoreUnavailable>
  /**
   * Shares `limit` slots among the queued and running jobs by `shareSlots`, and returns all running jobs. A queued job
   * that gets a slot becomes `running`, and stays `running` when it loses the slot.
   */
  promote(limit: number): Effect.Effect<ReadonlyArray<RunningJob>, StoreUnavailable>
  /**
   * The only writer of `cancelled`. Ended visits are settled in their order, without the missing ones between them;
   * then the job is final. It leases nothing any more, and a late `end` is lost. A final job is returned unchanged.
   * None as in `get`.
   */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>, StoreUnavailable>
  /**
   * Ends the job. A failed one first settles ended visits. A final status never changes, so every node may call
   * this. `pending` becomes 0.
   */
  finish(
    id: JobId,
    status: "done" | "failed",
    ...errors: ReadonlyArray<Omit<JobError, "at">>
  ): Effect.Effect<void, StoreUnavailable>
  /**
   * Deletes a final job with its documents and ledger before its retention is over. False if it is not final or not of
   * this owner.
   */
  drop(owner: string, id: JobId): Effect.Effect<boolean, StoreUnavailable>
  /** Stores the job of a schedule no longer than its retention. Nothing happens if it is not stored. */
  unpin(id: JobId): Effect.Effect<void, StoreUnavailable>
  /** The same for all jobs of a schedule. Returns those that are not final. */
  unpinAll(schedule: ScheduleId): Effect.Effect<ReadonlyArray<JobId>, StoreUnavailable>
  /** Rows of the ledger from index `after` on, in the order of settlement, filtered by `outcome` or `change`. */
  ledger(id: JobId, range: LedgerRange): Effect.Effect<Slice<StoredPage>, StoreUnavailable>
  /** The encoded documents with an index in [from, to), in order. A few are in memory at a time. */
  documents(
    id: JobId,
    from?: number,
    to?: number
  ): Stream.Stream<Uint8Array, JobEvicted | DocumentLost | StoreUnavailable>
  /** The picture of the document with this index. None if the document has no picture. */
  picture(
    id: JobId,
    index: number
  ): Effect.Effect<Option.Option<StoredPicture>, JobEvicted | DocumentLost | StoreUnavailable>
  /** The records of the page of the document with this index. None if the job has no archive. */
  archive(
    id: JobId,
    index: number
  ): Effect.Effect<Option.Option<ReadonlyArray<PackedRecord>>, JobEvicted | DocumentLost | StoreUnavailable>
  /**
   * The encoded fingerprints of documents with an index in [from, to), in order; null for a released document and for
   * one of an earlier version. A batch from `from` on: it is empty only at the end.
   */
  fingerprints(id: JobId, from: number, to: number): Effect.Effect<ReadonlyArray<Uint8Array | null>, StoreUnavailable>
  /**
   * Pages of a job with an index that have one of these terms, best first (BM25 over the pages). `terms` are distinct
   * (`queryTerms`). In a job with very many pages, only a part of those with frequent terms is compared.
   */
  search(id: JobId, terms: ReadonlyArray<string>, limit: number): Effect.Effect<FoundPages, StoreUnavailable>
  /** Frees documents before this index, which their reader has. They still count, and cannot be read again. */
  release(id: JobId, before: number): Effect.Effect<void, StoreUnavailable>
  /** Numbers of queued and running jobs, over all nodes. */
  readonly counts: Effect.Effect<JobCounts, StoreUnavailable>
  /** Number of queued and running jobs of the owner. The limit is `maxCrawlsPerKey`. */
  activeOf(owner: string): Effect.Effect<number, StoreUnavailable>
  /** All jobs that are not expired, and their bytes. The limit of the bytes is `storeBytes`. */
  readonly stored: Effect.Effect<{ readonly bytes: number; readonly jobs: number }, StoreUnavailable>
  /** Fails while the store is unavailable. */
  readonly ready: Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/jobs/JobStore") {}

/** The pages that an index finds. */
export interface FoundPages {
  /** Number of pages of the index. */
  readonly pages: number
  /** Number of pages that have each of the terms, in their order. Large numbers may be estimates. */
  readonly frequencies: ReadonlyArray<number>
  /** The documents of the best pages. That of an unchanged page is in an earlier job. */
  readonly found: ReadonlyArray<DocumentPlace>
}

export interface JobCounts {
  readonly queued: number
  readonly running: number
  /** Seconds since the oldest queued job was created. 0 if none is queued. */
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

/** Reads of jobs that have not expired. */
export type JobReads = Pick<
  JobStore["Service"],
  | "get"
  | "changed"
  | "list"
  | "listAll"
  | "ownerOf"
  | "ledger"
  | "documents"
  | "picture"
  | "archive"
  | "fingerprints"
  | "search"
  | "counts"
  | "activeOf"
>
