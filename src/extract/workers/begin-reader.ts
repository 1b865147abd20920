import * as module from "node:module"
import * as path from "node:path"
import { Worker } from "node:worker_threads"
import { pageTime } from "./PageTime.ts"

/** Entry point of every reader. The command line is `reader PARENT MEMORY`. */
export const beginReader = (title = "gleaner reader"): void => {
  const [parent, memory] = process.argv.slice(2).map(Number)
  process.title = title
  // Caches compiled code between runs, as the service does. Imports before this line are not cached.
  module.enableCompileCache()
  // Node would write the cache when a process ends, but a reader is killed.
  setTimeout(() => module.flushCompileCache(), afterStart).unref()
  // A reader without a parent is useless.
  process.on("disconnect", () => process.exit())
  new Worker(new URL(`./guard${path.extname(import.meta.url)}`, import.meta.url), {
    workerData: { parent, memory, time: pageTime.shared },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, codeRangeSizeMb: 4 }
  }).unref()
}

/** Milliseconds after which its modules are loaded. */
const afterStart = 2000
