import { Effect, Layer, Redacted, type Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { postgresPrograms } from "./postgres-programs.ts"
import type { SqlAnswer, SqlRequest } from "./sql-thread.ts"

/** A Postgres of our own, in a temporary folder and on a free port of loopback. */
export interface PostgresServer {
  /** A new database, empty or a copy of the one with this URL; its URL as `GLEANER_STORE` takes it. */
  readonly database: (model?: string) => string
  /**
   * A database whose tables are empty, for as long as the scope: one that a test has left, if there is one, since a new
   * one takes a quarter of a second of CPU time, and its tables half a second.
   */
  readonly lent: Effect.Effect<string, never, Scope.Scope>
  /** Runs SQL in one session and gives the last rows, columns separated by a bar. */
  readonly sql: (url: string, ...commands: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Its log so far. */
  readonly log: () => string
  /** Stops it like an outage: sessions are cut without a message. */
  readonly stop: () => Promise<void>
  /** Starts it again with the same data on the same port. */
  readonly start: () => Promise<void>
  /** Ends it and removes its folder. */
  readonly remove: () => Promise<void>
}

const bin = postgresPrograms()

/** Reason why there is no Postgres for the tests; undefined if there is one. */
export const noPostgres = bin !== undefined
  ? undefined
  : "neither npm nor the system has a Postgres here (Debian: apt install postgresql)"

const isRoot = process.getuid?.() === 0

/** Postgres and PgBouncer refuse to run as root. */
export const unprivileged = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (!isRoot) return undefined
  const [, , uid, gid] = fs.readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":")).toSorted()
    .findLast(([name]) => name === "postgres" || name === "nobody") ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** One server for all files of a worker, since each test has a database of its own. It ends with the worker. */
export const sharedPostgres = (): Promise<PostgresServer> => shared ??= startPostgres()
let shared: Promise<PostgresServer> | undefined

export const startPostgres = async (settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> => {
  if (bin === undefined) throw new Error(noPostgres)
  const runAs = unprivileged()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-postgres-"))
  const data = path.join(folder, "data")
  if (runAs !== undefined) fs.chownSync(folder, runAs.uid, runAs.gid)
  const program = (name: string) => path.join(bin, name)
  execFileSync(program("initdb"), ["-D", data, "-U", "gleaner", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], {
    ...runAs,
    cwd: folder,
    stdio: "ignore"
  })
  const port = await freePort()
  // Durability does not matter here.
  const options = Object.entries({
    fsync: "off",
    full_page_writes: "off",
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    ...settings
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const url = (database: string) => `postgres://gleaner:a-secret-of-the-store@127.0.0.1:${port}/${database}`
  let ended: Promise<void> = Promise.resolve()
  let stop = () => {}
  let pid: number | undefined

  const start = async () => {
    const [command = "", ...rest] = [...guard, program("postgres"), "-D", data, ...options]
    const log = fs.openSync(path.join(folder, "log"), "a")
    const child = spawn(command, rest, { ...runAs, cwd: folder, stdio: ["ignore", log, log] })
    fs.closeSync(log)
    let isOver = false
    ended = new Promise<void>((resolve) => child.once("exit", () => resolve())).then(() => void (isOver = true))
    stop = () => child.kill("SIGQUIT")
    pid = child.pid
    process.once("exit", leave).once("SIGTERM", leaveAtSignal)
    while (!isReady(url("postgres"))) {
      if (isOver) throw new Error(`Postgres did not start: ${fs.readFileSync(path.join(folder, "log"), "utf8")}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  /** A worker ends by a signal and has no time to wait for Postgres, so another process removes the folder. */
  const leave = () => {
    const remove = `while kill -0 ${pid} 2> /dev/null; do sleep 0.1; done; rm -rf "$0"`
    stop()
    spawn("sh", ["-c", remove, folder], { detached: true, stdio: "ignore" }).unref()
  }
  const leaveAtSignal = () => {
    leave()
    process.kill(process.pid, "SIGTERM")
  }
  const halt = async () => {
    stop()
    await ended
    process.off("exit", leave).off("SIGTERM", leaveAtSignal)
  }
  await start()
  let databases = 0
  const database: PostgresServer["database"] = (model) => {
    const name = `test_${++databases}`
    const template = model === undefined ? "template0" : new URL(model).pathname.slice(1)
    sql(url("postgres"), `CREATE DATABASE ${name} TEMPLATE ${template}`)
    return url(name)
  }
  const left: Array<string> = []
  let model: Promise<string> | undefined
  const migrated = async () => {
    const made = database()
    const stores = postgresStores(Redacted.make(made)).pipe(Layer.provide(Settings.layerWith({})))
    await Effect.runPromise(Effect.scoped(Layer.build(stores)))
    return made
  }
  return {
    sql,
    database,
    lent: Effect.acquireRelease(
      Effect.suspend(() => {
        const found = left.pop()
        return found === undefined
          ? Effect.promise(async () => database(await (model ??= migrated())))
          : Effect.succeed(found)
      }),
      (used) =>
        // One that something still holds is used no more.
        Effect.ignore(Effect.try(() => {
          sql(used, emptyTables)
          left.push(used)
        }))
    ),
    log: () => fs.readFileSync(path.join(folder, "log"), "utf8"),
    start,
    stop: halt,
    remove: async () => {
      await halt()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Without triggers, so that their order does not matter. */
const emptyTables = `DO $$
DECLARE each record;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true), set_config('lock_timeout', '1s', true);
  FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'gleaner' AND tablename <> 'migrations' LOOP
    EXECUTE format('DELETE FROM gleaner.%I', each.tablename);
  END LOOP;
  FOR each IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'gleaner' LOOP
    EXECUTE format('ALTER SEQUENCE gleaner.%I RESTART', each.sequencename);
  END LOOP;
END $$`

/** The kernel stops the command when this process is gone, however it went. */
export const guard = fs.existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "INT"] : []

export const isReady = (url: string): boolean => {
  try {
    return sql(url, "SELECT 1").length === 1
  } catch {
    return false
  }
}

/** The package of npm has no psql. A thread runs the SQL while this one waits, since tests expect the rows at once. */
const sql: PostgresServer["sql"] = (url, ...commands) => {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  const request: SqlRequest = { url, commands, port: port2, done }
  sqlThread().postMessage(request, [port2])
  Atomics.wait(done, 0, 0)
  const { error, rows = [] } = (receiveMessageOnPort(port1) as { readonly message: SqlAnswer }).message // one was sent
  port1.close()
  if (error !== undefined) throw new Error(error)
  return rows.map((row) => Object.values(row).join("|"))
}

let thread: Worker | undefined
const sqlThread = (): Worker => {
  if (thread === undefined) {
    thread = new Worker(new URL("sql-thread.ts", import.meta.url))
    thread.unref()
  }
  return thread
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
