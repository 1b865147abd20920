import * as fs from "node:fs"
import * as path from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import { fileFault } from "../../../../core/kernel/file-fault.ts"
import { FileFault } from "../open-file.ts"

/** In pages of SQLite. A write of the service waits for at most one step. */
const pagesPerStep = 256

/**
 * Copies an open database to a new file and returns its size in bytes. The copy has all commits until it is complete,
 * and gets its name when it is synced. `isWanted` is checked between steps.
 */
export const copyFile = async (
  db: DatabaseSync,
  target: string,
  isWanted: () => boolean = () => true
): Promise<number> => {
  if (fs.existsSync(target)) throw new FileFault(`${target} exists; name a file that does not exist`)
  const partial = `${target}.partial`
  const clear = () => {
    for (const end of ["", "-journal", "-wal", "-shm"]) fs.rmSync(partial + end, { force: true })
  }
  try {
    // After a crash of an earlier backup.
    clear()
    fs.closeSync(fs.openSync(partial, "wx", 0o600))
    await backup(db, partial, {
      rate: pagesPerStep,
      progress: () => {
        if (!isWanted()) throw new FileFault("the backup was stopped")
      }
    })
    markComplete(partial)
    sync(partial)
    // Unlike a rename, this never replaces a file that was created meanwhile.
    fs.linkSync(partial, target)
    sync(path.dirname(target))
    return fs.statSync(target).size
  } catch (error) {
    if (!isWanted()) throw new FileFault("the backup was stopped")
    throw error instanceof FileFault ? error : new FileFault(`${target} cannot be written: ${reasonOf(error)}`)
  } finally {
    clear()
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ("errcode" in error) return error.errcode === full ? fileFault({ ...error, code: "ENOSPC" }) : error.message
  return fileFault(error)
}

/** SQLITE_FULL */
const full = 13

/** The value of `is_clean` for a complete copy. It is not 1, so all domains wait for their delay after a restore. */
const completeCopy = 2

const markComplete = (file: string): void => {
  const db = new DatabaseSync(file)
  try {
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; UPDATE process SET is_clean = ${completeCopy}`)
  } finally {
    db.close()
  }
}

const sync = (place: string): void => {
  const descriptor = fs.openSync(place, "r")
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
