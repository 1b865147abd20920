import * as fs from "node:fs"

/** Milliseconds of CPU that the child processes of this one have taken, ended ones too; 0 where there is no /proc. */
export const cpuOfReaders = (): number => {
  try {
    const ended = statOf("self")
    const living = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(statOf)
      .filter((stat) => stat[parent] === process.pid)
    const ticks = (ended[childTicks] ?? 0) + (ended[childTicks + 1] ?? 0) +
      living.reduce((sum, stat) => sum + (stat[ownTicks] ?? 0) + (stat[ownTicks + 1] ?? 0), 0)
    return ticks * millisOfTick
  } catch {
    return 0
  }
}

/** The same of these processes and of those of their children that have ended. */
export const cpuOf = (pids: ReadonlyArray<number>): number =>
  pids.map((pid) => statOf(String(pid)))
    .flatMap((stat) => stat.slice(ownTicks, ownTicks + 4))
    .reduce((sum, ticks) => sum + ticks, 0) * millisOfTick

/** proc(5): fields of stat behind the name, which stands in brackets. */
const statOf = (process: string): ReadonlyArray<number> => {
  try {
    return fs.readFileSync(`/proc/${process}/stat`, "latin1").split(") ").at(-1)?.split(" ").map(Number) ?? []
  } catch {
    return []
  }
}

const parent = 1
const ownTicks = 11
const childTicks = 13
/** Linux reports times of programs in hundredths of a second, for any clock rate. */
const millisOfTick = 10
