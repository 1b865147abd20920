import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { freePort, guard, isReady, unprivileged } from "./postgres.ts"

const program = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(":")]
  .map((folder) => path.join(folder, "pgbouncer")).find((file) => fs.existsSync(file))

/** Reason why there is no PgBouncer for the tests; undefined if there is one. */
export const noPgBouncer = program !== undefined
  ? undefined
  : "the system has no PgBouncer here (Debian: apt install pgbouncer)"

export interface PgBouncer {
  /** The same database through the pooler. */
  readonly through: (url: string) => string
  /** Ends it and removes its folder. */
  readonly remove: () => Promise<void>
}

/**
 * PgBouncer in transaction mode over the Postgres with this URL. It has fewer sessions than its clients, and gives them
 * out in turn, so that two statements of a client seldom meet the same one. It accepts no parameters of sessions.
 */
export const startPgBouncer = async (postgres: string): Promise<PgBouncer> => {
  if (program === undefined) throw new Error(noPgBouncer)
  const runAs = unprivileged()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-pgbouncer-"))
  const { password, port: behind, username } = new URL(postgres)
  const port = await freePort()
  const configuration = path.join(folder, "pgbouncer.ini")
  const users = path.join(folder, "users")
  fs.writeFileSync(users, `"${username}" "${password}"\n`)
  fs.writeFileSync(
    configuration,
    `[databases]
* = host=127.0.0.1 port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 500
server_round_robin = 1
server_idle_timeout = 5
server_login_retry = 1
query_wait_timeout = 5
`
  )
  if (runAs !== undefined) {
    for (const file of [folder, configuration, users]) {
      fs.chownSync(file, runAs.uid, runAs.gid)
    }
  }
  const log = fs.openSync(path.join(folder, "log"), "a")
  const [command = "", ...rest] = [...guard, program, configuration]
  const child = spawn(command, rest, { ...runAs, cwd: folder, stdio: ["ignore", log, log] })
  fs.closeSync(log)
  let isOver = false
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve())).then(() => void (isOver = true))
  const through = (url: string) => {
    const pooled = new URL(url)
    pooled.port = String(port)
    return pooled.href
  }
  while (!isReady(through(postgres))) {
    if (isOver) throw new Error(`PgBouncer did not start: ${fs.readFileSync(path.join(folder, "log"), "utf8")}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    through,
    remove: async () => {
      child.kill("SIGTERM")
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}
