import { Schema } from "effect"
import { LedgerRow, type StoredPage } from "../../domain/job/LedgerRow.ts"

/** A row of the ledger as its table has it. */
export interface PageRow
  extends Pick<LedgerRow, "url" | "outcome" | "code" | "status" | "depth" | "found_on" | "elapsed_ms">
{
  readonly n: number
  readonly referrers: ReadonlyArray<string> | null
  readonly more: string | null
}

const decode = Schema.decodeUnknownSync(LedgerRow)
const parse = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

/** The columns, in which the rest of a row is not. */
const columns = new Set(["n", "url", "outcome", "code", "status", "depth", "found_on", "elapsed_ms", "referrers"])

/** What only some rows have, as JSON. Nothing for most. */
export const moreOf = (row: StoredPage): string | null => {
  const more = Object.entries(row).filter(([name]) => !columns.has(name))
  return more.length === 0 ? null : JSON.stringify(Object.fromEntries(more))
}

/** The schema leaves out what is not its own, except what crawls have seen of the page. */
export const pageOf = ({ more, referrers, ...row }: PageRow): StoredPage => {
  const rest = more === null ? {} : parse(more) as Pick<StoredPage, "seen"> // written by us
  const page = decode({ ...row, ...rest, ...(referrers === null ? {} : { referrers }) })
  return rest.seen === undefined ? page : { ...page, seen: rest.seen }
}
