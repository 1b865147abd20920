import * as fs from "node:fs"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { counted } from "../../../core/kernel/counted.ts"
import { migrations } from "./thread/migrations.ts"

/** Marks a file as Gleaner's ("Glnr"), so that no other program's database is written. */
const applicationId = 0x476C6E72
/** In milliseconds. A process that is just ending may still have the file. */
const timeout = 1000

/** In bytes. A longer log is truncated. */
const maxLog = 64 * 1024 * 1024

/** The reason why a file cannot be used, for the operator. */
export class FileFault extends Error {
  readonly isDamaged: boolean

  constructor(message: string, isDamaged = false) {
    super(message)
    this.isDamaged = isDamaged
  }
}

/** Opens or creates the file, with an exclusive lock, and migrates its tables. */
export const openFile = (file: string): DatabaseSync => {
  let db: DatabaseSync | undefined
  try {
    checkLength(file)
    makePrivate(file)
    db = new DatabaseSync(file, { timeout })
    // Exclusive comes first: then WAL needs no shared memory, and the lock is never released.
    db.exec("PRAGMA locking_mode = EXCLUSIVE")
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${maxLog}`)
    db.exec("BEGIN IMMEDIATE")
    migrate(db, file)
    db.exec("COMMIT")
    return db
  } catch (error) {
    db?.close()
    throw faultOf(error, file)
  }
}

export const faultOf = (error: unknown, file: string): FileFault =>
  error instanceof FileFault ? error : new FileFault(wordsFor(error, file), damages.has(codeOf(error)))

/** Creates the file for this user only. SQLite gives its other files the same permissions. */
const makePrivate = (file: string): void => {
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, "a", 0o600))
  // The log is beside the file. SQLite reports a folder that is not writable as a failed disk.
  const real = fs.realpathSync(file)
  for (const place of [real, path.dirname(real)]) fs.accessSync(place, fs.constants.W_OK)
}

/** Whether SQLite's log is beside the file. Call it before the file is opened. */
export const hasLog = (file: string): boolean => fs.existsSync(file) && fs.existsSync(`${fs.realpathSync(file)}-wal`)

/** Whether the file exists and has nothing in it. Call it before the file is opened. */
export const isEmpty = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.size === 0

/** SQLite reads what is left of a file that was cut, and fails when it needs the rest. */
const checkLength = (file: string): void => {
  const bytes = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  // With a log, pages may not be in the file yet.
  if (bytes === 0 || hasLog(file)) return
  const missing = lengthInHeader(file) - bytes
  if (missing > 0) {
    throw new FileFault(`${file} is cut: ${counted(missing, "byte")} are missing at its end; ${replace}`, true)
  }
}

/** The number of bytes by the header ("Database File Format", section 1.3); 0 if it says nothing valid. */
const lengthInHeader = (file: string): number => {
  const header = Buffer.alloc(100)
  const descriptor = fs.openSync(file, "r")
  fs.readSync(descriptor, header)
  fs.closeSync(descriptor)
  const pageSize = header.readUInt16BE(16)
  const isValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  return isValid ? header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize) : 0
}

const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

/** Fails if the tables are another program's. */
export const checkOwn = (db: DatabaseSync, file: string): void => {
  const isEmpty = db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.["n"] === 0
  if (!isEmpty && numberOf(db, "application_id") !== applicationId) {
    throw new FileFault(`${file} is the database of another program; name another file`)
  }
}

const migrate = (db: DatabaseSync, file: string): void => {
  const version = numberOf(db, "user_version")
  checkOwn(db, file)
  if (version > migrations.length) {
    throw new FileFault(
      `${file} was written by a newer Gleaner (its schema is ${version}, this one knows ${migrations.length}); use that one, or name another file`
    )
  }
  for (const migration of migrations.slice(version)) db.exec(migration)
  if (version < migrations.length) {
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  }
}

const wordsFor = (error: unknown, file: string): string => {
  const { code, message } = error as { code?: string; message?: string }
  if (code === "ENOENT") {
    const folder = path.dirname(path.resolve(file))
    return fs.existsSync(folder)
      ? `no file can be made in the folder ${folder}; name another file`
      : `the folder ${folder} does not exist; make it, or name another file`
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `${file}, or its folder, may not be written by this user`
  }
  if (code === "EISDIR") return `${file} is a folder; name a file`
  return faults[codeOf(error)]?.(file) ?? `${file} cannot be used: ${message ?? String(error)}`
}

/** SQLite's primary result code; 0 if the error is another one. */
const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xFF

/** Whether another process has the file (SQLITE_BUSY). */
export const isBusy = (error: unknown): boolean => error instanceof Error && codeOf(error) === 5

const replace = "put a copy in its place, or name another file"

/** SQLITE_CORRUPT and SQLITE_NOTADB */
const damages: ReadonlySet<number> = new Set([11, 26])

/** By SQLite's primary result code. */
const faults: Readonly<Record<number, (file: string) => string>> = {
  5: (file) => `${file} is in use by another process; one file serves one process`,
  6: (file) => `${file} is in use by another process; one file serves one process`,
  8: (file) => `${file} may not be written by this user`,
  10: (file) => `${file} cannot be read or written; look at the disk`,
  11: (file) => `${file} is damaged; ${replace}`,
  13: (file) => `there is no room for ${file} on its disk`,
  14: (file) => `${file} cannot be opened; look at the folder and its permissions`,
  26: (file) => `${file} is not a SQLite database; name another file`
}
