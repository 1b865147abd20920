import * as fs from "node:fs/promises"

/** Kills a process and its group. A group that is gone already is fine. */
export const killGroup = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    return
  }
}

/** Private bytes of the processes of a group (shared memory is not counted once for each). 0 without /proc. */
export const groupMemory = async (group: number | undefined): Promise<number> => {
  if (group === undefined || process.platform !== "linux") return 0
  let total = 0
  for (const pid of await processesOf(group)) total += await privateMemory(pid)
  return total
}

/**
 * Kills each process of a group that holds more private bytes than `most`. Its leader serves all others, and keeps
 * what they store in it: it may hold three times as much, and then the whole group is killed.
 */
export const killLarger = async (group: number | undefined, most: number): Promise<void> => {
  if (group === undefined || process.platform !== "linux") return
  for (const pid of await processesOf(group)) {
    if (await privateMemory(pid) <= (pid === group ? most * leaderFactor : most)) continue
    if (pid === group) return killGroup(group)
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Chromium lets one page store blobs of 2 GiB in its leader. That must not end the pages of others. */
const leaderFactor = 3

/** The living processes of a group. */
export const processesOf = async (group: number): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = []
  for (const name of await fs.readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await fs.readFile(`/proc/${name}/stat`, "utf8").catch(() => "")
    // pid (comm) state ppid pgrp: comm may have spaces and parentheses in it.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) === group) found.push(Number(name))
  }
  return found
}

const pageSize = 4096

const privateMemory = async (pid: number): Promise<number> => {
  const [, resident, shared] = (await fs.readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")).split(" ")
  return Math.max(0, Number(resident ?? 0) - Number(shared ?? 0)) * pageSize
}
