import { spawn } from "node:child_process"
import * as http from "node:http"
import * as zlib from "node:zlib"
import { addressOf, bodyOf, realPages } from "../../../support/real-pages.ts"
import { childrenOf, generatedPage, smallPage, standardPage } from "./generated-page.ts"

/**
 * A site in a process of its own, over one loopback address or many, gzipped as sites do. Standard and small pages are
 * generated for each request, so that a site of any size takes no memory; premade ones are kept. Real pages are those of
 * 150 to 210 kB of the shared set, in turn, each with links to other pages of this site alone, and are kept.
 */
export interface GeneratedSite {
  readonly seed: string
  readonly stop: () => void
}

export type SitePages = "standard" | "small" | "premade" | "real"

export const startGeneratedSite = (
  pages: number,
  hosts: number,
  shape: SitePages
): Promise<GeneratedSite> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [import.meta.filename, String(pages), String(hosts), shape], {
      stdio: ["pipe", "pipe", "inherit"]
    })
    child.stdout.once(
      "data",
      (line: Buffer) => resolve({ seed: line.toString().trim(), stop: () => void child.kill() })
    )
  })

type PageOf = (index: number, pages: number, hrefOf: (index: number) => string) => string | Buffer

/** Links of the page itself lead to the address it came from, so that every crawler gets the same pages. */
const realPage = (): PageOf => {
  const all = realPages().map((page) => ({ body: bodyOf(page), address: addressOf(page) }))
  const pages = all.filter(({ body }) => body.length >= 150_000 && body.length <= 210_000)
  return (index, count, hrefOf) => {
    // The index is below the length.
    const { address, body } = pages[index % pages.length]!
    const links = childrenOf(index, count).map((child) => `<a href="${hrefOf(child)}">Page ${child}</a>`)
    // Bytes as characters: the page keeps its encoding.
    const html = Buffer.from(body).toString("latin1")
    return Buffer.from(
      html.replace(/<head(?=[\s>])[^>]*>/i, (head) => `${head}<base href="${address}">`)
        .replace(/<body(?=[\s>])[^>]*>|$/i, (start) => `${start}<nav>${links.join(" ")}</nav>`),
      "latin1"
    )
  }
}

const pageOf = (shape: SitePages): PageOf => {
  if (shape === "real") return realPage()
  return (...place) => generatedPage(...place, shape === "small" ? smallPage : standardPage)
}

const serve = async (pages: number, hosts: number, shape: SitePages): Promise<string> => {
  let port = 0
  const pathOf = (index: number): string => `/articles/${index}`
  const hrefOf = (index: number): string =>
    hosts === 1 && shape !== "real" ? pathOf(index) : `http://127.0.0.${1 + index % hosts}:${port}${pathOf(index)}`
  const contentType = shape === "real" ? "text/html" : "text/html; charset=utf-8"
  const make = pageOf(shape)
  const bodies = new Map<number, Buffer>()
  const bodyOfPage = (index: number): Buffer => zlib.gzipSync(make(index, pages, hrefOf), { level: 1 })

  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const index = Number(/^\/articles\/(\d+)$/.exec(request.url ?? "")?.[1] ?? pages)
    if (index >= pages) return void response.writeHead(404, { "content-type": "text/plain" }).end("none")
    response.writeHead(200, { "content-type": contentType, "content-encoding": "gzip" })
    response.end(bodies.get(index) ?? bodyOfPage(index))
  }
  for (let host = 0; host < hosts; host++) {
    const server = http.createServer({ keepAliveTimeout: 60_000 }, answer)
    await new Promise<void>((resolve) => server.listen(port, `127.0.0.${1 + host}`, resolve))
    const bound = server.address()
    port = typeof bound === "object" && bound !== null ? bound.port : 0
  }
  if (shape === "premade" || shape === "real") {
    for (let index = 0; index < pages; index++) bodies.set(index, bodyOfPage(index))
  }
  return `http://127.0.0.1:${port}${pathOf(0)}`
}

if (import.meta.main) {
  const [pages, hosts, shape] = process.argv.slice(2)
  const seed = await serve(Number(pages), Number(hosts), shape as SitePages)
  process.stdout.write(`${seed}\n`)
  // Ends with the process that started it.
  process.stdin.resume().on("end", () => process.exit())
}
