import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { watchMemory } from "./group-memory.ts"

export interface TreeFigures {
  readonly output: string
  readonly seconds: number
  readonly cpuMillis: number
  /** Shared memory counts once. */
  readonly peakMebibytes: number
}

const root = "/sys/fs/cgroup"
const accounting = fs.existsSync(path.join(root, "cpuacct")) ? path.join(root, "cpuacct") : root

/**
 * Runs a command in a control group of its own, which counts all processes that descend from it, also those that have
 * left their group. Needs root.
 */
export const runInControlGroup = async (
  command: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
): Promise<TreeFigures> => {
  const group = fs.mkdtempSync(path.join(accounting, "gleaner-bench-"))
  const startedAt = performance.now()
  // The shell enters the group before it becomes the command.
  const child = spawn("sh", ["-c", `echo $$ > "${group}/cgroup.procs" && exec "$@"`, "sh", ...command], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment }
  })
  const memory = watchMemory(child.pid ?? 0)
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${String(code)}`)
  const figures = {
    output: output.trim(),
    seconds: (performance.now() - startedAt) / 1000,
    cpuMillis: cpuMillisOf(group),
    peakMebibytes: memory.stop().shared
  }
  execFileSync("sh", ["-c", `sleep 1; rmdir "${group}" 2>/dev/null || true`])
  return figures
}

/** Nanoseconds in version 1, microseconds in version 2 of control groups. */
const cpuMillisOf = (group: string): number =>
  fs.existsSync(path.join(group, "cpuacct.usage"))
    ? Number(fs.readFileSync(path.join(group, "cpuacct.usage"), "utf8")) / 1e6
    : Number(/usage_usec (\d+)/.exec(fs.readFileSync(path.join(group, "cpu.stat"), "utf8"))?.[1]) / 1000
