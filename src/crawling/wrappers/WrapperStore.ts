import { Context, type Effect } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import type { Wrapper, WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import type { Coverage } from "../../extract/select/wrapper/induce/induce.ts"
import type { LeasedRow, LeasedRows } from "../jobs/LeasedRows.ts"

/** A page with its right data. */
export interface WrapperExample {
  readonly url: string
  readonly data: unknown
}

/** A page that was chosen for the model to read. */
export interface ModelExample {
  readonly url: string
  /** Its data as the model gave it. Absent if it gave none, or if the page could not be read. */
  readonly data?: unknown
  /** Whether the model has answered. */
  readonly isRead: boolean
  /** Why there is no data, or which values were left out. A sentence. */
  readonly fault?: string
}

/** The pages that rules are learnt from, and those that they are tried on. */
export interface WrapperSources {
  readonly examples: ReadonlyArray<WrapperExample>
  /** Pages that the model has read where there are no examples. Stored one by one, so none is read twice. */
  readonly model?: ReadonlyArray<ModelExample>
  /** Set if the model shall read no further pages. */
  readonly modelFault?: string
  readonly urls: ReadonlyArray<string>
  readonly job_id?: JobId
}

/** How rules are learnt anew. */
export interface Relearning {
  /** Job with known data, or with pages to try rules on. */
  readonly job_id?: JobId
  /** Whether the known data was not enough, so the model reads pages as they are now. */
  readonly isByModel?: boolean
}

/** A wrapper with what it is learnt from. Times in milliseconds since the epoch. */
export interface WrapperState extends Omit<Wrapper, "id"> {
  /** Of its schema: equal schemas have one digest. */
  readonly digest: string
  readonly sources: WrapperSources
  /** Of its rules, when they were learnt and checked. Without it, they have not been. */
  readonly coverage?: Coverage
  /** When its rules were learnt or edited. */
  readonly rulesAt?: number
  /** Data of some pages as the rules gave it while they fitted, the latest first. */
  readonly known?: ReadonlyArray<WrapperExample>
  /** Set while its rules are learnt anew. */
  readonly relearning?: Relearning
  /** The job that sends the event about its drift. */
  readonly driftEvent?: JobId
}

/** Due while it is learnt, and when a failed one has expired. */
export type StoredWrapper = LeasedRow<WrapperId, WrapperState>

/**
 * Wrappers with rules for the schema of this digest, newest first, also while they are learnt anew. `wrappers`: oldest
 * first.
 */
export const readyIn = (
  wrappers: ReadonlyArray<StoredWrapper>,
  digest: string
): ReadonlyArray<StoredWrapper> =>
  wrappers.filter(({ state }) => state.digest === digest && state.rules !== null).toReversed()

/** Wrappers. A lease lasts for `rowLease`. */
export class WrapperStore extends Context.Service<
  WrapperStore,
  LeasedRows<StoredWrapper> & {
    /** Wrappers of the owner with rules for the schema of this digest, newest first. */
    ready(owner: string, digest: string): Effect.Effect<ReadonlyArray<StoredWrapper>, StoreUnavailable>
  }
>()("gleaner/crawling/wrappers/WrapperStore") {}
