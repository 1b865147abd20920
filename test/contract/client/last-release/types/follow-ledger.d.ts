import type { CallOptions, Connection } from "./connection.ts"
import type { LedgerRow } from "./wire.ts"
export interface LedgerFilter {
  readonly outcome?: LedgerRow["outcome"] | undefined
  readonly change?: LedgerRow["change"] | undefined
}
export interface LedgerPage extends LedgerFilter {
  /** A `next_cursor` of the list. */
  readonly after?: string | undefined
  /** How many rows at most. */
  readonly limit?: number | undefined
}
/** The rows of a job's ledger, oldest first, to the job's end. */
export declare function followLedger(
  connection: Connection,
  id: string,
  { signal: own, ...query }: LedgerPage & CallOptions
): AsyncGenerator<LedgerRow>
