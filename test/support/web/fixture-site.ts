import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { documentation, dressed, lighthouse, tide } from "./site/articles.ts"
import { shiftJis, windows1251 } from "./site/encoded-pages.ts"
import { files } from "./site/files.ts"
import { account, reviews, ships, signIn } from "./site/interactive.ts"
import { forum, productPages, rss, scripted, shop } from "./site/listings.ts"

export interface FixtureSite {
  readonly url: string
  /** Paths in the order of their requests. */
  readonly log: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const realPages = path.join(import.meta.dirname, "../../../../shared/extraction/html")

/** The ids of the real pages, served at /real/ID; empty where the shared folder is not there. */
export const realPageIds = (): ReadonlyArray<string> =>
  fs.existsSync(realPages) ? fs.readdirSync(realPages).map((name) => name.replace(".html.gz", "")).toSorted() : []

/** A site of real-looking pages on loopback, each of its corners at a path of its own. */
export const startFixtureSite = async (port = 0): Promise<FixtureSite> => {
  const log: Array<string> = []
  const server = http.createServer((request, response) => {
    const pathname = new URL(request.url ?? "/", "http://site").pathname
    log.push(pathname)
    if (pathname === "/slow") return
    if (pathname === "/reset") return void response.socket?.destroy()
    const answer = pathname === "/sitemap.xml" ? sitemapOf(request.headers.host ?? "") : answerOf(pathname)
    response.writeHead(answer.status ?? 200, {
      "content-type": answer.type ?? "text/html; charset=utf-8",
      ...answer.headers
    })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const bound = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound.port}`,
    log,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const sitemapOf = (host: string): Answer => ({
  type: "application/xml",
  body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    ["/articles/lighthouse", "/articles/tide"].map((path) => `<url><loc>http://${host}${path}</loc></url>`).join("")
  }</urlset>`
})

const answerOf = (pathname: string): Answer => {
  const known = answers[pathname]
  if (known !== undefined) return known
  const hop = /^\/hop\/(\d+)$/.exec(pathname)?.[1]
  if (hop !== undefined) {
    const next = Number(hop) === 0 ? "/articles/tide" : `/hop/${Number(hop) - 1}`
    return { status: 302, headers: { location: next }, body: "" }
  }
  const made = files[pathname]
  if (made !== undefined) return made()
  const small = /^\/(?:login|privacy|(?:user|shop)\/[\w-]+)$/.exec(pathname)?.[0].slice(1).replace("/", ", ")
  if (small !== undefined) {
    return { body: dressed(small, "", `<h1>${small}</h1><p>A small page about ${small}, and nothing else.</p>`) }
  }
  const real = /^\/real\/(\w+)$/.exec(pathname)?.[1]
  const file = path.join(realPages, `${real}.html.gz`)
  if (real !== undefined && fs.existsSync(file)) {
    return { type: "text/html", headers: { "content-encoding": "gzip" }, body: fs.readFileSync(file) }
  }
  return {
    status: 404,
    body: dressed("Not found", "", "<h1>Not found</h1><p>There is no such page at the harbour.</p>")
  }
}

const home = dressed(
  "News from the harbour",
  `<link rel="alternate" type="application/rss+xml" title="All stories" href="/feed.xml"><link rel="icon" href="/favicon.ico">`,
  `<h1>News from the harbour</h1><p>Stories, tide tables and good gear from the cape, written by those who live there and printed every other week.</p>
<ul>${
    [
      "/articles/lighthouse",
      "/articles/tide",
      "/docs/tides",
      "/shop",
      "/forum/knots",
      "/live",
      "/ja/sakura",
      "/ru/berezy",
      "/private/log",
      "/hop/2",
      "/copy",
      "/missing",
      "/files/archive.zip",
      "https://elsewhere.example/"
    ].map((href) => `<li><a href="${href}">${href}</a></li>`).join("")
  }</ul>`
)

const answers: Readonly<Record<string, Answer>> = {
  "/reviews": { body: reviews },
  "/ships": { body: ships },
  "/sign-in": { body: signIn },
  "/signed-in": { status: 303, headers: { "location": "/account", "set-cookie": "session=1; HttpOnly" }, body: "" },
  "/account": { body: account },
  "/": { body: home },
  "/robots.txt": {
    type: "text/plain",
    body: "User-agent: *\nDisallow: /private/\nCrawl-delay: 0\nSitemap: /sitemap.xml\n"
  },
  "/articles/lighthouse": { body: lighthouse },
  "/articles/tide": { body: tide },
  "/copy": { body: tide },
  "/docs/tides": { body: documentation },
  "/shop": { body: shop },
  ...Object.fromEntries(productPages.map(([pathname, body]) => [pathname, { body }])),
  "/forum/knots": { body: forum },
  "/live": { body: scripted },
  "/feed.xml": { type: "application/rss+xml", body: rss },
  "/ja/sakura": { type: "text/html", body: shiftJis },
  "/ru/berezy": { type: "text/html", body: windows1251 },
  "/private/log": { body: dressed("Log", "", "<p>Not for robots.</p>") },
  "/favicon.ico": { type: "image/x-icon", body: Buffer.from([0, 0, 1, 0]) },
  "/data.json": { type: "application/json", body: `{"station":"cape-wrath","heights":[4.8,5.1]}` },
  "/notes.txt": { type: "text/plain", body: "First line of the notes.\n\nSecond paragraph of the notes." },
  "/readme.md": { type: "text/markdown", body: "# Notes\n\nSome *marked* text." },
  "/files/archive.zip": { type: "application/zip", body: Buffer.from("PK\u0003\u0004") },
  "/video.mp4": { type: "video/mp4", body: Buffer.alloc(1000) },
  "/loop": { status: 302, headers: { location: "/loop" }, body: "" },
  "/to-private": { status: 302, headers: { location: "http://10.1.2.3/" }, body: "" },
  "/error": { status: 500, body: "<h1>Out of order</h1><p>The harbour office is closed today.</p>" },
  "/paid": {
    status: 402,
    headers: { "crawler-price": "USD 0.01" },
    body: "<h1>Payment required</h1>"
  },
  "/big": { body: `<p>${"water ".repeat(2_000_000)}</p>` }
}
