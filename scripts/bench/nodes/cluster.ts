import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { type PostgresServer, startPostgres } from "../../../test/support/stores/postgres.ts"
import { lagOf, violationsOf } from "../support/processes/cluster-log.ts"
import type { FromNode, NodeOptions, Sample, ToNode } from "../support/processes/cluster-node.ts"
import { postgresCpuSeconds } from "../support/processes/postgres-cpu.ts"

/**
 * One crawl of sites that stand nowhere, by node processes over the real store: npm run bench -- cluster [--store
 * memory|sqlite|postgres] [--documents store|file] [--nodes 2] [--domains 1000] [--urls 1000000] [--pages 20000]
 * [--links 20] [--delay 50] [--deaths 1] [--seconds 60] ... A node is killed (kill -9) for each of `deaths`, and
 * another one takes its place.
 */
const { values } = parseArgs({
  options: {
    store: { type: "string", default: "memory" },
    documents: { type: "string", default: "store" },
    nodes: { type: "string", default: "1" },
    domains: { type: "string", default: "1000" },
    urls: { type: "string", default: "1000000" },
    pages: { type: "string", default: "20000" },
    links: { type: "string", default: "20" },
    "seed-links": { type: "string", default: "1000" },
    delay: { type: "string", default: "50" },
    fetch: { type: "string", default: "20" },
    "slow-every": { type: "string", default: "100" },
    deaths: { type: "string", default: "0" },
    seconds: { type: "string", default: "60" },
    durable: { type: "boolean", default: true }
  }
})
const number = (name: keyof typeof values) => Number(values[name])
const nodes = number("nodes")
const seconds = number("seconds")
if (values.store !== "postgres" && (nodes > 1 || number("deaths") > 0)) {
  throw new Error(`${values.store} has one node, which no other one replaces`)
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-cluster-"))
const server: PostgresServer | undefined = values.store === "postgres"
  ? await startPostgres({
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.track": "top",
    shared_buffers: "512MB",
    ...(values.durable ? { fsync: "on", full_page_writes: "on" } : {})
  })
  : undefined
const file = path.join(folder, "gleaner.db")
const url = server?.database() ?? (values.store === "sqlite" ? `sqlite:${file}` : "memory")
const one = (text: string): number => Number(server?.sql(url, text)[0] ?? 0)
if (server !== undefined) server.sql(url, "CREATE EXTENSION pg_stat_statements")

const options: Omit<NodeOptions, "log"> = {
  store: url,
  documents: values.documents === "file" ? path.join(folder, "documents") : "",
  domains: number("domains"),
  urls: number("urls"),
  pages: number("pages"),
  links: number("links"),
  seedLinks: number("seed-links"),
  delay: number("delay"),
  fetch: number("fetch"),
  slowEvery: number("slow-every"),
  frontierUrls: Math.max(1_000_000, number("urls"))
}

interface Node {
  readonly child: ChildProcess
  readonly log: string
  rss: number
  cpu: number
  killedAt: number
}
const all: Array<Node> = []
const samples: Array<Sample> = []
const script = path.join(import.meta.dirname, "../support/processes/cluster-node.ts")

const startNode = (): Promise<Node> =>
  new Promise((resolve, reject) => {
    const log = path.join(folder, `node-${all.length}.log`)
    const child = spawn(process.execPath, [script, JSON.stringify({ ...options, log })], {
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    const node: Node = { child, log, rss: 0, cpu: 0, killedAt: Number.POSITIVE_INFINITY }
    all.push(node)
    child.once("exit", (code) => reject(new Error(`a node ended with ${code}`)))
    child.on("message", (message: FromNode) => {
      if (message._tag === "Ready") resolve(node)
      if (message._tag === "Sample") samples.push(message.sample)
      if (message._tag === "Cost") {
        node.rss = Math.max(node.rss, message.rss)
        node.cpu = message.cpu
      }
    })
  })

const send = ({ child }: Node, message: ToNode) => child.send(message)
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const postgresCpu = (): number => server === undefined ? 0 : postgresCpuSeconds(url)

const first = await startNode()
const others = await Promise.all(Array.from({ length: nodes - 1 }, startNode))
const living = [...others]
const cpuBefore = postgresCpu()
const walBefore = one("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
const sizeBefore = one("SELECT pg_database_size(current_database())")
if (server !== undefined) server.sql(url, "SELECT pg_stat_statements_reset()")
const began = Date.now()
send(first, { _tag: "Start" })

const deaths = number("deaths")
for (let left = deaths; Date.now() - began < seconds * 1000 && samples.at(-1)?.isOver !== true;) {
  await sleep(200)
  const share = (Date.now() - began) / (seconds * 1000)
  if (left > 0 && share > (deaths - left + 1) / (deaths + 2) * 0.8) {
    left--
    const victim = living.shift()
    if (victim === undefined) continue
    victim.child.removeAllListeners("exit")
    victim.killedAt = performance.timeOrigin + performance.now()
    victim.child.kill("SIGKILL")
    living.push(await startNode())
  }
}
const isCut = samples.at(-1)?.isOver !== true
if (isCut) send(first, { _tag: "Cancel" })
while (samples.at(-1)?.isOver !== true) await sleep(200)
const cpu = { nodes: all.reduce((sum, node) => sum + node.cpu, 0), postgres: postgresCpu() - cpuBefore }
const wal = one("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn") - walBefore
const fileSize = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
const grown = server === undefined ? fileSize : one("SELECT pg_database_size(current_database())") - sizeBefore
const statements = one("SELECT sum(calls) FROM pg_stat_statements")
const ledger = new Promise<Extract<FromNode, { readonly _tag: "Ledger" }>>((resolve) =>
  first.child.on("message", (message: FromNode) => message._tag === "Ledger" && resolve(message))
)
send(first, { _tag: "Ledger" })
const { rows, urls } = await ledger

const last = samples.at(-1)
const settled = last?.settled ?? 0
const most = samples.reduce((found, sample) => Math.max(found, sample.pending), 0)
const took = ((samples.find((sample) => sample.settled === settled)?.at ?? 0) - (samples[0]?.at ?? 0)) / 1000
const visits = violationsOf(all, options.delay)
const lag = lagOf(all, samples)
const each = (total: number) => settled === 0 ? "-" : (total / settled).toFixed(2)
/** Values of the first node, when this share of the pages was settled. */
const memoryAt = (share: number): string => {
  const sample = samples.find((each) => each.settled >= share * settled)
  return `${((sample?.rss ?? 0) / 1024 ** 2).toFixed(0)} MiB at ${sample?.settled ?? 0}`
}
const lines: ReadonlyArray<readonly [string, string]> = [
  [
    "crawl",
    `${values.store}, documents in ${values.documents}, ${nodes} nodes, ${options.domains} domains, ${options.urls} URLs, ${options.links} links a page`
  ],
  ["ended by", isCut ? `--seconds ${seconds}` : "its budget, or the last URL"],
  ["pages settled", `${settled} in ${took.toFixed(1)} s: ${(settled / took).toFixed(0)} pages/s`],
  ["frontier", `${most} URLs waited at most`],
  ["settle lag", `p50 ${lag.p50.toFixed(0)} ms, p99 ${lag.p99.toFixed(0)} ms`],
  [
    "gate",
    `${visits.overlaps} overlaps, ${visits.gaps} gaps below ${options.delay} ms, least gap ${
      visits.least.toFixed(0)
    } ms, ${visits.begun} visits`
  ],
  ["fetched twice", `${visits.again} URLs; ${visits.cut} visits were cut by ${deaths} deaths`],
  ["ledger", `${rows} rows of ${urls} URLs`],
  ["memory", `${all.map(({ rss }) => (rss / 1024 ** 2).toFixed(0)).join(", ")} MiB at most`],
  ["memory of one", [0.1, 0.25, 0.5, 0.75, 1].map(memoryAt).join(", ")],
  ["CPU a page", `${each(cpu.nodes)} ms in the nodes, ${each(cpu.postgres * 1000)} ms in Postgres`],
  ["store a page", `${each(statements)} statements, ${each(wal / 1000)} kB of WAL, ${each(grown / 1000)} kB grown`]
]
for (const [name, value] of lines) console.log(`${name.padEnd(16)} ${value}`)

for (const { child } of all) {
  child.removeAllListeners("exit")
  child.kill("SIGKILL")
}
await server?.remove()
fs.rmSync(folder, { recursive: true, force: true })
