import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parse } from "yaml"
import { browserHere } from "../../../../scripts/support/launch-browser.ts"
import { executableOf } from "../../../../src/web/render/browser/find-browser.ts"

const compose = fs.readFileSync(path.join(import.meta.dirname, "../../../../scripts/container/browser.yaml"), "utf8")

/** The flags of the compose file. */
export const recommended: ReadonlyArray<string> = parse(compose).services.browser.command

export interface BrowserElsewhere {
  /** `ws://...` */
  readonly socket: string
  /** `http://host:port` */
  readonly http: string
  readonly kill: () => void
  /** The ids of its contexts besides the default one. */
  readonly contexts: () => Promise<ReadonlyArray<string>>
}

/** A browser that others have started, with a DevTools port. */
export const startElsewhere = (flags: ReadonlyArray<string> = recommended, port = 0) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<BrowserElsewhere & { readonly stop: () => Promise<void> }> => {
      if (browserHere._tag === "Missing") throw new Error(browserHere.why)
      const { args, env, path: file } = await executableOf(browserHere)
      const home = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-elsewhere-"))
      const child = spawn(file, [
        ...args,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        `--remote-debugging-port=${port}`,
        `--user-data-dir=${home}`,
        ...flags,
        "about:blank"
      ], { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"], detached: true })
      const socket = await new Promise<string>((resolve, reject) => {
        let text = ""
        child.stderr.on("data", (chunk: Buffer) => {
          text += chunk.toString()
          const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
          if (found !== undefined) resolve(found)
        })
        child.once("exit", () => reject(new Error(text)))
      })
      const kill = () => {
        try {
          process.kill(-(child.pid ?? 0), "SIGKILL")
        } catch {
          // It has ended.
        }
      }
      const http = `http://${new URL(socket).host}`
      return {
        socket,
        http,
        kill,
        contexts: () => contextsOf(socket),
        stop: async () => {
          const ended = new Promise((resolve) => child.once("exit", resolve))
          if (child.exitCode === null && child.signalCode === null) {
            kill()
            await ended
          }
          fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 })
        }
      }
    }),
    ({ stop }) => Effect.promise(stop)
  )

const contextsOf = (url: string): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.addEventListener("error", () => reject(new Error("no answer")))
    socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method: "Target.getBrowserContexts" })))
    socket.addEventListener("message", ({ data }) => {
      resolve(JSON.parse(String(data)).result.browserContextIds)
      socket.close()
    })
  })
