import * as fs from "node:fs"
import { cpuOf } from "./cpu-of-readers.ts"
import { familyOf, groupMebibytes } from "./group-memory.ts"
import type { ServiceProcess } from "./service-process.ts"

/** Resources of a service at one moment. */
export interface Sample {
  readonly mebibytes: number
  /** With the readers and the browser. */
  readonly "mebibytes of all": number
  readonly descriptors: number
  readonly threads: number
  readonly sockets: number
  readonly timers: number
  readonly fibers: number
}

/** Reads it from proc(5) and from the service's own metrics. */
export const sampleOf = async (service: ServiceProcess): Promise<Sample> => {
  const process = `/proc/${service.pid}`
  const status = fs.readFileSync(`${process}/status`, "utf8")
  const metrics = await (await service.call("/v1/metrics")).text()
  const descriptors = fs.readdirSync(`${process}/fd`)
  return {
    mebibytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    "mebibytes of all": groupMebibytes(service.pid),
    descriptors: descriptors.length,
    threads: fs.readdirSync(`${process}/task`).length,
    sockets: descriptors.filter((name) => isSocket(`${process}/fd/${name}`)).length,
    timers: metric(metrics, `gleaner_active_resources{kind="Timeout"}`),
    fibers: metric(metrics, "gleaner_fibers_active")
  }
}

const metric = (metrics: string, name: string): number => {
  const line = metrics.split("\n").find((line) => line.startsWith(`${name} `))
  if (line === undefined) throw new Error(`the service has no metric ${name}`)
  return Number(line.slice(name.length))
}

const isSocket = (descriptor: string): boolean => {
  try {
    return fs.readlinkSync(descriptor).startsWith("socket:")
  } catch {
    // Closed meanwhile.
    return false
  }
}

/**
 * Keeps a service and its children at a share of one core: how long each caller rests after each request, in
 * milliseconds. Without a share, there are no pauses.
 */
export const pacedTo = (share: number, pid: number): { readonly rest: () => number; readonly used: () => number } => {
  let rest = share > 0 ? 100 : 0
  let used = 0
  let before = { cpu: cpuOf(familyOf(pid)), at: performance.now() }
  const look = () => {
    const now = { cpu: cpuOf(familyOf(pid)), at: performance.now() }
    // Children that have ended, a browser's for example, take their time with them.
    const latest = Math.max(0, now.cpu - before.cpu) / (now.at - before.at)
    before = now
    used += (latest - used) / looksInMean
    if (share > 0) rest = Math.min(maxRest, Math.max(minRest, rest * Math.min(2, Math.max(0.5, used / share))))
  }
  setInterval(look, 5000).unref()
  return { rest: () => rest, used: () => used }
}

const looksInMean = 3
const minRest = 10
const maxRest = 10_000
