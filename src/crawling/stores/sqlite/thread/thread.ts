import { parentPort, workerData } from "node:worker_threads"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import type { ScheduleId } from "../../../../core/domain/schedule/Schedule.ts"
import type { WrapperId } from "../../../../core/domain/wrapper/Wrapper.ts"
import { type LeasedRow, type PlacedRow, wholeJson } from "../../../jobs/LeasedRows.ts"
import { StoreBudget } from "../../../jobs/StoreBudget.ts"
import type { ProfileState } from "../../../profiles/ProfileStore.ts"
import type { ScheduleState } from "../../../schedules/ScheduleStore.ts"
import type { EventCursors } from "../../../webhooks/event-cursors.ts"
import type { WrapperState } from "../../../wrappers/WrapperStore.ts"
import { FilterCounts } from "../../shared/FilterCounts.ts"
import type { InitialState, Operations } from "../../shared/one-process/operations.ts"
import { Statements } from "../../shared/Statements.ts"
import { Fts5Index } from "../../shared/terms/Fts5Index.ts"
import { isProfileState, isScheduleState, isWrapperState } from "../../shared/whole-states.ts"
import { BackupSocket } from "../backup/BackupSocket.ts"
import type { Batch, Call, Fault, FileLimits, FromThread, Outcome } from "../messages.ts"
import { faultOf, FileFault, hasLog, isEmpty, openFile } from "../open-file.ts"
import type { JobFile } from "./commit.ts"
import { jobColumns, rowOf, storedJob } from "./job-rows.ts"
import { operate } from "./operate.ts"

// Entry of the worker thread that has the file. Every other module of this folder runs in it, and none outside does.

const port = parentPort
const limits = workerData as FileLimits

const initialState = (sql: Statements, hadLog: boolean, wasEmpty: boolean): InitialState => {
  const domains = sql.all("SELECT domain, next_at, delay, back_off, written_at FROM domain_leases").map((row) => ({
    domain: String(row["domain"]),
    nextAt: Number(row["next_at"]),
    writtenAt: Number(row["written_at"]),
    delay: Number(row["delay"]),
    backOff: Number(row["back_off"])
  }))
  const end = sql.count("SELECT is_clean FROM process")
  const warnings = wasEmpty
    ? [`${limits.file} was empty, so a new store is in it; if it had jobs before, stop and put a copy in its place`]
    : []
  const leasedRows = <Id extends string, State>(
    one: string,
    isState: (state: Partial<State> | undefined) => boolean
  ): ReadonlyArray<PlacedRow<LeasedRow<Id, State>>> =>
    sql.all(`SELECT place, id, ${one} AS json FROM ${one}s ORDER BY place`).flatMap(({ id, json, place }) => {
      const row = wholeJson<LeasedRow<Id, State>>(String(json), ({ state }) => isState(state))
      if (row === undefined) warnings.push(`the ${one} ${id} in ${limits.file} cannot be read, and is left out`)
      return row === undefined ? [] : [{ place: Number(place), row }]
    })
  return {
    jobs: sql.all(`SELECT ${jobColumns} FROM jobs WHERE finished_at IS NULL ORDER BY job`).map((row) =>
      storedJob(sql, rowOf(row))
    ),
    schedules: leasedRows<ScheduleId, ScheduleState>("schedule", isScheduleState),
    wrappers: leasedRows<WrapperId, WrapperState>("wrapper", isWrapperState),
    profiles: leasedRows<string, ProfileState>("profile", isProfileState),
    webhooks: sql.all("SELECT id, owner, lanes AS cursors FROM webhooks").map(({ cursors, id, owner }) => ({
      id: String(id) as JobId, // written by us
      owner: String(owner),
      cursors: JSON.parse(String(cursors)) as EventCursors // written by us
    })),
    domains,
    isClean: end === 1,
    // Only a crash leaves a log. A backup needs none.
    isLogMissing: end === 0 && !hadLog,
    warnings
  }
}

const budgetOf = (sql: Statements): StoreBudget => {
  const budget = new StoreBudget(limits.storeBytes)
  for (const { bytes, owner } of sql.all("SELECT owner, sum(bytes) AS bytes FROM jobs GROUP BY owner")) {
    budget.add(String(owner), Number(bytes))
  }
  return budget
}

/** Reads the budget from the file, at the start and after a failed transaction. */
const fileOf = (sql: Statements): JobFile => ({
  sql,
  limits,
  budget: budgetOf(sql),
  jobs: new Map(
    sql.all("SELECT owner, count(*) AS jobs FROM jobs GROUP BY owner").map(({ jobs, owner }) => [
      String(owner),
      Number(jobs)
    ])
  ),
  counts: new FilterCounts(),
  index: new Fts5Index(sql, maxCompared)
})

/** Pages that a search compares, so that other calls do not wait for long. */
const maxCompared = 10_000

const outcomeOf = (error: unknown): Fault => {
  const { isDamaged, message } = faultOf(error, limits.file)
  return { fault: message, isDamaged }
}

const answersOf = (sql: Statements) => {
  let file = fileOf(sql)
  const answer = <Name extends keyof Operations>({ name, params }: Call<Name>): Outcome => ({
    answer: operate[name](file, params)
  })
  const inOne = (calls: Batch["calls"]): ReadonlyArray<Outcome> => {
    try {
      return sql.transaction(() => calls.map(answer))
    } catch (error) {
      file = fileOf(sql)
      // Retry one by one, so that a failed call does not fail the others.
      return calls.length > 1
        ? calls.flatMap((call) => inOne([call]))
        : [outcomeOf(error)]
    }
  }
  const read = (call: Call<keyof Operations>): Outcome => {
    try {
      return answer(call)
    } catch (error) {
      return outcomeOf(error)
    }
  }
  return ({ calls, isWrite }: Batch) => isWrite ? inOne(calls) : calls.map(read)
}

const send = (message: FromThread): void => port?.postMessage(message)

/** Opening a file does not detect all damage. */
const readable = <A>(read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw faultOf(error, limits.file)
  }
}

const serve = (): void => {
  const hadLog = hasLog(limits.file)
  const wasEmpty = isEmpty(limits.file)
  const db = openFile(limits.file)
  const sql = new Statements(db)
  const [answers, initial] = readable(() => [answersOf(sql), initialState(sql, hadLog, wasEmpty)] as const)
  send({ _tag: "Open", initial })
  sql.run("UPDATE process SET is_clean = 0")
  // Into the file, not only the log: a copy of the file alone then shows that its log is missing.
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } catch {
    // For example, the disk is full. The next write reports it.
  }
  const backups = new BackupSocket(db, limits.file)
  const close = async (): Promise<void> => {
    await backups.close()
    try {
      sql.run("UPDATE process SET is_clean = 1")
    } finally {
      db.close()
      send({ _tag: "Closed" })
      port?.close()
    }
  }
  port?.on("message", (batch: Batch | "close") => {
    if (batch === "close") return void close()
    send({ _tag: "Answers", number: batch.number, outcomes: answers(batch) })
  })
}

try {
  serve()
} catch (error) {
  if (!(error instanceof FileFault)) throw error
  send({ _tag: "Fault", fault: error.message })
}
