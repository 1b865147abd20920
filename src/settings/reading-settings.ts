import { Duration, Option } from "effect"
import * as os from "node:os"
import { bytes, duration, gibibyte, int, mebibyte, optional, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** With what pages are rendered and read. */
export const readingSettings = {
  browser: setting("GLEANER_BROWSER", "Path of a Chromium or Chrome, or off.", optional(text, "(found by itself)"), {
    standard: Option.none<string>(),
    example: "/usr/bin/chromium"
  }),
  renderConcurrency: setting("GLEANER_RENDER_CONCURRENCY", "Pages rendered at the same time.", int(1, 64), {
    standard: 2,
    example: "4",
    limit: "render_concurrency"
  }),
  renderTimeout: setting(
    "GLEANER_RENDER_TIMEOUT",
    "Longest time for rendering one page; past it the page is returned without its JavaScript.",
    duration,
    { standard: Duration.seconds(20), example: "10 seconds" }
  ),
  renderMemory: setting("GLEANER_RENDER_MEMORY", "Memory of the browser past which it is replaced.", bytes(1), {
    standard: gibibyte,
    example: "2 GiB"
  }),
  workers: setting(
    "GLEANER_WORKERS",
    "Processes in which pages are read; 0 reads them in the service's own, where the two bounds below do not hold.",
    int(0, 256),
    { standard: os.availableParallelism(), shown: "(one a core)", example: "4", limit: "workers" }
  ),
  workerMemory: setting(
    "GLEANER_WORKER_MEMORY",
    "Heap of one such process; a page that needs more fails, and the process is replaced.",
    bytes(1),
    { standard: 512 * mebibyte, example: "1 GiB", limit: "worker_memory_bytes" }
  ),
  extractTimeout: setting(
    "GLEANER_EXTRACT_TIMEOUT",
    "Longest time for reading one page; past it the page fails, and its process is replaced.",
    duration,
    { standard: Duration.seconds(15), example: "30 seconds", limit: "extract_timeout_seconds" }
  )
} as const
