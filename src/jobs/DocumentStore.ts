import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../domain/job/Job.ts"
import type { DocumentLost } from "./DocumentLost.ts"
import type { StoreFull } from "./StoreFull.ts"

/** Where a document is. The job's row keeps it; only the store that gave it can read it. */
export type DocumentRef = string

/** Keeps documents outside the job store. Many documents share a segment, and each segment belongs to one job. */
export class DocumentStore extends Context.Service<DocumentStore, {
  /**
   * Returns when the document is durable. Puts that wait at the same time share one write, so put many at once. Without
   * a row that names its reference, a document costs space until its job is dropped.
   */
  put(job: JobId, bytes: Uint8Array): Effect.Effect<DocumentRef, StoreFull | StoreUnavailable>
  /** The bytes as they were put. */
  get(ref: DocumentRef): Effect.Effect<Uint8Array, DocumentLost | StoreUnavailable>
  /**
   * Deletes the documents of a job that has ended. Drop them before the rows of the job, so that a crash in between
   * leaves rows to try again with, not documents that nobody knows of.
   */
  drop(job: JobId): Effect.Effect<void, StoreUnavailable>
}>()("gleaner/jobs/DocumentStore") {}
