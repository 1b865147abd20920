import type { Slice } from "../../jobs/JobStore.ts"

/** Maximum number of fingerprints of one read. */
export const fingerprintsPerRead = 1000

export const slice = <A>(rows: ReadonlyArray<A>, after: number, limit: number): Slice<A> => {
  const items = rows.slice(after, after + limit)
  const next = Math.min(after, rows.length) + items.length
  return { items, next, more: next < rows.length, total: rows.length }
}

/** A slice of the rows that match. Passes over all rows, at most `ledgerPages`. */
export const filteredSlice = <A>(
  rows: ReadonlyArray<A>,
  after: number,
  limit: number,
  isWanted: (row: A) => boolean
): Slice<A> => {
  const wanted = rows.flatMap((row, index) => isWanted(row) ? [index] : [])
  const rest = wanted.filter((index) => index >= after)
  const chosen = rest.slice(0, limit)
  return {
    items: chosen.flatMap((index) => rows[index] ?? []),
    // Without more rows, continue after the last row.
    next: rest.length > limit ? (chosen.at(-1) ?? 0) + 1 : rows.length,
    more: rest.length > limit,
    total: wanted.length
  }
}
