import { spawn } from "node:child_process"
import { commandAlone } from "../processes/built-command.ts"

/** Settings for sites on loopback. Pages are read in the process of the command: a reader is one more to start. */
export const loopback = {
  GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
  GLEANER_DOMAIN_DELAY: "0 millis",
  GLEANER_BROWSER: "off",
  GLEANER_WORKERS: "0"
}

interface Surroundings {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Its stdin. Default: none. */
  readonly input?: string
}

/** The command in a process of its own. */
export const commandProcess = (args: ReadonlyArray<string>, { cwd, environment, input }: Surroundings = {}) => {
  const child = spawn(process.execPath, [...commandAlone, ...args], {
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...process.env, ...loopback, ...environment }
  })
  child.stdin?.end(input)
  let out = ""
  let err = ""
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, out, err }))
  )
  return { child, ended }
}
