import { Effect, Schema } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../../core/domain/job/LedgerRow.ts"
import type { LedgerRange, Slice } from "../../../jobs/JobStore.ts"
import type { FilterCounts } from "../../shared/FilterCounts.ts"
import { type Db, sql } from "../statement.ts"
import { pageOf, TableRow } from "../statements/jobs/ledger-row.ts"

/** Rows of the ledger of a job. */
export const readLedger = Effect.fnUntraced(function*(db: Db, counts: FilterCounts, id: JobId, range: LedgerRange) {
  const { after, limit } = range
  const rows = yield* ledgerRows(db, id, { ...range, limit: limit + 1 })
  const items = rows.slice(0, limit)
  // Counted after the rows were read, so that a row is never beyond the total.
  const { listed, total } = yield* countRows(db, counts, id, range)
  const hasMore = rows.length > limit
  // When no row of a filter is left, continue with rows that come later, not with earlier ones.
  const afterMatches = hasMore ? (items.at(-1)?.n ?? 0) + 1 : listed
  const next = isFiltered(range) ? afterMatches : Math.min(after, listed) + items.length
  const more = isFiltered(range) ? hasMore : next < listed
  const slice: Slice<StoredPage> = { items: items.map(pageOf), next, more, total }
  return slice
})

type Filter = Pick<LedgerRange, "change" | "outcome">

const isFiltered = ({ change, outcome }: Filter) => outcome !== undefined || change !== undefined

const matches = ({ change, outcome }: Filter): Fragment =>
  sql`${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`} AND
    ${change === undefined ? sql`true` : sql`${changeOf} = ${change} AND more LIKE '%"change":"%'`}`

/** As in the index. */
const changeOf = sql`substring(more FROM '"change":"([a-z]+)"')`

/** The number of the job is a subquery, not a join, so an index returns the rows in their order. */
const ledgerRows = (db: Db, id: JobId, { after, limit, ...filter }: LedgerRange) =>
  db.rows(TableRow)`SELECT n, url, outcome, code, status, depth, found_on, elapsed_ms, referrers, more
    FROM gleaner.ledger WHERE job = (SELECT job FROM gleaner.jobs WHERE id = ${id}) AND n >= ${after}
      AND ${matches(filter)} ORDER BY n LIMIT ${limit}`

const Count = Schema.Struct({ listed: Schema.Finite, found: Schema.Finite })

/** All rows of the ledger, and those of the filter. */
const countRows = Effect.fnUntraced(function*(db: Db, counts: FilterCounts, id: JobId, filter: Filter) {
  const known = counts.of(id, filter)
  const found = isFiltered(filter)
    ? sql`(SELECT count(*)::int FROM gleaner.ledger l WHERE l.job = j.job AND n >= ${known.rows} AND ${
      matches(filter)
    })`
    : sql`listed`
  const row = yield* db.first(Count)`SELECT listed, ${found} AS found FROM gleaner.jobs j WHERE id = ${id}`
  if (row === undefined) return { listed: 0, total: 0 }
  const { found: added, listed } = row
  if (!isFiltered(filter)) return { listed, total: listed }
  const total = known.total + added
  counts.keep(id, filter, { rows: listed, total })
  return { listed, total }
})
