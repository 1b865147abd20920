import { Schema } from "effect"
import { LedgerRow, PageOutcome, type StoredPage } from "../../../../../core/domain/job/LedgerRow.ts"

const decode = Schema.decodeUnknownSync(LedgerRow)
const parse = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))

/** A row of the table. `more` has the fields without a column, as JSON. */
export interface TableRow extends Schema.Schema.Type<typeof TableRow> {}
export const TableRow = Schema.Struct({
  n: Schema.Finite,
  url: Schema.String,
  outcome: PageOutcome,
  code: Schema.String,
  status: Schema.Finite,
  depth: Schema.Finite,
  found_on: Schema.String,
  elapsed_ms: Schema.Finite,
  referrers: Schema.NullOr(Schema.Array(Schema.String)),
  more: Schema.NullOr(Schema.String)
})

/** Fields that only some rows have. Null for most rows. */
export const moreOf = (row: StoredPage): string | null => {
  const more = Object.entries(row).filter(([name]) => !(name in TableRow.fields))
  return more.length === 0 ? null : JSON.stringify(Object.fromEntries(more))
}

/** The schema leaves out what is not its own, except what crawls have seen of the page. */
export const pageOf = ({ more, referrers, ...row }: TableRow): StoredPage => {
  const rest = more === null ? {} : parse(more) as Pick<StoredPage, "seen"> // written by us
  const page = decode({ ...row, ...rest, ...(referrers === null ? {} : { referrers }) })
  return rest.seen === undefined ? page : { ...page, seen: rest.seen }
}
