import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { type MazeCase, mazeCases } from "./maze-cases.ts"

export interface MazeSite {
  readonly url: string
  /** Cases whose URL was requested. */
  readonly found: () => ReadonlyArray<MazeCase>
  readonly close: () => Promise<void>
}

/** The maze on loopback: an index, a page for each case, and the URLs to find. */
export const startMaze = async (host = "127.0.0.1"): Promise<MazeSite> => {
  const requested = new Set<string>()
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://maze")
    requested.add(pathname)
    const { body = "", header = {}, status = 200, type = "text/html" } = answerOf(pathname, request.headers.host ?? "")
    response.writeHead(status, { "content-type": type, ...header }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo // of a listening server
  return {
    url: `http://${host}:${port}/`,
    found: () => mazeCases.filter(({ path }) => requested.has(target(path))),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly header?: Readonly<Record<string, string>>
  readonly body?: string
}

const target = (path: string): string => `/test/${path}`

/** A page four folders deep, as relative URLs need it. */
const pageOf = ({ path }: MazeCase): string => `/pages/of/the/${path.replaceAll(/\W/g, "-")}.html`

const pages = new Map(mazeCases.map((one) => [pageOf(one), one]))

const answerOf = (pathname: string, host: string): Answer => {
  const knownFile = (name: string) => target(`misc/known-files/${name}.found`)
  switch (pathname) {
    case "/":
      return {
        body: `<title>Maze</title>${[...pages.keys()].map((page) => `<p><a href="${page}">${page}</a>`).join("")}`
      }
    case "/robots.txt":
      return {
        type: "text/plain",
        body: `User-agent: *\nDisallow: ${knownFile("robots.txt")}\nSitemap: http://${host}/sitemap.xml\n`
      }
    case "/sitemap.xml":
      return {
        type: "application/xml",
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}${
          knownFile("sitemap.xml")
        }</loc></url></urlset>`
      }
  }
  const page = pages.get(pathname)
  if (page !== undefined) return pageAnswer(page, host)
  return pathname.startsWith("/test/") ? { body: `<title>Found</title><p>${pathname}` } : { status: 404 }
}

const pageAnswer = ({ header = {}, markup, path, status }: MazeCase, host: string): Answer => {
  const filled = (text: string) => text.replaceAll(/@(?!font)/g, target(path)).replaceAll("HOST", host)
  return {
    ...(status === undefined ? {} : { status }),
    header: Object.fromEntries(Object.entries(header).map(([name, value]) => [name, filled(value)])),
    body: `${filled(markup)}<title>${path}</title>`
  }
}
