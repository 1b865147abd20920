import * as fs from "node:fs"

/** Mebibytes that a process and all its children hold, what they share counted once (proc(5): Pss). 0 without /proc. */
export const groupMebibytes = (root: number): number =>
  familyOf(root).reduce((sum, pid) => sum + shareOf(pid), 0) / 1024

/** Looks at it until told to stop, and returns the most that it saw. */
export const watchMemory = (root: number): { readonly stop: () => number } => {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, groupMebibytes(root))
  }
  const timer = setInterval(look, betweenLooks)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return peak
    }
  }
}

const betweenLooks = 200

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

const shareOf = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty if the process is gone. */
const read = (file: string): string => {
  try {
    return fs.readFileSync(file, "latin1")
  } catch {
    return ""
  }
}
