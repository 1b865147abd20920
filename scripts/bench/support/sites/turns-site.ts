import * as http from "node:http"
import { type AddressInfo } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** A line of the sites' own log; times in milliseconds of this thread's monotonic clock. */
export interface Access {
  /** The address stands for a registrable domain; each has two ports, which stand for hosts. */
  readonly domain: string
  readonly origin: string
  readonly path: string
  /** Whether the browser made the request. */
  readonly byBrowser: boolean
  readonly at: number
  endedAt: number | undefined
}

/** The sites of the `turns` benchmark, in a separate thread so that no other work delays their clock. */
const { domains, crawlDelayOf } = workerData as {
  readonly domains: ReadonlyArray<string>
  /** Seconds, by domain. */
  readonly crawlDelayOf: Readonly<Record<string, number>>
}
const log: Array<Access> = []
const origins: Array<string> = []
const counts = new Map<string, number>()

const originAt = (index: number): string => origins[index % origins.length] ?? ""

const text = "Some words of a page that is read, so that nobody takes it for an empty shell of a page. ".repeat(8)

const pageOf = (origin: string, path: string): string => {
  const own = origins.indexOf(origin)
  const number = Number(/\d+$/.exec(path)?.[0] ?? 0)
  const links = [
    `/page/${number + 1}`,
    `/page/${number + 7}`,
    `/go/${number + 1}`,
    `/busy/${number}`,
    `/wall/${number}`,
    `${originAt(own + 1)}/page/${number + 2}`,
    `${originAt(own + 3)}/go/${number + 3}`
  ]
  return `<!doctype html><title>${path}</title><main><h1>${path} of ${origin}</h1><p>${text}</p>${
    links.map((link) => `<p><a href="${link}">${link}</a></p>`).join("")
  }</main>`
}

/** A page that leads on by script, to another domain. */
const shellOf = (origin: string, path: string): string =>
  `<!doctype html><title>app</title><body><div id="root"></div><script>location.replace(${
    JSON.stringify(`${originAt(origins.indexOf(origin) + 5)}/page/${/\d+$/.exec(path)?.[0] ?? 0}`)
  })</script>`

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string]

const answerOf = (origin: string, domain: string, path: string, cookie: string): Answer => {
  const own = origins.indexOf(origin)
  const count = (counts.get(origin + path) ?? 0) + 1
  counts.set(origin + path, count)
  const to = (location: string, more: Readonly<Record<string, string>> = {}): Answer => [302, { location, ...more }, ""]
  if (path === "/robots.txt") {
    // Every fourth host has its robots.txt on another domain, every fifth is busy at first.
    if (own % 4 === 1) return to(`${originAt(own + 2)}/rules.txt`)
    if (own % 5 === 4 && count === 1) return [429, { "retry-after": "1" }, ""]
  }
  if (path === "/robots.txt" || path === "/rules.txt") {
    const delay = crawlDelayOf[domain]
    return [
      200,
      { "content-type": "text/plain" },
      `User-agent: *\n${delay === undefined ? "" : `Crawl-delay: ${delay}\n`}`
    ]
  }
  if (path === "/sitemap.xml") {
    return [
      200,
      { "content-type": "application/xml" },
      `<sitemapindex><sitemap><loc>${origin}/more.xml</loc></sitemap></sitemapindex>`
    ]
  }
  if (path === "/more.xml") {
    return [200, { "content-type": "application/xml" }, `<urlset><url><loc>${origin}/page/900</loc></url></urlset>`]
  }
  if (path.startsWith("/go/")) return to(`${originAt(own + 2)}/page/${path.slice(4)}`)
  if (path.startsWith("/wall/") && cookie === "") return to(path, { "set-cookie": "seen=1; path=/" })
  if (path.startsWith("/busy/") && count === 1) return [503, { "retry-after": "1" }, ""]
  const body = path.startsWith("/app/") ? shellOf(origin, path) : pageOf(origin, path)
  return [200, { "content-type": "text/html", "cache-control": "no-store" }, body]
}

const serve = (domain: string) =>
  new Promise<void>((resolve) => {
    const server = http.createServer((request, response) => {
      const origin = `http://${request.headers.host}`
      const path = request.url ?? "/"
      if (path === "/favicon.ico") return void response.writeHead(404).end()
      const byBrowser = request.headers["sec-fetch-mode"] !== undefined || request.headers["sec-ch-ua"] !== undefined ||
        request.headers["upgrade-insecure-requests"] !== undefined
      const access: Access = { domain, origin, path, byBrowser, at: performance.now(), endedAt: undefined }
      log.push(access)
      const [status, headers, body] = answerOf(origin, domain, path, request.headers.cookie ?? "")
      // An answer takes its time, so that requests that overlap are seen.
      setTimeout(() => {
        response.writeHead(status, headers).end(body)
        access.endedAt = performance.now()
      }, 10 + (log.length * 7) % 40)
    })
    server.listen(0, domain, () => {
      origins.push(`http://${domain}:${(server.address() as AddressInfo).port}`)
      resolve()
    })
  })

for (const domain of [...domains, ...domains]) await serve(domain)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(origins)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.on("message", () => parentPort?.postMessage(log))
