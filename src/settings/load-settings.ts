import { Config, Duration } from "effect"
import * as os from "node:os"
import { bytes, int, mebibyte, or, setting } from "./setting.ts"

/** How much work is taken on, and with what: a part of `settings`. */
export const loadSettings = {
  workers: setting(
    "GLEANER_WORKERS",
    "Processes in which pages are read; 0 reads them in the service's own, where the two bounds below do not hold.",
    "(one a core)",
    "4",
    or(int(0, 256), os.availableParallelism())
  ),
  workerMemory: setting(
    "GLEANER_WORKER_MEMORY",
    "Heap of one such process; a page that needs more fails, and the process is replaced.",
    "512 MiB",
    "1 GiB",
    or(bytes(1), 512 * mebibyte)
  ),
  extractTimeout: setting(
    "GLEANER_EXTRACT_TIMEOUT",
    "Longest time for reading one page; past it the page fails, and its process is replaced.",
    "15 seconds",
    "30 seconds",
    or(Config.Duration, Duration.seconds(15))
  ),
  maxScrapes: setting(
    "GLEANER_MAX_SCRAPES",
    "Scrapes and discovers in flight; one more is answered 503.",
    "64",
    "200",
    or(int(1, 100_000), 64)
  ),
  maxLoopDelay: setting(
    "GLEANER_MAX_LOOP_DELAY",
    "Mean delay of the main thread, over a second, past which new work is answered 503.",
    "500 millis",
    "2 seconds",
    or(Config.Duration, Duration.millis(500))
  ),
  maxMemoryPercent: setting(
    "GLEANER_MAX_MEMORY_PERCENT",
    "Share of the heap's limit, or of the container's memory, past which new work is answered 503.",
    "90",
    "95",
    or(int(1, 100), 90)
  )
} as const
