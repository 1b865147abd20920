import type { LedgerRange } from "../../jobs/JobStore.ts"

type Filter = Pick<LedgerRange, "change" | "outcome">

interface Counted {
  /** The rows of the ledger that were counted, from the first on. */
  readonly rows: number
  /** The number of these rows that match. */
  readonly total: number
}

/**
 * Numbers of rows that match a filter of a ledger. Rows are only added, and what filters look at never changes, so
 * later counts are of new rows only.
 */
export class FilterCounts {
  private readonly counts = new Map<string, Counted>()

  /** `job` names a job of any time. */
  of(job: string | number, filter: Filter): Counted {
    return this.counts.get(keyOf(job, filter)) ?? none
  }

  keep(job: string | number, filter: Filter, counted: Counted): void {
    const key = keyOf(job, filter)
    this.counts.delete(key)
    this.counts.set(key, counted)
    for (const oldest of this.counts.keys()) if (this.counts.size > maxCounts) this.counts.delete(oldest)
  }
}

const none: Counted = { rows: 0, total: 0 }

/** About 100 bytes each. */
const maxCounts = 10_000

const keyOf = (job: string | number, { change, outcome }: Filter): string => `${job} ${outcome} ${change}`
