import * as module from "node:module"

/** The first module of an extraction thread. */

// Compiled code is kept between runs, as for the process; what is imported before this is not.
module.enableCompileCache()
await import("./page-thread.ts")
