import * as module from "node:module"

// As the command line does it: what is imported before this is not kept.
module.enableCompileCache()
await import("./crawl-by-services.ts")
