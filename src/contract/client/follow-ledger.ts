import type { CallOptions, Connection } from "./connection.ts"
import { resumed } from "./resumed.ts"
import type { Ledger, LedgerRow } from "./wire.ts"

export interface LedgerFilter {
  readonly outcome?: LedgerRow["outcome"] | undefined
  readonly change?: LedgerRow["change"] | undefined
}

export interface LedgerPage extends LedgerFilter {
  /** A `next_cursor` of the list. */
  readonly after?: string | undefined
  /** Maximum number of rows. */
  readonly limit?: number | undefined
}

/** Milliseconds between two polls of a ledger that may still grow. */
const pollInterval = 2000

/** The rows of a job's ledger, oldest first, to the job's end. After a cut the iteration resumes where it was. */
export const followLedger = (
  connection: Connection,
  id: string,
  { signal: own, ...query }: LedgerPage & CallOptions
): AsyncGenerator<LedgerRow> => {
  const signal = connection.signal(own)
  let after = query.after
  return resumed(connection, signal, async function*() {
    for (;;) {
      const page = await connection.json<Ledger>(`/v1/jobs/${encodeURIComponent(id)}/ledger`, {
        query: { limit: 1000, ...query, after },
        signal,
        tries: 1
      })
      yield* page.ledger
      if (page.next_cursor === null) return
      after = page.next_cursor
      if (page.ledger.length === 0) await connection.pause(pollInterval, signal)
    }
  })
}
