import type { JobId } from "../../../../core/domain/job/Job.ts"
import { jobBytes } from "../../../jobs/accounting.ts"
import { exceededLimit } from "../../shared/exceeded-limit.ts"
import type { Answer, Changed, End, NewJob, Operations, Params } from "../../shared/one-process/operations.ts"
import { addError, changed, commit, type JobFile, save } from "./commit.ts"
import { findRow, isExpired, isKept, jobColumns, type JobRow, keyOf, rowOf, storedJob, twice } from "./job-rows.ts"
import { readDocuments, readFingerprints, readLedger, readSettled, readSteps } from "./read.ts"

/** Runs each operation, within a transaction if it writes. */
export const operate: {
  readonly [Name in keyof Operations]: (file: JobFile, params: Params<Name>) => Answer<Name>
} = {
  create: (file, params) => create(file, params),
  start: (file, { job, started }) => {
    const row = findRow(file.sql, job)
    if (row === undefined) throw new Error(`no job ${job}`)
    const running: JobRow = { ...row, status: "running", started, stats: { ...row.stats, pending: 1 } }
    running.revision++
    save(file.sql, running)
    return changed(file, running, false)
  },
  finish: (file, params) => finish(file, params),
  commit,
  release: ({ budget, sql }, { before, job }) => {
    const row = findRow(sql, job)
    const end = Math.min(before, row?.documents ?? 0)
    if (row === undefined || end <= row.released) return
    const range = [keyOf(job, row.released), keyOf(job, end)] as const
    let bytes = 0
    for (const [table, column] of [["documents", "body"], ["fingerprints", "fingerprint"]] as const) {
      bytes += sql.count(
        `SELECT coalesce(sum(length(${column})), 0) FROM ${table} WHERE key >= ? AND key < ?`,
        ...range
      )
      sql.run(`DELETE FROM ${table} WHERE key >= ? AND key < ?`, ...range)
    }
    sql.run("UPDATE jobs SET released = ?, bytes = bytes - ? WHERE job = ?", end, bytes, job)
    budget.add(row.owner, -bytes)
  },
  drop: (file, { job }) => {
    const row = findRow(file.sql, job)
    if (row === undefined) return
    file.sql.run("DELETE FROM jobs WHERE job = ?", job)
    file.sql.run("DELETE FROM needed_jobs WHERE job = ?", job)
    file.sql.run("INSERT OR REPLACE INTO pending_deletes VALUES (?, 1)", job)
    file.budget.add(row.owner, -row.bytes)
    countJobs(file, row.owner, -1)
  },
  saveDomains: ({ sql }, { domains }) => {
    for (const { backOff, delay, domain, nextAt, writtenAt } of domains) {
      sql.run("INSERT OR REPLACE INTO domain_leases VALUES (?, ?, ?, ?, ?)", domain, nextAt, delay, backOff, writtenAt)
    }
  },
  deleteDomains: ({ sql }, { before }) => {
    sql.run("DELETE FROM domain_leases WHERE next_at < ?", before)
  },
  saveWebhook: ({ sql }, { cursors, id, owner }) => {
    sql.run("INSERT OR REPLACE INTO webhooks VALUES (?, ?, ?)", id, owner, JSON.stringify(cursors))
  },
  deleteWebhook: ({ sql }, { id }) => {
    sql.run("DELETE FROM webhooks WHERE id = ?", id)
  },
  saveRow: ({ sql }, { place, row, table }) => {
    sql.run(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`, place, row.id, JSON.stringify(row))
  },
  deleteRow: ({ sql }, { id, table }) => {
    sql.run(`DELETE FROM ${table} WHERE id = ?`, id)
  },
  unpin: ({ sql }, { id }) => {
    sql.run("UPDATE jobs SET is_pinned = 0 WHERE id = ?", id)
  },
  unpinAll: ({ sql }, { schedule }) =>
    sql.all(
      `UPDATE jobs SET is_pinned = 0 WHERE (is_pinned = 1 OR finished_at IS NULL) AND options ->> '$.schedule' = ?
        RETURNING id, finished_at`,
      schedule
    ).flatMap(({ finished_at, id }) => finished_at === null ? [String(id) as JobId] : []),
  probe: ({ sql }) => {
    sql.run("UPDATE process SET is_clean = 0")
  },
  find: ({ sql }, { expired, id }) => {
    const row = sql.get(`SELECT ${jobColumns} FROM jobs WHERE id = ? AND ${isKept}`, id, ...twice(expired))
    return row === undefined ? undefined : storedJob(sql, rowOf(row))
  },
  list: ({ jobs, sql }, { before, expired, limit, owner }) => {
    const [isOwn, own] = owner === undefined ? ["1", []] : ["owner = ?", [owner]]
    const max = Math.min(limit, 1_000_000)
    const rows = sql.all(
      `SELECT ${jobColumns} FROM jobs WHERE ${isOwn} AND ${isKept} AND job < ? ORDER BY job DESC LIMIT ?`,
      ...own,
      ...twice(expired),
      before,
      max + 1
    )
    const counts = owner === undefined ? [...jobs.values()] : [jobs.get(owner) ?? 0]
    // Few jobs have expired without being deleted yet.
    const gone = sql.count(`SELECT count(*) FROM jobs WHERE ${isOwn} AND ${isExpired}`, ...own, ...twice(expired))
    return {
      jobs: rows.slice(0, max).map((row) => storedJob(sql, rowOf(row))),
      more: rows.length > max,
      total: counts.reduce((sum, count) => sum + count, 0) - gone
    }
  },
  expired: ({ sql }, { before }) =>
    sql.all(`SELECT ${jobColumns} FROM jobs WHERE ${isExpired} LIMIT 1000`, ...twice(before)).map((row) =>
      storedJob(sql, rowOf(row))
    ),
  ledger: (file, params) => readLedger(file, params),
  documents: ({ sql }, params) => readDocuments(sql, params),
  fingerprints: ({ sql }, params) => readFingerprints(sql, params),
  search: ({ index }, { job, limit, terms }) => index.search(job, terms, limit),
  settled: ({ sql }, params) => readSettled(sql, params),
  steps: ({ sql }, params) => readSteps(sql, params),
  stored: ({ budget, jobs }) => ({ bytes: budget.held, jobs: jobs.values().reduce((sum, count) => sum + count, 0) }),
  clean: ({ index, sql }) => {
    const pending = sql.get("SELECT job, is_gone FROM pending_deletes LIMIT 1")
    if (pending === undefined) return false
    const job = Number(pending["job"])
    const tables = pending["is_gone"] === 1 ? ["documents", "fingerprints", "steps", "ledger", "errors"] : ["steps"]
    for (const table of tables) {
      const few = `SELECT key FROM ${table} WHERE key >= ? AND key < ? LIMIT ${cleanBatch}`
      const { changes } = sql.run(`DELETE FROM ${table} WHERE key IN (${few})`, keyOf(job, 0), keyOf(job + 1, 0))
      if (changes > 0) return true
    }
    if (pending["is_gone"] === 1) index.drop(job)
    sql.run("DELETE FROM pending_deletes WHERE job = ? AND is_gone = ?", job, pending["is_gone"] ?? 0)
    return true
  }
}

/** Rows of one call, so that other calls do not wait for long. */
const cleanBatch = 500

const countJobs = ({ jobs }: JobFile, owner: string, change: number): void => {
  const count = (jobs.get(owner) ?? 0) + change
  if (count === 0) jobs.delete(owner)
  else jobs.set(owner, count)
}

const create = (
  file: JobFile,
  { expired, idempotency, owner, shown: { options, ...shown } }: NewJob
): Answer<"create"> => {
  const { budget, limits, sql } = file
  if (idempotency !== undefined) {
    const { asked, key } = idempotency
    const columns = `${jobColumns}, asked, ${isKept} AS is_kept`
    const found = sql.get(
      `SELECT ${columns} FROM jobs WHERE owner = ? AND idempotency_key = ?`,
      ...twice(expired),
      owner,
      key
    )
    if (found?.["is_kept"] === 1) {
      // Older versions did not store the request of a key.
      return (found["asked"] ?? asked) === asked
        ? { _tag: "Earlier", stored: storedJob(sql, rowOf(found)) }
        : { _tag: "Reused" }
    }
    if (found !== undefined) sql.run("UPDATE jobs SET idempotency_key = NULL WHERE job = ?", rowOf(found).job)
  }
  const active = "FROM jobs WHERE finished_at IS NULL"
  const usage = {
    total: sql.count(`SELECT count(*) ${active}`),
    own: sql.count(`SELECT count(*) ${active} AND owner = ?`, owner),
    others: sql.count(`SELECT count(DISTINCT owner) ${active} AND owner <> ?`, owner)
  }
  const exceeded = exceededLimit(limits, usage)
  if (exceeded !== undefined) return { _tag: "TooMany", exceeded }
  const bytes = jobBytes(shown.url, options)
  const json = JSON.stringify(options)
  const { id: job } = sql.run(
    `INSERT INTO jobs (id, owner, idempotency_key, asked, url, options, is_pinned, status, created_at, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    shown.id,
    owner,
    idempotency?.key ?? null,
    idempotency?.asked ?? null,
    shown.url,
    json,
    options.schedule === undefined ? 0 : 1,
    shown.status,
    shown.created_at,
    bytes
  )
  if (options.since !== undefined) {
    sql.run("INSERT INTO needed_jobs VALUES (?, ?, 0)", job, options.since)
    sql.run(
      `INSERT OR IGNORE INTO needed_jobs SELECT ?, n.id, 0 FROM jobs i JOIN needed_jobs n ON n.job = i.job
        WHERE i.id = ? AND n.is_named = 1`,
      job,
      options.since
    )
  }
  budget.add(owner, bytes)
  countJobs(file, owner, 1)
  return { _tag: "Made", stored: { job, owner, revision: 0, started: 0, shown, options: json } }
}

const finish = (file: JobFile, { errors, job, now, status }: End): Changed | undefined => {
  const row = findRow(file.sql, job)
  if (row === undefined || row.finished_at !== null) return undefined
  const { bytes } = row
  const ended: JobRow = { ...row, status, finished_at: now, stats: { ...row.stats, pending: 0 } }
  for (const error of errors) addError(file.sql, ended, error, now)
  ended.revision++
  save(file.sql, ended)
  file.budget.add(row.owner, ended.bytes - bytes)
  // Only a running crawl needs its steps.
  file.sql.run("INSERT OR IGNORE INTO pending_deletes VALUES (?, 0)", job)
  return changed(file, ended, errors.length > 0)
}
