import * as fs from "node:fs/promises"

/** Kills a process and its group, if they still exist. */
export const killGroup = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    return
  }
}

/** Private bytes of the processes of a group, without shared memory. 0 without /proc. */
export const groupMemory = async (group: number | undefined): Promise<number> => {
  if (group === undefined || process.platform !== "linux") return 0
  let total = 0
  for (const pid of await processesOf(group)) total += await privateMemory(pid)
  return total
}

/**
 * Kills each process of a group with more private bytes than `max`. The leader stores data of all the others: above
 * three times as many, the whole group is killed.
 */
export const killLarger = async (group: number | undefined, max: number): Promise<void> => {
  if (group === undefined || process.platform !== "linux") return
  for (const pid of await processesOf(group)) {
    if (await privateMemory(pid) <= (pid === group ? max * leaderFactor : max)) continue
    if (pid === group) return killGroup(group)
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Chromium lets one page store blobs of 2 GiB in its leader, and that must not end other pages. */
const leaderFactor = 3

/** The ids of a group's processes. `groupOf` gives NaN for a process that has ended, or whose file cannot be opened. */
export const processesOf = async (group: number, groupOf = readGroup): Promise<ReadonlyArray<number>> => {
  const all = new Set((await fs.readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number))
  for (const leader of outsiders.keys()) if (!all.has(leader)) outsiders.delete(leader)
  const outside = outsiders.get(group) ?? new Set()
  outsiders.set(group, outside)
  for (const pid of outside) if (!all.has(pid)) outside.delete(pid)
  const found: Array<number> = []
  for (const pid of all) {
    if (outside.has(pid)) continue
    const actual = await groupOf(pid)
    if (actual === group) found.push(pid)
    else if (pid !== group && !Number.isNaN(actual)) outside.add(pid)
  }
  return found
}

/**
 * Processes outside each group, by its leader. To read all processes of the machine would take 20 ms of CPU for each
 * page. No process joins the group of a browser later, unless it is its leader. Each group has a list of its own,
 * because a browser may start long after the others were looked at, with processes that reuse their ids.
 */
const outsiders = new Map<number, Set<number>>()

const readGroup = async (pid: number): Promise<number> => {
  const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  // Fields: pid (comm) state ppid pgrp. `comm` may have spaces and parentheses.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2])
}

const pageSize = 4096

const privateMemory = async (pid: number): Promise<number> => {
  const [, resident, shared] = (await fs.readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")).split(" ")
  return Math.max(0, Number(resident ?? 0) - Number(shared ?? 0)) * pageSize
}
