import { compact } from "../../../../core/kernel/compact.ts"
import type { SettledPlaces } from "../../../jobs/CrawlJournal.ts"
import {
  type Answer,
  type Documents,
  type LedgerQuery,
  type LedgerSlice,
  type Params,
  placesPerRead,
  type Steps
} from "../../shared/one-process/operations.ts"
import { fingerprintsPerRead } from "../../shared/slices.ts"
import type { Statements } from "../../shared/Statements.ts"
import type { JobFile } from "./commit.ts"
import { keyOf } from "./job-rows.ts"

export const readLedger = (
  { counts, sql }: Pick<JobFile, "counts" | "sql">,
  { after, change, job, limit, outcome }: LedgerQuery
): LedgerSlice => {
  const rows = sql.count("SELECT ledger_rows FROM jobs WHERE job = ?", job)
  const from = keyOf(job, after)
  const end = keyOf(job + 1, 0)
  if (outcome === undefined && change === undefined) {
    const found = sql.all("SELECT row FROM ledger WHERE key >= ? AND key < ? ORDER BY key LIMIT ?", from, end, limit)
    const next = Math.min(after, rows) + found.length
    return { rows: found.map(({ row }) => String(row)), next, more: next < rows, total: rows }
  }
  const given = [outcome, change].filter((value) => value !== undefined)
  const wanted = [
    ...(outcome === undefined ? [] : ["outcome = ?"]),
    ...(change === undefined ? [] : ["row ->> '$.change' = ?"])
  ].join(" AND ")
  const found = sql.all(
    `SELECT key, row FROM ledger WHERE key >= ? AND key < ? AND ${wanted} ORDER BY key LIMIT ?`,
    from,
    end,
    ...given,
    limit + 1
  )
  const chosen = found.slice(0, limit)
  const more = found.length > limit
  const filter = compact({ outcome, change })
  const known = counts.of(job, filter)
  const total = known.total + sql.count(
    `SELECT count(*) FROM ledger WHERE key >= ? AND key < ? AND ${wanted}`,
    keyOf(job, known.rows),
    keyOf(job, rows),
    ...given
  )
  counts.keep(job, filter, { rows, total })
  return {
    rows: chosen.map(({ row }) => String(row)),
    // Without more rows, continue after the last row of the ledger.
    next: more ? Number(chosen.at(-1)?.["key"] ?? from - 1) - keyOf(job, 0) + 1 : rows,
    more,
    total
  }
}

/** Returns at least one document, and a megabyte at most. */
export const readDocuments = (sql: Statements, { from, job, to }: Params<"documents">): Documents => {
  const bodies: Array<Uint8Array | string> = []
  let bytes = 0
  for (let index = from; index < Math.min(to, from + maxDocuments) && bytes < maxBytes; index++) {
    const body = sql.get("SELECT body FROM documents WHERE key = ?", keyOf(job, index))?.["body"]
    if (!(body instanceof Uint8Array) && typeof body !== "string") break
    bodies.push(body)
    bytes += body.length
  }
  return { bodies }
}

const maxDocuments = 32
const maxBytes = 1024 * 1024

/** Documents of an earlier version have no row, nor have released ones. */
export const readFingerprints = (
  sql: Statements,
  { from, job, to }: Params<"fingerprints">
): Answer<"fingerprints"> => {
  const documents = sql.count("SELECT documents FROM jobs WHERE job = ?", job)
  const end = Math.min(to, from + fingerprintsPerRead, documents)
  const found: Array<Uint8Array | null> = Array.from({ length: Math.max(0, end - from) }, () => null)
  const first = keyOf(job, from)
  const rows = sql.all("SELECT key, fingerprint FROM fingerprints WHERE key >= ? AND key < ?", first, keyOf(job, end))
  for (const { fingerprint, key } of rows) {
    if (fingerprint instanceof Uint8Array) found[Number(key) - first] = fingerprint
  }
  return found
}

/** Reads two values of each step. */
export const readSettled = (sql: Statements, { after, job }: Params<"settled">): SettledPlaces => {
  const rows = sql.all(
    "SELECT step ->> '$.seq' AS seq, step ->> '$.spends' AS spends FROM steps WHERE key >= ? AND key < ? ORDER BY key LIMIT ?",
    keyOf(job, after),
    keyOf(job + 1, 0),
    placesPerRead
  )
  return { places: rows.map(({ seq }) => Number(seq)), spent: rows.filter(({ spends }) => spends === 1).length }
}

/** Returns at least one step, and no more than the main thread can parse without a delay. */
export const readSteps = (sql: Statements, { after, job }: Params<"steps">): Steps => {
  const steps: Array<string> = []
  let characters = 0
  const rows = sql.each(
    "SELECT step FROM steps WHERE key >= ? AND key < ? ORDER BY key",
    keyOf(job, after),
    keyOf(job + 1, 0)
  )
  for (const { step } of rows) {
    steps.push(String(step))
    characters += steps.at(-1)?.length ?? 0
    if (characters >= maxCharacters) break
  }
  return { steps }
}

const maxCharacters = 128 * 1024
