import * as fs from "node:fs"

/** CPU seconds of the Postgres with this URL, by the kernel: of living processes, and of those that have ended. */
export const postgresCpuSeconds = (url: string): number => {
  const port = new RegExp(`\\bport=${new URL(url).port}\\b`)
  const ticks = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8")
      if (!stat.includes("(postgres)")) return 0
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number)
      const isOurs = port.test(fs.readFileSync(`/proc/${pid}/cwd/postmaster.opts`, "utf8"))
      return isOurs ? (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}
