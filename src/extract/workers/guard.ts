import * as fs from "node:fs"
import { workerData } from "node:worker_threads"
import { PageTime } from "./PageTime.ts"
import { readerNiceness } from "./reader-niceness.ts"
import { memorySignal, timeSignal } from "./reader-signals.ts"

/**
 * A thread beside the one that extracts, for checks that a busy main thread cannot make. It ends the reader when the
 * parent has exited (a killed parent sends no message), when a page takes too long, and when the reader uses too much
 * memory: V8's limit covers only the heap, not buffers.
 */
const { memory, parent, time } = workerData as {
  readonly memory: number
  readonly parent: number
  readonly time: SharedArrayBuffer
}
const pageTime = new PageTime(time)

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL")
  else if (process.memoryUsage.rss() > memory) process.kill(process.pid, memorySignal)
  else if (pageTime.isOver()) process.kill(process.pid, timeSignal)
}, 100)

const log = (file: string, value: number): void => {
  try {
    fs.writeFileSync(file, String(value))
  } catch {
    // Another system, or no permission.
  }
}

// When the machine runs out of memory, Linux should end a reader before the service (proc(5)).
log("/proc/self/oom_score_adj", 800)
// Lower the priority of the session. Linux may weigh whole sessions against each other (sched(7)).
log("/proc/self/autogroup", readerNiceness)
