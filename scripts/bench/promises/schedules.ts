import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { startScheduleNodes } from "../support/processes/due-schedules.ts"
import { numbersFrom, quantile, report } from "../support/report.ts"

/**
 * Schedules that are all due in the same minute, on three nodes over one Postgres, of which two are killed meanwhile
 * and started again: `npm run bench -- schedules [schedules, 10000] [kills, 2]`. A schedule fires when its job is
 * created; the delay is from its time until then, by the clock of this machine. The jobs fetch one page of a site on
 * loopback, at most 4 at a time as by default, so most of them are still queued at the end. Ten API keys have as many
 * schedules each.
 */
const [count = 10_000, kills = 2] = numbersFrom(10_000, 2)
const note = (line: string) => void process.stderr.write(`${line}\n`)
const postgres = await startPostgres({ max_connections: "100", fsync: "on" })
const nodes = await startScheduleNodes(postgres, count)

/** The first full minute at which all schedules should exist. */
const due = Math.ceil((Date.now() + 15_000 + count * 15) / 60_000) * 60_000
const at = new Date(due)
const from = performance.now()
await nodes.create(`${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`)
const created = (performance.now() - from) / 1000
if (Date.now() > due) throw new Error(`${count} schedules took ${created.toFixed(1)} s to create, past their time`)
note(`${count} schedules in ${created.toFixed(1)} s; due in ${((due - Date.now()) / 1000).toFixed(1)} s`)
await new Promise((resolve) => setTimeout(resolve, due - Date.now()))

const { ended, fired, recorded, twice, ...made } = await nodes.fire(
  kills,
  180_000,
  (line) => note(`${((Date.now() - due) / 1000).toFixed(1)} s: ${line}`)
)
const lastRecorded = (Date.now() - due) / 1000
const delays = nodes.delaysFrom(due)
report([{
  "schedules": count,
  "kills": made.kills,
  fired,
  twice,
  "missed": count - fired,
  "p50 s": quantile(delays, 0.5),
  "p99 s": quantile(delays, 0.99),
  "max s": Math.max(...delays),
  "last recorded s": lastRecorded,
  "jobs that ended": ended
}])
await nodes.stop()
await postgres.remove()
if (fired !== count || recorded !== count || twice > 0 || Math.max(...delays) >= 60) process.exitCode = 1
