import { type ChildProcess, fork } from "node:child_process"
import * as os from "node:os"
import { mebibyte } from "../../core/settings/kinds.ts"
import { readerNiceness } from "./reader-niceness.ts"
import { memorySignal, timeSignal } from "./reader-signals.ts"

/** Exit of a reader. */
export interface ReaderExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly isOutOfMemory: boolean
  /** Whether a page took too long. */
  readonly isOutOfTime: boolean
  /** The end of its standard error. */
  readonly lastWords: string
}

export interface ReaderProcess {
  readonly child: ChildProcess
  readonly exit: () => ReaderExit
  /** Returns after the exit. A busy reader reacts only to SIGKILL. */
  readonly kill: () => Promise<void>
}

/**
 * A reader: a Node process that starts with the module at `entry`. It is a process and not a thread because V8 ends the
 * whole process when a large allocation fails, whatever the limits of a thread: 9.5 MB of commas ended the service. A
 * process costs 0.2 to 0.3 ms of CPU more for each page (the bytes of page and document are copied through a socket),
 * and some 45 MiB of memory.
 */
export const startReader = (entry: URL, memory: number): ReaderProcess => {
  const child = fork(entry, [String(process.pid), String(memory + memoryBeside)], {
    serialization: "advanced",
    // A session of its own, because Ctrl-C in the terminal is for the service.
    detached: true,
    windowsHide: true,
    env: { ...environment(), ...fewArenas },
    execArgv: [
      `--max-old-space-size=${Math.ceil(memory / mebibyte)}`,
      `--max-semi-space-size=${Math.max(1, Math.floor(memory / mebibyte / semiSpaceShare))}`,
      // Start a full collection only when the heap has doubled: 20 instead of 43 in 2,000 pages, 1 ms less CPU a page.
      "--heap-growing-percent=100",
      // A reader starts a collection before it measures its wear.
      "--expose-gc"
    ],
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  })
  yieldTo(child.pid)
  let lastWords = ""
  child.stderr?.setEncoding("utf8").on("data", (words: string) => {
    lastWords = (lastWords + words).slice(-maxWords)
  })
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    // Node reports a failed start only here.
    child.once("error", () => child.pid === undefined && resolve())
  })
  return {
    child,
    exit: () => ({
      code: child.exitCode,
      signal: child.signalCode,
      isOutOfMemory: child.signalCode !== null && memorySignals.has(child.signalCode),
      isOutOfTime: child.signalCode === timeSignal,
      lastWords: lastWords.trim()
    }),
    kill: () => {
      child.kill("SIGKILL")
      return gone
    }
  }
}

/** Lowers the priority of a reader below the service, because callers wait for the service. */
const yieldTo = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) {
      os.setPriority(pid, Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + readerNiceness))
    }
  } catch {
    // The reader has exited, or the service already runs at a lower priority.
  }
}

/**
 * Share of the heap for one half of the young generation, 16 MiB by default. Real pages cost the same CPU with 64,
 * which takes 80 MiB more in each reader. 8 saves next to nothing and costs more: the tree of a page is then promoted.
 */
const semiSpaceShare = 32

/**
 * Memory of a reader besides its heap: its program, the young generation, and buffers of a page and of its decoded
 * content.
 */
const memoryBeside = 384 * mebibyte

const maxWords = 2000

/** Signals of a reader without memory: that of the guard, or V8's abort or trap. */
const memorySignals: ReadonlySet<string> = new Set([memorySignal, "SIGABRT", "SIGTRAP", "SIGILL"])

/** Environment variables that Node itself reads. A reader must not get the keys and other secrets of the service. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(heeded.flatMap((name) => {
    // This copies the environment of the process; it reads no setting.
    // @effect-diagnostics-next-line processEnv:off
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }))

/** glibc would give each thread its own arena of malloc, and they leave 10 MiB behind. */
const fewArenas = { MALLOC_ARENA_MAX: "2" }

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
