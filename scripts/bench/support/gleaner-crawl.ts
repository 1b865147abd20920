import * as module from "node:module"
import { leanHeap } from "../../../src/cli/lean-heap.ts"

// As the service does it.
if (process.env["BENCH_WORKERS"] !== "0") leanHeap()
// What is imported before this is not kept.
module.enableCompileCache()
await import("./crawl-by-services.ts")
