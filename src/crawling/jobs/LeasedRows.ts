import type { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobRange, Slice } from "./JobStore.ts"

/** A row that one node at a time works on: a schedule, a wrapper. */
export interface LeasedRow<Id extends string, State> {
  readonly id: Id
  readonly owner: string
  /** Increases with each write. */
  readonly version: number
  /** A deleted row is invisible to its owner, and stored until it is forgotten. */
  readonly isDeleted: boolean
  /** When a node takes it next, in milliseconds since the epoch; null: not before it changes. */
  readonly dueAt: number | null
  readonly state: State
}

/** A row with its number in the order of creation. */
export interface PlacedRow<Row> {
  readonly place: number
  readonly row: Row
}

export type Created = "created" | "taken" | "full"

/**
 * Rows of each owner, stored as long as the jobs of the same store. A write names the version that it replaces, so
 * of several nodes and callers only one succeeds.
 */
export interface LeasedRows<Row extends LeasedRow<string, unknown>> {
  /** Stores a new row. `full`: its owner has `max` rows. `taken`: there is another row with its id, which is left alone. */
  create(row: Row, max: number): Effect.Effect<Created, StoreUnavailable>
  /** None if the id is unknown, deleted, or of another owner. */
  get(owner: string, id: Row["id"]): Effect.Effect<Option.Option<Row>, StoreUnavailable>
  /** The rows of the owner, oldest first. `after`: the `next` of another slice, which no deletion changes. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<Row>, StoreUnavailable>
  /**
   * Leases at most `limit` rows that are due at `now`. Each row is also due once when the store is opened, and after its
   * clock has stepped back: its next time may have been decided by a wrong clock.
   */
  take(limit: number, now: number): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
  /** Leases a row that was taken for as long again. False if it has changed since, or is gone. */
  renew(row: Row): Effect.Effect<boolean, StoreUnavailable>
  /** Replaces the version of `row`, and ends its lease. False if another write was first. */
  save(row: Row): Effect.Effect<boolean, StoreUnavailable>
  /** Removes a row for good. */
  forget(id: Row["id"]): Effect.Effect<void, StoreUnavailable>
}

/** The JSON of a row; undefined if it was damaged. Only a damaged row is not as it was written. */
export const wholeJson = <A>(json: string, isWhole: (value: Partial<A>) => boolean): A | undefined => {
  try {
    const value = JSON.parse(json) as A
    return typeof value === "object" && value !== null && isWhole(value) ? value : undefined
  } catch {
    return undefined
  }
}
