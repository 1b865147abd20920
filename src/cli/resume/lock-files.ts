import { Effect, FileSystem } from "effect"
import { Disk } from "../../stores/documents/disk.ts"
import { failed } from "../job-files/ledger-file.ts"

/**
 * Keeps other processes from the JSON Lines and their ledger until the scope ends: two crawls that write the same files
 * would tear them. A process that is killed leaves the file of the lock behind, and the lock ends with it.
 */
export const lockFiles = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  // A symbolic link and its target are one file.
  const lock = `${yield* Effect.orElseSucceed(fs.realPath(file), () => file)}.lock`
  const isMade = yield* Effect.as(Disk.lock(lock), true).pipe(
    // In a folder that cannot be written, the files themselves fail, in words of their own.
    Effect.catchTag("Unusable", ({ isLocked }) =>
      isLocked
        ? failed(`${file} is being written by another crawl; wait for its end, or name another file`)
        : Effect.succeed(false))
  )
  // Before the lock ends: then no other process has it.
  if (isMade) yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(lock)))
})
