import { Context, type Effect } from "effect"
import type { Transferable } from "node:worker_threads"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { Answer, DomainRow, InitialState, Operations, Params } from "./operations.ts"

/**
 * The file or database that one process has, behind the operations that an engine runs. Job store, journal, politeness
 * and rows are the same for all such engines.
 */
export class LocalStore extends Context.Service<LocalStore, {
  readonly initial: InitialState
  /** Returns when a write is durable. Writes cannot be interrupted. `transfer`: buffers that may be moved. */
  call<Name extends keyof Operations>(
    name: Name,
    params: Params<Name>,
    transfer?: ReadonlyArray<Transferable>
  ): Effect.Effect<Answer<Name>, StoreUnavailable>
  /** Adds changed domains to each batch of writes. */
  onWrite(dirtyDomains: () => ReadonlyArray<DomainRow>): void
  /**
   * Fails for some seconds after a failed write, then as long as the file is not writable. Always, if it is damaged.
   */
  readonly ready: Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/stores/shared/one-process/LocalStore") {}
