import * as http from "node:http"
import type { AddressInfo } from "node:net"

export interface McpSite {
  readonly url: string
  /** Completes when the client of a request of /slow has disconnected. */
  readonly slowIsLeft: Promise<void>
  /** Completes at a request of /slow. */
  readonly slowIsAsked: Promise<void>
  /** The number of requests of each path. */
  readonly asked: (path: string) => number
  readonly close: () => void
}

const paragraph = (section: number, n: number) =>
  Array.from({ length: 16 }, (_, k) => `Sentence ${k} of paragraph ${n} of section ${section} is about the tide.`).join(
    " "
  )

/** A page of sections that have headings, with no sentence twice: a thousand of them are 5 MB. */
const pageOf = (sections: number) =>
  `<title>Large</title><main>${
    Array.from(
      { length: sections },
      (_, section) =>
        `<h2>Section ${section}</h2>${Array.from({ length: 5 }, (_, n) => `<p>${paragraph(section, n)}</p>`).join("")}`
    ).join("")
  }</main>`

const page = (name: string, ...links: ReadonlyArray<string>) =>
  `<title>${name}</title><main><h1>${name}</h1><p>${
    `The page ${name} speaks of the tide and the harbour. `.repeat(20)
  }</p></main>${links.map((href) => `<a href="${href}">to ${href}</a>`).join("")}`

const clocks = page("clocks") + Array.from(
  { length: 20 },
  (_, n) =>
    `<script type="application/ld+json">{"@type": "${n < 15 ? "Product" : "Event"}", "name": "Clock ${n}"}</script>`
).join("")

const large = pageOf(1000)
const half = pageOf(500)
const tenth = pageOf(100)

/** A small site with pages of 5 MB, half and a tenth of it, one that never answers and one that robots.txt bars. */
export const startMcpSite = async (): Promise<McpSite> => {
  const asked = new Map<string, number>()
  const left = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const server = http.createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/"
    asked.set(path, (asked.get(path) ?? 0) + 1)
    response.setHeader("content-type", "text/html")
    if (path === "/slow") {
      response.once("close", () => left.resolve())
      slow.resolve()
      return
    }
    if (path === "/reset") return void response.socket?.destroy()
    if (path === "/robots.txt") {
      response.setHeader("content-type", "text/plain")
      return void response.end("User-agent: *\nDisallow: /private\n")
    }
    const bodies: Readonly<Record<string, string>> = {
      "/": page("start", "/a", "/b", "/missing", "/private"),
      "/a": page("a", "/b"),
      "/b": page("b"),
      "/clocks": clocks,
      "/large": large,
      "/half": half,
      "/tenth": tenth
    }
    const body = bodies[path]
    response.statusCode = path === "/paid" ? 402 : body === undefined ? 404 : 200
    response.end(body ?? page("missing"))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowIsLeft: left.promise,
    slowIsAsked: slow.promise,
    asked: (path) => asked.get(path) ?? 0,
    close: () => server.close().closeAllConnections()
  }
}
