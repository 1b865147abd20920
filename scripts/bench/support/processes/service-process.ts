import { spawn } from "node:child_process"
import * as path from "node:path"

/**
 * `gleaner serve` in a process of its own, on a free port, with leave for loopback and no delay. It can be bound to
 * cores, which are listed as for taskset(1).
 */
export interface ServiceProcess {
  readonly url: string
  /** Milliseconds from the start of the process to /readyz. */
  readonly readyMillis: number
  readonly pid: number
  readonly call: (path: string, json?: unknown, method?: string) => Promise<Response>
  /** The events of a job, after the one with this id. */
  readonly events: (id: string, after?: string) => Promise<Response>
  readonly stop: () => Promise<void>
  /** Ends it as `kill -9` does. */
  readonly kill: () => Promise<void>
}

const key = "bench-key-0123456789abcdef"
const root = path.join(import.meta.dirname, "../../../..")

export const serviceProcess = async (
  environment: Readonly<Record<string, string | undefined>> = {},
  main = "src/main.ts",
  cores?: string
): Promise<ServiceProcess> => {
  const started = performance.now()
  const command = [process.execPath, path.resolve(root, main), "serve"]
  const [program = "", ...rest] = cores === undefined ? command : ["taskset", "--cpu-list", cores, ...command]
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      GLEANER_PORT: "0",
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "0 millis",
      GLEANER_RATE_LIMIT: "1000000",
      GLEANER_BROWSER: "off",
      GLEANER_LOG_LEVEL: "Warn",
      GLEANER_API_KEYS: `bench:${key}`,
      ...environment
    }
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const address = /listens on (\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    void ended.then(() => reject(new Error(`the service ended: ${output}`)))
  })
  await fetch(`${url}/readyz`)
  return {
    url,
    readyMillis: performance.now() - started,
    pid: child.pid ?? 0,
    call: (path, json, method = json === undefined ? "GET" : "POST") =>
      fetch(url + path, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(json === undefined ? {} : { body: JSON.stringify(json) })
      }),
    events: (id, after) =>
      fetch(`${url}/v1/jobs/${id}/events`, {
        headers: { "x-api-key": key, ...(after === undefined ? {} : { "last-event-id": after }) }
      }),
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    },
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
