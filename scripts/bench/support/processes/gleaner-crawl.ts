import * as module from "node:module"

// As the service does it. What is imported before this is not kept.
module.enableCompileCache()
await import("./crawl-by-services.ts")
