import { Effect, Schema, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { StoreFull } from "../../jobs/StoreFull.ts"

export class NoSuchFile extends Schema.TaggedError<NoSuchFile>()("NoSuchFile", {}) {}

/** The folder or the lock cannot be used. `fault` is for the operator. */
export class Unusable extends Schema.TaggedError<Unusable>()("Unusable", {
  fault: Schema.String,
  /** By another process. */
  isLocked: Schema.Boolean
}) {}

/** A file being written. */
export interface OpenFile {
  /** Writes at this offset, and returns when the bytes are synced. */
  append(at: number, bytes: ReadonlyArray<Uint8Array>): Effect.Effect<void, StoreFull | StoreUnavailable>
  readonly close: Effect.Effect<void>
}

/** A file being read. */
export interface ReadFile {
  read(offset: number, length: number): Effect.Effect<Uint8Array, StoreUnavailable>
}

/** Files that only this user can read. Acknowledged writes survive a loss of power. */
export const Disk = {
  /** Creates a file, and its folder if needed. */
  create: (folder: string, name: string): Effect.Effect<OpenFile, StoreFull | StoreUnavailable> =>
    writing(async () => {
      const made = await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await fs.open(path.join(folder, name), "wx", 0o600)
      await syncFolders(folder, made)
      return {
        append: (at, bytes) =>
          writing(async () => {
            const all = Buffer.concat(bytes)
            for (let written = 0; written < all.length;) {
              const { bytesWritten } = await handle.write(all, written, all.length - written, at + written)
              written += bytesWritten
            }
            await handle.datasync()
          }),
        close: Effect.ignore(Effect.tryPromise(() => handle.close()))
      }
    }),
  open: (file: string): Effect.Effect<ReadFile, NoSuchFile | StoreUnavailable, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.tryPromise({
        try: () => fs.open(file, "r"),
        catch: (error) => codeOf(error) === "ENOENT" ? new NoSuchFile() : unavailable(error)
      }),
      (handle) => Effect.ignore(Effect.tryPromise(() => handle.close()))
    ).pipe(Effect.map((handle) => ({
      read: (offset, length) =>
        Effect.tryPromise({
          try: async () => {
            const bytes = new Uint8Array(length)
            const { bytesRead } = await handle.read(bytes, 0, length, offset)
            return bytes.subarray(0, bytesRead)
          },
          catch: unavailable
        })
    }))),
  /** Creates the folder, and checks that it is writable. */
  prepare: (folder: string): Effect.Effect<void, Unusable> =>
    Effect.tryPromise({
      try: async () => {
        await fs.mkdir(folder, { recursive: true, mode: 0o700 })
        const probe = path.join(folder, `probe-${process.pid}-${randomBytes(4).toString("hex")}`)
        await fs.writeFile(probe, "", { mode: 0o600, flag: "wx" })
        await fs.rm(probe)
      },
      catch: unusable
    }),
  /** A lock of SQLite, because Node has none. Released when the process ends, even by a crash. */
  lock: (file: string): Effect.Effect<void, Unusable, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          const { DatabaseSync } = await import("node:sqlite")
          const database = new DatabaseSync(file)
          try {
            database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
          } catch (error) {
            database.close()
            throw error
          }
          return database
        },
        catch: unusable
      }),
      (database) => Effect.sync(() => database.close())
    ).pipe(Effect.asVoid),
  removeFolder: (folder: string): Effect.Effect<void, StoreUnavailable> =>
    Effect.tryPromise({ try: () => fs.rm(folder, { recursive: true, force: true }), catch: unavailable })
} as const

/** Makes new names durable: syncs the folder of each one. */
const syncFolders = async (folder: string, firstMade: string | undefined): Promise<void> => {
  const top = firstMade === undefined ? folder : path.dirname(firstMade)
  for (let at = folder;; at = path.dirname(at)) {
    const handle = await fs.open(at, "r")
    await handle.sync().finally(() => handle.close())
    if (at === top || at === path.dirname(at)) return
  }
}

const writing = <A>(run: () => Promise<A>): Effect.Effect<A, StoreFull | StoreUnavailable> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => noCapacity.has(codeOf(error)) ? new StoreFull({ reason: reasonOf(error) }) : unavailable(error)
  })

/** No space on the disk, the user's quota, and the maximum size of a file. */
const noCapacity = new Set(["ENOSPC", "EDQUOT", "EFBIG"])

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error && typeof error.code === "string"

const codeOf = (error: unknown): string => (isOfSystem(error) ? error.code : undefined) ?? ""

const unusable = (error: unknown): Unusable =>
  new Unusable({ fault: faultOf(error), isLocked: (error as { readonly errcode?: number }).errcode === sqliteBusy })

const sqliteBusy = 5

const faultOf = (error: unknown): string => isOfSystem(error) ? fileFault(error) : reasonOf(error)

const reasonOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

const unavailable = (error: unknown): StoreUnavailable => new StoreUnavailable({ reason: reasonOf(error) })
