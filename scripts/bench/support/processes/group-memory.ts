import * as fs from "node:fs"

/** Mebibytes of a process and all its children. 0 without /proc. */
interface GroupMemory {
  /** Shared memory counts once (proc(5): Pss). */
  readonly shared: number
  /** Shared memory counts for each process (proc(5): Rss), as in tools that add up processes. */
  readonly resident: number
}

const groupMemory = (root: number): GroupMemory => {
  const rollups = familyOf(root).map((pid) => read(`/proc/${pid}/smaps_rollup`))
  return { shared: sumOf(rollups, /^Pss:\s+(\d+)/m), resident: sumOf(rollups, /^Rss:\s+(\d+)/m) }
}

export const groupMebibytes = (root: number): number => groupMemory(root).shared

/** Samples it until stopped, and returns the maximum of each value. */
export const watchMemory = (root: number): { readonly stop: () => GroupMemory } => {
  let peak: GroupMemory = { shared: 0, resident: 0 }
  const look = () => {
    const { resident, shared } = groupMemory(root)
    peak = { shared: Math.max(peak.shared, shared), resident: Math.max(peak.resident, resident) }
  }
  const timer = setInterval(look, pollInterval)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return peak
    }
  }
}

const pollInterval = 200

/** A process and all that descend from it. */
export const familyOf = (root: number): ReadonlyArray<number> => {
  const children = new Map<number, Array<number>>()
  for (const name of fs.existsSync("/proc") ? fs.readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(read(`/proc/${name}/stat`).split(") ").at(-1)?.split(" ")[1])
    children.set(parent, [...children.get(parent) ?? [], Number(name)])
  }
  const family: Array<number> = []
  for (let next = [root]; next.length > 0; next = next.flatMap((pid) => children.get(pid) ?? [])) family.push(...next)
  return family
}

const sumOf = (rollups: ReadonlyArray<string>, kibibytes: RegExp): number =>
  rollups.reduce((sum, rollup) => sum + Number(kibibytes.exec(rollup)?.[1] ?? 0), 0) / 1024

/** Empty if the process is gone. */
const read = (file: string): string => {
  try {
    return fs.readFileSync(file, "latin1")
  } catch {
    return ""
  }
}
