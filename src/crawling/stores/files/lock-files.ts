import { Effect, FileSystem } from "effect"
import { Disk } from "../documents/disk.ts"
import { unusable } from "./FilesError.ts"

/**
 * Locks the JSON Lines and their ledger until the scope closes: two crawls that write the same files would corrupt
 * them. A killed process leaves the lock file behind, but not locked.
 */
export const lockFiles = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  // A symbolic link and its target are one file.
  const lock = `${yield* Effect.orElseSucceed(fs.realPath(file), () => file)}.lock`
  const isMade = yield* Effect.as(Disk.lock(lock), true).pipe(
    // In a read-only folder, opening the files fails with a better message.
    Effect.catchTag("Unusable", ({ isLocked }) =>
      isLocked
        ? unusable(`${file} is being written by another crawl; wait for its end, or name another file`)
        : Effect.succeed(false))
  )
  // Remove the file before unlocking, while no other process can have it.
  if (isMade) yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(lock)))
})
