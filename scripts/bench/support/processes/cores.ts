import { execFileSync } from "node:child_process"
import * as os from "node:os"

/** Lists of cores, as taskset(1) takes them. */
export interface Halves {
  readonly service: string
  readonly others: string
}

/** The upper and the lower half of the cores. Undefined with fewer than four, or without taskset. */
export const twoHalves = (): Halves | undefined => {
  const cores = os.cpus().map((_, index) => index)
  if (cores.length < 4) return undefined
  const half = cores.length >> 1
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" })
  } catch {
    return undefined
  }
  return { service: cores.slice(half).join(","), others: cores.slice(0, half).join(",") }
}

/** Binds the threads of this process, and with them the processes that it starts later. */
export const bindThis = (cores: string): void => {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(process.pid)], { stdio: "ignore" })
}
