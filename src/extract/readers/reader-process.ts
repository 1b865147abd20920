import { type ChildProcess, fork } from "node:child_process"
import { memorySignal } from "./memory-signal.ts"

/** How a reader ended. */
export interface ReaderExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly isOutOfMemory: boolean
  /** The end of what it wrote to its standard error. */
  readonly lastWords: string
}

export interface ReaderProcess {
  readonly child: ChildProcess
  readonly exit: () => ReaderExit
  /** Returns once it is gone. A reader in the midst of a page hears no friendlier word. */
  readonly kill: () => Promise<void>
}

/**
 * A reader: a process of Node that begins with the module at `entry`.
 *
 * Why a process and no thread: V8 ends the whole process where a large allocation finds no room, whatever the limits of a thread
 * say, so 9.5 MB of commas ended the service. A process costs 0.2 to 0.3 ms of CPU a page more than a thread (the page's bytes and
 * the document's are copied through a socket), and some 45 MiB of memory of its own; what it saves by its larger young generation
 * is more than that.
 */
export const startReader = (entry: URL, memory: number): ReaderProcess => {
  const child = fork(entry, [String(process.pid), String(memory + memoryBeside)], {
    serialization: "advanced",
    // A session of its own: Ctrl-C in the service's terminal is the service's to answer.
    detached: true,
    windowsHide: true,
    env: environment(),
    execArgv: [
      `--max-old-space-size=${Math.ceil(memory / mebibyte)}`,
      `--max-semi-space-size=${Math.max(1, Math.floor(memory / mebibyte / semiSpaceShare))}`
    ],
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  })
  let lastWords = ""
  child.stderr?.setEncoding("utf8").on("data", (words: string) => {
    lastWords = (lastWords + words).slice(-mostWords)
  })
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    // Node tells of a process that could not be started by this alone.
    child.once("error", () => child.pid === undefined && resolve())
  })
  return {
    child,
    exit: () => ({
      code: child.exitCode,
      signal: child.signalCode,
      isOutOfMemory: child.signalCode !== null && memorySignals.has(child.signalCode),
      lastWords: lastWords.trim()
    }),
    kill: () => {
      child.kill("SIGKILL")
      return gone
    }
  }
}

const mebibyte = 1024 * 1024

/**
 * Of the heap: one half of what has just been made, 64 MiB by default; the young generation is three of them. With V8's standard of
 * 16 a page's tree is promoted, and collected with the old generation.
 */
const semiSpaceShare = 8

/** What a reader may take beside its heap: its program, the young generation, and buffers of a page and of what is unpacked from it. */
const memoryBeside = 384 * mebibyte

const mostWords = 2000

/** By that sign, or as V8 ends a process that has no room: it aborts, or runs into a trap that it laid. */
const memorySignals: ReadonlySet<string> = new Set([memorySignal, "SIGABRT", "SIGTRAP", "SIGILL"])

/** What Node itself heeds. Keys and other secrets of the service are none of a reader's business. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(heeded.flatMap((name) => {
    // What is handed on is the process's environment, not a setting.
    // @effect-diagnostics-next-line processEnv:off
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }))

const heeded = [
  "LANG",
  "LC_ALL",
  "NODE_COMPILE_CACHE",
  "NODE_DISABLE_COMPILE_CACHE",
  "NODE_ICU_DATA",
  "SystemRoot",
  "TEMP",
  "TMP",
  "TMPDIR",
  "TZ"
]
