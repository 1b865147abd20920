import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { PostgresServer } from "../../../../test/support/stores/postgres.ts"
import { type ServiceProcess, serviceProcess } from "./service-process.ts"

/** Ten API keys, which have as many schedules each. */
const keys = Array.from({ length: 10 }, (_, n) => `bench-key-${n}-0123456789abcdef`)
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * Three nodes over one Postgres whose schedules are all due at the same time, and the site that their jobs crawl. The
 * nodes run this program with these settings.
 */
export const startScheduleNodes = async (
  postgres: PostgresServer,
  count: number,
  { main, settings }: { readonly main?: string; readonly settings?: Readonly<Record<string, string>> } = {}
) => {
  const url = postgres.database()
  const site = http.createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end()
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>A page</title><p>${request.url}</p>`)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const startNode = () =>
    serviceProcess({
      GLEANER_STORE: url,
      GLEANER_MAX_CRAWLS: "100000",
      GLEANER_MAX_SCHEDULES: "1000000",
      GLEANER_WORKERS: "1",
      GLEANER_API_KEYS: keys.map((key, n) => `key${n}:${key}`).join(),
      ...settings
    }, main)
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

  let next = 0
  const create = async (cron: string): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const { status } = await fetch(`${nodeOf(n).url}/v1/schedules`, {
        method: "POST",
        headers: { "x-api-key": keys[n % keys.length] ?? "", "content-type": "application/json" },
        body: JSON.stringify({ name: `schedule ${n}`, cron, job: { url: `${origin}/${n}`, max_pages: 1 } })
      })
      if (status !== 201) throw new Error(`schedule ${n} was answered with ${status}`)
    }
  }
  const number = (text: string): number => Number(postgres.sql(url, text)[0])
  const fired = () => number("SELECT count(*) FROM gleaner.jobs")
  const recorded = () => number("SELECT count(*) FROM gleaner.schedules WHERE state::json ->> 'made' <> '0'")
  const jobsEach = "SELECT count(*) AS jobs FROM gleaner.jobs GROUP BY options::json ->> 'schedule'"
  const twice = `SELECT (SELECT count(*) FROM (${jobsEach}) x WHERE jobs > 1)
    + (SELECT count(*) FROM gleaner.schedules WHERE (state::json ->> 'made')::int > 1)`

  return {
    postgres,
    url,
    /** Over the API of all nodes. */
    create: (cron: string) => Promise.all(Array.from({ length: 12 }, () => create(cron))),
    /** Kills nodes while schedules fire, starts them again, and returns when all runs are recorded. */
    fire: async (kills: number, timeout: number, log: (line: string) => void) => {
      const until = Date.now() + timeout
      const restarts: Array<Promise<void>> = []
      while (recorded() < count && Date.now() < until) {
        const made = fired()
        log(`${made} fired`)
        if (restarts.length < kills && made >= ((restarts.length + 1) * count) / (kills + 2)) {
          const index = restarts.length % nodes.length
          await nodeOf(index).kill()
          log(`node ${index} is killed`)
          restarts.push(startNode().then((node) => void (nodes[index] = node)))
        }
        await sleep(restarts.length < kills ? 50 : 500)
      }
      await Promise.all(restarts)
      return {
        kills: restarts.length,
        fired: number(`SELECT count(*) FROM (${jobsEach}) x`),
        twice: number(twice),
        recorded: recorded(),
        ended: number("SELECT count(*) FROM gleaner.jobs WHERE finished_at IS NOT NULL")
      }
    },
    /** Seconds from this time, in milliseconds since the epoch, to the creation of each job. */
    delaysFrom: (due: number): ReadonlyArray<number> =>
      postgres.sql(url, `SELECT extract(epoch FROM created_at) - ${due / 1000} FROM gleaner.jobs`).map(Number),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      site.close()
    }
  }
}
