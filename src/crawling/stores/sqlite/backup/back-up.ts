import { Effect, Schema } from "effect"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { checkOwn, faultOf, isBusy } from "../open-file.ts"
import { type BackupAnswer, socketOf } from "./BackupSocket.ts"
import { copyFile } from "./copy-file.ts"

/** The cause of a failed backup, for the operator. */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", { message: Schema.String }) {}

/**
 * Copies the jobs of a SQLite file to `target`, and returns the size of the copy in bytes. If a service has the file,
 * it makes the copy, otherwise this process.
 */
export const backUp = (file: string, target: string): Effect.Effect<number, BackupFailed> =>
  Effect.gen(function*() {
    if (!fs.existsSync(file)) return yield* new BackupFailed({ message: `there is no store ${file}` })
    const absolute = path.resolve(target)
    return (yield* copied(file, absolute)) ?? (yield* requested(file, absolute))
  })

/** Undefined if a service has the file. Interruption waits until the partial copy is deleted. */
const copied = (file: string, target: string) =>
  Effect.callback<number | undefined, BackupFailed>((resume, signal) => {
    const done = copyUnused(file, target, () => !signal.aborted).then(
      (bytes) => resume(Effect.succeed(bytes)),
      (error: unknown) => resume(Effect.fail(new BackupFailed({ message: faultOf(error, file).message })))
    )
    return Effect.promise(() => done)
  })

/** Does not change the file or its log. */
const copyUnused = async (file: string, target: string, isWanted: () => boolean): Promise<number | undefined> => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    checkOwn(db, file)
    return await copyFile(db, target, isWanted)
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  } finally {
    db.close()
  }
}

/** Requests the copy from the service that has the file. Each of the two processes stops if the other one ends. */
const requested = (file: string, target: string) =>
  Effect.callback<number, BackupFailed>((resume) => {
    const failed = (message: string) => resume(Effect.fail(new BackupFailed({ message })))
    let line = ""
    const socket = net.connect(socketOf(file), () => void socket.write(`${JSON.stringify({ target })}\n`))
    socket.setEncoding("utf8")
    socket.on("data", (text: string) => (line += text))
    socket.on("error", ({ message }) =>
      failed(
        `${file} is in use by a process that takes no request for a backup (${message}); stop it, and try again`
      ))
    socket.on("end", () => {
      if (!line.endsWith("\n")) return failed("the service ended before the backup was complete")
      const answer = JSON.parse(line) as BackupAnswer // of the service, over a socket of this user
      if ("fault" in answer) failed(answer.fault)
      else resume(Effect.succeed(answer.bytes))
    })
    return Effect.sync(() => socket.destroy())
  })
