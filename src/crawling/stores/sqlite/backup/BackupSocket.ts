import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { copyFile } from "./copy-file.ts"

/** The Unix socket for requests to the process that has the file. */
export const socketOf = (file: string): string => `${fs.realpathSync(file)}-backup`

/** One line of JSON. The answer is another one. */
export interface BackupRequest {
  readonly target: string
}

export type BackupAnswer = { readonly bytes: number } | { readonly fault: string }

/** Serves requests for backups from other processes of the same user, one at a time. Runs in the thread of the file. */
export class BackupSocket {
  private readonly db: DatabaseSync
  private readonly server: net.Server
  private readonly path: string
  private isClosing = false
  private running: Promise<void> | undefined

  /** Replaces an existing socket: this process has the lock of the file, so it is left over from a crash. */
  constructor(db: DatabaseSync, file: string) {
    this.db = db
    this.path = socketOf(file)
    this.server = net.createServer((socket) => this.serve(socket))
    this.server.maxConnections = 4
    // Without a socket, for example because the path is too long, only backups fail, and their command reports it.
    this.server.on("error", () => {})
    fs.rmSync(this.path, { force: true })
    this.server.listen(this.path)
    try {
      fs.chmodSync(this.path, 0o600)
    } catch {
      this.server.close()
    }
  }

  /** Stops the running backup, and returns when the database is unused. */
  async close(): Promise<void> {
    this.isClosing = true
    this.server.close()
    await this.running
    fs.rmSync(this.path, { force: true })
  }

  private serve(socket: net.Socket): void {
    let line = ""
    socket.setEncoding("utf8").setTimeout(requestTimeout, () => socket.destroy())
    socket.on("error", () => {})
    socket.on("data", (text: string) => {
      line += text
      if (line.length > maxRequest) socket.destroy()
      if (!line.endsWith("\n")) return
      socket.setTimeout(0).removeAllListeners("data")
      socket.resume()
      void this.answer(line, socket)
    })
  }

  private async answer(line: string, socket: net.Socket): Promise<void> {
    const answer = await this.answerTo(line, () => !this.isClosing && !socket.destroyed)
    socket.end(`${JSON.stringify(answer)}\n`)
  }

  private async answerTo(line: string, isWanted: () => boolean): Promise<BackupAnswer> {
    if (this.running !== undefined) return { fault: "another backup is being made" }
    const done = Promise.withResolvers<void>()
    this.running = done.promise
    try {
      const { target } = JSON.parse(line) as BackupRequest // of gleaner's command: only this user can write to the socket
      if (!path.isAbsolute(target)) return { fault: "the path of a backup is absolute" }
      return { bytes: await copyFile(this.db, target, isWanted) }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    } finally {
      this.running = undefined
      done.resolve()
    }
  }
}

/** In characters. Paths are shorter. */
const maxRequest = 16_384
/** In milliseconds, until the request is whole. */
const requestTimeout = 5000
