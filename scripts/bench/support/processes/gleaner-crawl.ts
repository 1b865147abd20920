import * as module from "node:module"

// As in the service. Modules imported before are not cached.
module.enableCompileCache()
await import("./crawl-by-services.ts")
