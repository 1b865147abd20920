import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { DocumentLost } from "./DocumentLost.ts"
import type { StoreFull } from "./StoreFull.ts"

/** The address of a document, stored in its row. Only the store that returned it can read it. */
export type DocumentRef = string

/** Stores documents outside the job store. Many documents share a segment, and each segment belongs to one job. */
export class DocumentStore extends Context.Service<DocumentStore, {
  /**
   * Returns when the document is durable. Concurrent puts share one write, so put many at once. A document without a
   * row that has its reference takes space until its job is dropped.
   */
  put(job: JobId, bytes: Uint8Array): Effect.Effect<DocumentRef, StoreFull | StoreUnavailable>
  /** The bytes as they were put. */
  get(ref: DocumentRef): Effect.Effect<Uint8Array, DocumentLost | StoreUnavailable>
  /**
   * Deletes the documents of a job that has ended. Drop them before the rows of the job, so that a crash in between
   * leaves rows for a retry, and no documents without rows.
   */
  drop(job: JobId): Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/jobs/DocumentStore") {}
