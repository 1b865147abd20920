import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/**
 * A line of the sites' own log. Times in milliseconds of the machine's clock, which all processes of the benchmark
 * share.
 */
export interface Request {
  /** The address, which stands for a registrable domain. */
  readonly domain: string
  readonly path: string
  /** The User-Agent, which identifies the node. */
  readonly agent: string
  readonly begun: number
  /** Undefined if the client went away. */
  ended: number | undefined
}

export interface SiteData {
  readonly domains: number
  readonly pagesPerDomain: number
  readonly outlinks: number
  /** Milliseconds that a page takes at most, beside 5 to 25. None if it is left out. */
  readonly slowness?: number
}

/** Many small sites that link to each other, in a separate thread, so that no other work delays their clock. */
const { domains, outlinks, pagesPerDomain, slowness = 0 } = workerData as SiteData
const log: Array<Request> = []
let port = 0

const addressOf = (index: number): string => `127.1.${Math.floor(index / 200)}.${1 + (index % 200)}`
const now = (): number => performance.timeOrigin + performance.now()

const text = "Some words of a page that is read, so that nobody takes it for an empty shell of a page. ".repeat(5)

const pageOf = (domain: number, page: number): string => {
  const links = Array.from({ length: outlinks }, (_, at) => {
    const toDomain = at % 2 === 0 ? domain : (domain * 3 + page + at * 7) % domains
    const toPage = (page * 2 + at * 5 + 1) % pagesPerDomain
    // Some lead there by a redirect from another domain.
    const via = at % 9 === 4 ? `/go/${toDomain}/${toPage}` : `/page/${toPage}`
    return `<p><a href="http://${
      addressOf(at % 9 === 4 ? (domain + 1) % domains : toDomain)
    }:${port}${via}">${at}</a></p>`
  })
  return `<!doctype html><title>${domain} ${page}</title><main><h1>${domain} ${page}</h1><p>${text} ${domain}-${page}</p>${
    links.join("")
  }</main>`
}

const answer = (domain: number, path: string): readonly [number, Readonly<Record<string, string>>, string] => {
  const [, kind, first = "0", second = "0"] = path.split("/")
  if (path === "/robots.txt") return [200, { "content-type": "text/plain" }, "User-agent: *\nDisallow: /never\n"]
  if (kind === "go") return [302, { location: `http://${addressOf(Number(first))}:${port}/page/${second}` }, ""]
  if (kind === "page") {
    return [200, { "content-type": "text/html", "cache-control": "no-store" }, pageOf(domain, Number(first))]
  }
  return [404, { "content-type": "text/plain" }, "none"]
}

for (let domain = 0; domain < domains; domain++) {
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const path = request.url ?? "/"
    const line: Request = {
      domain: addressOf(domain),
      path,
      agent: request.headers["user-agent"] ?? "",
      begun: now(),
      ended: undefined
    }
    log.push(line)
    const [status, headers, body] = answer(domain, path)
    // An answer takes its time, so that requests that overlap are seen.
    setTimeout(() => {
      if (!response.destroyed) line.ended = now()
      response.writeHead(status, headers).end(body)
    }, 5 + (log.length * 7) % 20 + (path.startsWith("/page/") ? (log.length * 137) % (slowness + 1) : 0))
  })
  await new Promise<void>((resolve) =>
    server.listen(port, addressOf(domain), () => {
      port = (server.address() as AddressInfo).port
      resolve()
    })
  )
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(`http://${addressOf(0)}:${port}/page/0`)
/** Any message is answered with the lines since the last one. */
let sent = 0
parentPort?.on("message", () => {
  const lines = log.slice(sent)
  // Unfinished requests are in the next answer.
  const open = lines.findIndex(({ begun, ended }) => ended === undefined && now() - begun < 1000)
  const ready = open < 0 ? lines : lines.slice(0, open)
  sent += ready.length
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(ready)
})
