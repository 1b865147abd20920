import { Option } from "effect"
import * as os from "node:os"
import { bytes, int, mebibyte, optional, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** Rendering and extraction of pages. */
export const readingSettings = {
  browser: setting(
    "GLEANER_BROWSER",
    "Path of a Chromium or Chrome; `package` uses the one of `@sparticuz/chromium`; `off` disables rendering.",
    optional(text, "(detected)"),
    { default: Option.none<string>(), example: "/usr/bin/chromium" }
  ),
  renderConcurrency: setting("GLEANER_RENDER_CONCURRENCY", "Maximum pages rendered at the same time.", int(1, 64), {
    default: 2,
    example: "4",
    limit: "render_concurrency"
  }),
  workers: setting(
    "GLEANER_WORKERS",
    "Number of processes that extract pages. 0 extracts in the main process, without a memory limit and without a timeout.",
    int(0, 256),
    { default: os.availableParallelism(), shown: "(one per CPU core)", example: "4", limit: "workers" }
  ),
  workerMemory: setting(
    "GLEANER_WORKER_MEMORY",
    "Maximum heap of each extraction process. A page that needs more fails, and the process is replaced.",
    bytes(1),
    { default: 512 * mebibyte, example: "1 GiB", limit: "worker_memory_bytes" }
  )
} as const
