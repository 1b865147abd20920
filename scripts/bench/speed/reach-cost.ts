import { Effect, Exit, Scope } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { httpProxy } from "../../../test/support/network/proxies.ts"
import { cpuOf } from "../support/processes/cpu-of-readers.ts"
import { familyOf } from "../support/processes/group-memory.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * CPU time of the service for a page of a crawl, with and without an index, a profile, a proxy and seeds:
 * `npm run bench -- reach-cost [pages, 400] [rounds, 3]`. Ratios are those of the medians.
 */
const [pages = 400, rounds = 3] = numbersFrom(400, 3)

const words = ["harbour", "tide", "boat", "moon", "wind", "rope", "light", "stone", "bird", "cloud", "market", "bridge"]
const wordsOf = (n: number, count: number) =>
  Array.from({ length: count }, (_, at) => words[(n * 31 + at * at * 7 + at) % words.length]).join(" ")
const server = http.createServer((request, response) => {
  const { url = "" } = request
  if (url === "/robots.txt") return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": "text/html" })
  const n = Number(/\d+/.exec(url)?.[0] ?? 0)
  const links = Array.from(
    { length: 20 },
    (_, at) => `<li><a href="/page/${(n * 20 + at + 1) % pages}">page ${at}</a></li>`
  )
  const paragraphs = Array.from({ length: 12 }, (_, at) => `<p>Page ${n}, part ${at}: ${wordsOf(n + at, 60)}.</p>`)
  response.end(
    `<title>Page ${n}</title><main><h1>Page ${n}</h1>${paragraphs.join("")}</main><ul>${links.join("")}</ul>`
  )
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-reach-cost-"))
const keyFile = path.join(folder, "key")
fs.writeFileSync(keyFile, randomBytes(32).toString("base64"))
const scope = Scope.makeUnsafe()
const { port } = await Effect.runPromise(Scope.provide(httpProxy(), scope))
const list = path.join(folder, "proxies")
fs.writeFileSync(list, `http://127.0.0.1:${port}\n`)

const seeds = Array.from({ length: Math.min(1000, pages) }, (_, n) => `${origin}/page/${n}`)
const crawls = {
  plain: {},
  "search index": { search: true },
  profile: { profile: "reader" },
  proxy: {},
  seeds: { urls: seeds }
}
const costs = new Map(Object.keys(crawls).map((name) => [name, [] as Array<number>]))
for (let round = 0; round < rounds; round++) {
  for (const [name, options] of Object.entries(crawls)) {
    const service = await serviceProcess({
      GLEANER_STORE: `sqlite:${path.join(folder, `${name}-${round}.db`.replace(" ", "-"))}`,
      GLEANER_SECRETS_KEY_FILE: keyFile,
      GLEANER_WORKERS: "1",
      ...(name === "proxy" ? { GLEANER_PROXIES: `file:${list}` } : {})
    })
    await service.call("/v1/profiles/reader", { origins: [origin], headers: { "x-team": "one" } }, "PUT")
    const crawl = async (max_pages: number) => {
      const answer = await service.call("/v1/crawl", { url: `${origin}/page/0`, max_pages, max_depth: 20, ...options })
      const { id } = (await answer.json()) as { readonly id: string } // as the contract has it
      await (await service.events(id)).text()
    }
    await crawl(Math.min(100, pages))
    const before = cpuOf(familyOf(service.pid))
    await crawl(pages)
    costs.get(name)?.push((cpuOf(familyOf(service.pid)) - before) / pages)
    await service.stop()
  }
}
const medianOf = (name: string): number =>
  (costs.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
report(
  Object.keys(crawls).map((name) => ({
    crawl: name,
    ms_a_page: medianOf(name),
    ratio: medianOf(name) / medianOf("plain"),
    least: Math.min(...costs.get(name) ?? []),
    most: Math.max(...costs.get(name) ?? [])
  }))
)
server.close().closeAllConnections()
await Effect.runPromise(Scope.close(scope, Exit.void))
fs.rmSync(folder, { recursive: true })
