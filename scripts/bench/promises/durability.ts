import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, quantile, report } from "../support/report.ts"

/**
 * Durability of a crawl in a SQLite file: `npm run bench -- durability [kills, 50] [pages of a crawl, 2000]`. A real
 * service crawls a real site and is killed at random moments. Afterwards, every page that it has shown must exist with
 * its document and must not be fetched again; the file must be intact; the crawl must continue by itself.
 */
const [kills = 50, pages = 2000] = numbersFrom(50, 2000)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-durability-"))
const file = path.join(folder, "gleaner.db")
const environment = { GLEANER_STORE: `sqlite:${file}`, GLEANER_WORKERS: "1", GLEANER_MAX_PAGES: "1000000" }

/** Requests of the site, in the order in which they came. */
const asked: Array<{ readonly path: string; readonly at: number }> = []
const textOf = (number: number): string => `Page ${number} of the site, and no other page says this. `.repeat(20)
const site = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site")
  asked.push({ path: pathname, at: performance.now() })
  if (pathname === "/robots.txt") return void response.writeHead(404).end()
  const number = Number(pathname.split("/")[2])
  const links = [1, 2, 3].map((child) => number * 3 + child).filter((child) => child < pages)
    .map((child) => `<p><a href="${pathname.replace(/\d+$/, String(child))}">page ${child}</a></p>`)
  response.setHeader("content-type", "text/html")
  const answer = `<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1><p>${textOf(number)}</p>${
    links.join("")
  }`
  setTimeout(() => response.end(answer), 5 + Math.random() * 15)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

interface Shown {
  readonly url: string
  readonly outcome: string
}

interface Crawl {
  readonly id: string
  /** Rows of the ledger that the service has shown, and when. */
  readonly shown: Array<Shown>
  readonly shownAt: Map<string, number>
}

const json = async <A>(answer: Promise<Response>): Promise<A> => await (await answer).json() as A

const crawls: Array<Crawl> = []
const begin = async (service: ServiceProcess): Promise<Crawl> => {
  const asked = { url: `${origin}/${crawls.length}/0`, max_pages: pages, max_depth: 20 }
  const { id } = await json<{ readonly id: string }>(service.call("/v1/crawl", asked))
  const crawl: Crawl = { id, shown: [], shownAt: new Map() }
  crawls.push(crawl)
  return crawl
}

/** The cursor of a place, as the service would give it. */
const after = (list: "ledger" | "documents", place: number): string =>
  place === 0 ? "" : `after=${Buffer.from(`${list}:${place}`).toString("base64url")}&`

/** Reads what has been settled since. Whether the crawl is over. */
const look = async (service: ServiceProcess, { id, shown, shownAt }: Crawl): Promise<boolean> => {
  const { status } = await json<{ readonly status: string }>(service.call(`/v1/jobs/${id}`))
  for (;;) {
    const asked = service.call(`/v1/jobs/${id}/ledger?${after("ledger", shown.length)}limit=1000`)
    const { ledger } = await json<{ readonly ledger: ReadonlyArray<Shown> }>(asked)
    for (const row of ledger) {
      shown.push(row)
      shownAt.set(new URL(row.url).pathname, performance.now())
    }
    if (ledger.length === 0) return status !== "running" && status !== "queued"
  }
}

/** Number of shown rows that are missing or different now, with their documents. */
const lostOf = async (service: ServiceProcess, { id, shown }: Crawl): Promise<number> => {
  const rows: Array<Shown> = []
  while (rows.length < shown.length) {
    const asked = service.call(`/v1/jobs/${id}/ledger?${after("ledger", rows.length)}limit=1000`)
    const { ledger } = await json<{ readonly ledger: ReadonlyArray<Shown> }>(asked)
    if (ledger.length === 0) break
    rows.push(...ledger)
  }
  const stored = shown.filter(({ outcome }) => outcome === "stored")
  const documents: Array<{ readonly url: string; readonly text: string }> = []
  while (documents.length < stored.length) {
    const asked = service.call(`/v1/jobs/${id}/documents?${after("documents", documents.length)}limit=500`)
    const some = (await json<{ readonly documents: typeof documents }>(asked)).documents
    if (some.length === 0) break
    documents.push(...some)
  }
  const isWhole = ({ url }: Shown, index: number) =>
    documents[index]?.url === url && documents[index].text.includes(textOf(Number(url.split("/").at(-1))).trim())
  return shown.filter((row, index) => JSON.stringify(rows[index]) !== JSON.stringify(row)).length +
    stored.filter((row, index) => !isWhole(row, index)).length
}

/** Checks a copy, since opening the file itself would repair it. */
const isWhole = (): boolean => {
  const copy = path.join(folder, "copy.db")
  for (const end of ["", "-wal"]) {
    fs.rmSync(copy + end, { force: true })
    if (fs.existsSync(file + end)) fs.copyFileSync(file + end, copy + end)
  }
  const db = new DatabaseSync(copy)
  const check = Object.values(db.prepare("PRAGMA integrity_check").get() ?? {})[0]
  db.close()
  return check === "ok"
}

let lost = 0
let torn = 0
let finished = 0
const resumed: Array<number> = []
const again: Array<number> = []
let inFlight = 0
let service = await serviceProcess(environment)
let crawl = await begin(service)

for (let kill = 0; kill < kills; kill++) {
  const until = performance.now() + 200 + Math.random() * 1500
  while (performance.now() < until) {
    if (await look(service, crawl)) {
      finished++
      lost += await lostOf(service, crawl)
      crawl = await begin(service)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await service.kill()
  const killed = asked.length
  const before = new Set(asked.map(({ path }) => path))
  if (!isWhole()) torn++
  service = await serviceProcess(environment)
  const started = performance.now()
  for (let waited = 0; asked.length === killed && waited < 500; waited++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  resumed.push(performance.now() - started)
  lost += await lostOf(service, crawl)
  await look(service, crawl)
  const repeated = asked.slice(killed).filter(({ path }) => path !== "/robots.txt" && before.has(path))
  again.push(repeated.length)
  inFlight += repeated.length
  process.stderr.write(
    `kill ${kill + 1}: ${crawl.shown.length} pages shown, ${lost} lost, ${repeated.length} asked for again\n`
  )
}
while (!await look(service, crawl)) await new Promise((resolve) => setTimeout(resolve, 50))
finished++
lost += await lostOf(service, crawl)
await service.stop()
site.close()

const shownAt = new Map(crawls.flatMap((crawl) => [...crawl.shownAt]))
/** Requests for pages that had been shown as settled before. */
const shownAgain = asked.filter(({ at, path }) => at > (shownAt.get(path) ?? Infinity)).length
const rows = crawls.flatMap(({ shown }) => shown)
const twice = rows.length - new Set(rows.map(({ url }) => url)).size
report([{
  "kills": kills,
  "pages": rows.length,
  "crawls finished": finished,
  "acknowledged and lost": lost,
  "settled and fetched again": shownAgain,
  "in flight, fetched again": inFlight,
  "most at one kill": Math.max(0, ...again),
  "torn files": torn,
  "twice in the ledger": twice,
  "goes on after ms, median": quantile(resumed, 0.5),
  "at most": Math.max(...resumed)
}])
fs.rmSync(folder, { recursive: true })
if (lost + shownAgain + torn + twice > 0) process.exitCode = 1
