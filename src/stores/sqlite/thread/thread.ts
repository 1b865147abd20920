import { parentPort, workerData } from "node:worker_threads"
import { JobId } from "../../../domain/job/Job.ts"
import { StoreBudget } from "../../../jobs/StoreBudget.ts"
import type { EventCursors } from "../../../webhooks/event-cursors.ts"
import { BackupSocket } from "../backup/BackupSocket.ts"
import { jobColumns, rowOf, storedJob } from "../job-rows.ts"
import { faultOf, FileFault, hasLog, openFile } from "../open-file.ts"
import type { JobFile } from "./commit.ts"
import { operate } from "./operate.ts"
import type { Answer, Asked, FileLimits, GateRow, Left, Operations } from "./operations.ts"
import { Statements } from "./Statements.ts"

/**
 * The thread that has the file. It gets the calls of one batch in a message and answers them in one; a batch of writes
 * is one transaction.
 */
export interface Batch {
  readonly number: number
  readonly isWrite: boolean
  readonly calls: ReadonlyArray<Call<keyof Operations>>
}

export interface Call<Name extends keyof Operations> {
  readonly name: Name
  readonly asked: Asked<Name>
}

export type Outcome = { readonly answer: Answer<keyof Operations> } | Fault

export interface Fault {
  readonly fault: string
  /** The file is damaged, so that waiting does not help. */
  readonly isDamaged?: boolean
}

/** `fault` ends the thread: the file cannot be used. */
export type FromThread =
  | { readonly _tag: "Fault"; readonly fault: string }
  | { readonly _tag: "Open"; readonly left: Left }
  | { readonly _tag: "Answers"; readonly number: number; readonly outcomes: ReadonlyArray<Outcome> }
  | { readonly _tag: "Closed" }

const port = parentPort
const limits = workerData as FileLimits

const leftOf = (sql: Statements, hadLog: boolean): Left => {
  const gates = sql.all(
    "SELECT domain, next_at AS nextAt, delay, back_off AS backOff, written_at AS writtenAt FROM gates"
  )
  const end = sql.count("SELECT is_clean FROM process")
  return {
    jobs: sql.all(`SELECT ${jobColumns} FROM jobs WHERE finished_at IS NULL ORDER BY job`).map((row) =>
      storedJob(sql, rowOf(row))
    ),
    webhooks: sql.all("SELECT id, owner, lanes FROM webhooks").map(({ id, lanes, owner }) => ({
      id: JobId.make(String(id)),
      owner: String(owner),
      cursors: JSON.parse(String(lanes)) as EventCursors // written by us
    })),
    gates: gates as unknown as ReadonlyArray<GateRow>, // the columns are named so
    isClean: end === 1,
    // A process that ends in order leaves no log, and any other one leaves it. A backup needs none.
    isLogMissing: end === 0 && !hadLog
  }
}

const budgetOf = (sql: Statements): StoreBudget => {
  const budget = new StoreBudget(limits.storeBytes)
  for (const { bytes, owner } of sql.all("SELECT owner, sum(bytes) AS bytes FROM jobs GROUP BY owner")) {
    budget.add(String(owner), Number(bytes))
  }
  return budget
}

/** As the file has it, after a transaction that failed too. */
const fileOf = (sql: Statements): JobFile => ({
  sql,
  limits,
  budget: budgetOf(sql),
  jobs: { count: sql.count("SELECT count(*) FROM jobs") }
})

const outcomeOf = (error: unknown): Fault => {
  const { isDamaged, message } = faultOf(error, limits.file)
  return { fault: message, isDamaged }
}

const answersOf = (sql: Statements) => {
  let file = fileOf(sql)
  const answer = <Name extends keyof Operations>({ asked, name }: Call<Name>): Outcome => ({
    answer: operate[name](file, asked)
  })
  const inOne = (calls: Batch["calls"]): ReadonlyArray<Outcome> => {
    try {
      return sql.transaction(() => calls.map(answer))
    } catch (error) {
      file = fileOf(sql)
      // One that cannot be done is not to fail the others.
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

/** A file may be damaged where its opening does not look. */
const readable = <A>(read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw faultOf(error, limits.file)
  }
}

const serve = (): void => {
  const hadLog = hasLog(limits.file)
  const db = openFile(limits.file)
  const sql = new Statements(db)
  const [answers, left] = readable(() => [answersOf(sql), leftOf(sql, hadLog)] as const)
  send({ _tag: "Open", left })
  sql.run("UPDATE process SET is_clean = 0")
  // From the log into the file: a copy of the file alone says that a log belongs to it.
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } catch {
    // The disk is full, say. The next write tells it, and the file stays as it was.
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
