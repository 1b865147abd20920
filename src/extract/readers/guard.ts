import * as fs from "node:fs"
import { workerData } from "node:worker_threads"
import { memorySignal } from "./memory-signal.ts"

/**
 * A thread beside the one that reads: it sees what a page that keeps that one busy hides. The reader ends when its parent is gone
 * (killed, it could not say so), and when it takes more memory than it may: V8's limit is one of the heap, and buffers lie outside.
 */
const { memory, parent } = workerData as { readonly memory: number; readonly parent: number }

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL")
  else if (process.memoryUsage.rss() > memory) process.kill(process.pid, memorySignal)
}, 100)

try {
  // Where the machine itself runs out of memory, Linux is to end a reader before the service (proc(5)).
  fs.writeFileSync("/proc/self/oom_score_adj", "800")
} catch {
  // Another system, or not allowed to.
}
