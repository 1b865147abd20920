import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * A crawl from an index of sitemaps, served on loopback: the time from the request to the first page, and the memory of
 * the service while it crawls some pages, and while it reads all entries of which very few are new enough:
 * `npm run bench -- sitemap-crawl [URLs, 1000000] [pages, 2000]`.
 */
const [urls = 1_000_000, pages = 2000] = numbersFrom(1_000_000, 2000)
const perFile = 50_000
const files = Math.ceil(urls / perFile)

let origin = ""
let firstPage = 0
let sitemapsBefore = 0
let sitemaps = 0

/** Entries of a sitemap, a part at a time. Every ten thousandth is of this year. */
function* entriesOf(file: number) {
  yield "<urlset>"
  for (let from = file * perFile; from < Math.min(urls, (file + 1) * perFile); from += 500) {
    const lines = Array.from({ length: 500 }, (_, at) => {
      const n = from + at
      const lastmod = n % 10_000 === 0 ? "2026-02-01" : "2019-01-01"
      return `<url><loc>${origin}/page/${n}</loc><lastmod>${lastmod}</lastmod></url>`
    })
    yield lines.join("")
  }
  yield "</urlset>"
}

const server = http.createServer(async (request, response) => {
  const { url = "" } = request
  const kind = url.endsWith(".xml") ? "application/xml" : "text/html"
  const send = (body: string) => void response.writeHead(200, { "content-type": kind }).end(body)
  if (url === "/robots.txt") return send(`Sitemap: ${origin}/index.xml\n`)
  if (url === "/index.xml") {
    sitemaps++
    const list = Array.from({ length: files }, (_, n) => `<sitemap><loc>${origin}/${n}.xml</loc></sitemap>`)
    return send(`<sitemapindex>${list.join("")}</sitemapindex>`)
  }
  const file = /^\/(\d+)\.xml$/.exec(url)?.[1]
  if (file !== undefined) {
    sitemaps++
    response.writeHead(200, { "content-type": kind })
    for (const part of entriesOf(Number(file))) {
      if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve))
    }
    return void response.end()
  }
  if (url.startsWith("/page/") && firstPage === 0) {
    firstPage = performance.now()
    sitemapsBefore = sitemaps
  }
  send(`<title>${url}</title><main><h1>${url}</h1><p>${`What the page ${url} says. `.repeat(20)}</p></main>`)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-sitemap-crawl-"))
const residentMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

const rows = []
for (
  const [name, options] of [
    ["some pages", { max_pages: pages }],
    ["all entries", { max_pages: pages, modified_since: "2026-01-01" }]
  ] as const
) {
  const store = `sqlite:${path.join(folder, `${name.replace(" ", "-")}.db`)}`
  const service = await serviceProcess({ GLEANER_STORE: store, GLEANER_WORKERS: "1", GLEANER_MAX_PAGES: String(pages) })
  firstPage = 0
  sitemaps = 0
  const before = residentMiB(service.pid)
  const from = performance.now()
  const answer = await service.call("/v1/crawl", {
    url: `${origin}/`,
    source: "sitemaps",
    max_sitemaps: 50_000,
    ...options
  })
  const { id } = (await answer.json()) as { readonly id: string } // as the contract has it
  const sizes: Array<number> = []
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    sizes.push(residentMiB(service.pid))
    const { status } = (await (await service.call(`/v1/jobs/${id}`)).json()) as { readonly status: string }
    if (status !== "queued" && status !== "running") break
  }
  const { stats } = (await (await service.call(`/v1/jobs/${id}`)).json()) as {
    readonly stats: { readonly stored: number }
  }
  const half = sizes.slice(sizes.length / 2)
  rows.push({
    crawl: name,
    seconds: (performance.now() - from) / 1000,
    first_page_ms: firstPage - from,
    sitemaps_before_it: sitemapsBefore,
    sitemaps,
    stored: stats.stored,
    memory_before: before,
    memory_first_half: Math.max(...sizes.slice(0, Math.max(1, sizes.length / 2))),
    memory_second_half: Math.max(...half)
  })
  await service.stop()
}
report(rows)
server.close().closeAllConnections()
fs.rmSync(folder, { recursive: true })
