import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, quantile, report } from "../support/report.ts"

/**
 * Schedules that are all due in the same minute, on three nodes over one Postgres, of which two are killed meanwhile
 * and started again: `npm run bench -- schedules [schedules, 10000] [kills, 2]`. A schedule fires when its job is
 * created; the delay is from its time until then, by the clock of this machine. The jobs fetch one page of a site on
 * loopback, at most 4 at a time as by default, so most of them are still queued at the end.
 * Ten API keys have as many schedules each.
 */
const [count = 10_000, kills = 2] = numbersFrom(10_000, 2)
const pollInterval = 250
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const site = http.createServer((request, response) => {
  if (request.url === "/robots.txt") return void response.writeHead(404).end()
  response.setHeader("content-type", "text/html").end(`<!doctype html><title>A page</title><p>${request.url}</p>`)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const postgres = await startPostgres({ max_connections: "100", fsync: "on" })
const url = postgres.database()
const keys = Array.from({ length: 10 }, (_, n) => `bench-key-${n}-0123456789abcdef`)
const startNode = () =>
  serviceProcess({
    GLEANER_STORE: url,
    GLEANER_MAX_CRAWLS: "100000",
    GLEANER_MAX_SCHEDULES: "1000000",
    GLEANER_WORKERS: "1",
    GLEANER_API_KEYS: keys.map((key, n) => `key${n}:${key}`).join()
  })
const nodes: Array<ServiceProcess> = []
process.on("exit", () => {
  for (const { kill } of nodes) void kill()
})
while (nodes.length < 3) nodes.push(await startNode())
const nodeOf = (n: number): ServiceProcess => {
  const node = nodes[n % nodes.length]
  if (node === undefined) throw new Error("there is no node")
  return node
}

/** The first full minute at which all schedules exist. */
const due = Math.ceil((Date.now() + 15_000 + count * 15) / 60_000) * 60_000
const at = new Date(due)
const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`
const from = performance.now()
let next = 0
const create = async (): Promise<void> => {
  for (let n = next++; n < count; n = next++) {
    const asked = { name: `schedule ${n}`, cron, job: { url: `${origin}/${n}`, max_pages: 1 } }
    const { status } = await fetch(`${nodeOf(n).url}/v1/schedules`, {
      method: "POST",
      headers: { "x-api-key": keys[n % keys.length] ?? "", "content-type": "application/json" },
      body: JSON.stringify(asked)
    })
    if (status !== 201) throw new Error(`schedule ${n} was answered with ${status}`)
  }
}
await Promise.all(Array.from({ length: 12 }, create))
const created = (performance.now() - from) / 1000
if (Date.now() > due) throw new Error(`${count} schedules took ${created.toFixed(1)} s to create, past their time`)
process.stderr.write(
  `${count} schedules in ${created.toFixed(1)} s; due in ${((due - Date.now()) / 1000).toFixed(1)} s\n`
)

const number = (text: string): number => Number(postgres.sql(url, text)[0])
const recorded = () => number("SELECT count(*) FROM gleaner.schedules WHERE state::json ->> 'made' <> '0'")
await sleep(due - Date.now())
let killed = 0
for (let fired = 0, last = ""; fired < count && Date.now() < due + 180_000; await sleep(pollInterval)) {
  fired = number("SELECT count(*) FROM gleaner.jobs")
  const line = `${((Date.now() - due) / 1000).toFixed(0)} s: ${fired} fired`
  if (line !== last) process.stderr.write(`${last = line}\n`)
  if (killed < kills && fired >= ((killed + 1) * count) / (kills + 2)) {
    const index = killed++ % nodes.length
    await nodeOf(index).kill()
    process.stderr.write(`node ${index} is killed\n`)
    void startNode().then((node) => void (nodes[index] = node))
  }
}
while (recorded() < count && Date.now() < due + 180_000) await sleep(pollInterval)
const lastRecorded = (Date.now() - due) / 1000

const delays = postgres.sql(url, `SELECT extract(epoch FROM created_at) - ${due / 1000} FROM gleaner.jobs`).map(Number)
const jobsEach = "SELECT count(*) AS jobs FROM gleaner.jobs GROUP BY options::json ->> 'schedule'"
const fired = number(`SELECT count(*) FROM (${jobsEach}) x`)
const twice = number(`SELECT count(*) FROM (${jobsEach}) x WHERE jobs > 1`) +
  number("SELECT count(*) FROM gleaner.schedules WHERE (state::json ->> 'made')::int > 1")
report([{
  "schedules": count,
  "kills": killed,
  fired,
  twice,
  "missed": count - fired,
  "p50 s": quantile(delays, 0.5),
  "p99 s": quantile(delays, 0.99),
  "max s": Math.max(...delays),
  "last recorded s": lastRecorded,
  "jobs that ended": number("SELECT count(*) FROM gleaner.jobs WHERE finished_at IS NOT NULL")
}])
await Promise.all(nodes.map((node) => node.kill()))
await postgres.remove()
site.close()
if (fired !== count || twice > 0 || Math.max(...delays) >= 60) process.exitCode = 1
