import * as module from "node:module"
import * as path from "node:path"
import { Worker } from "node:worker_threads"

/** What every reader does first; it is started as `reader PARENT MEMORY`. */
export const beginReader = (): void => {
  const [parent, memory] = process.argv.slice(2).map(Number)
  process.title = "gleaner reader"
  // Compiled code is kept between runs, as for the service; what is imported before this is not.
  module.enableCompileCache()
  // Node would write it at the end of a process, but a reader is killed.
  setTimeout(() => module.flushCompileCache(), afterStart).unref()
  // A reader whom nobody can ask is of no use.
  process.on("disconnect", () => process.exit())
  new Worker(new URL(`./guard${path.extname(import.meta.url)}`, import.meta.url), {
    workerData: { parent, memory },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, codeRangeSizeMb: 4 }
  }).unref()
}

/** Milliseconds in which it has loaded what it needs. */
const afterStart = 2000
