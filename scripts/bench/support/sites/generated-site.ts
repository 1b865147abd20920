import { spawn } from "node:child_process"
import * as http from "node:http"
import * as zlib from "node:zlib"
import { generatedPage, type PageShape, smallPage, standardPage } from "./generated-page.ts"

/**
 * A site of generated pages in a process of its own, over one loopback address or many, gzipped as sites do. Pages are
 * generated for each request, so that a site of any size takes no memory; prepared ones have the standard size.
 */
export interface GeneratedSite {
  readonly seed: string
  readonly stop: () => void
}

export const startGeneratedSite = (
  pages: number,
  hosts: number,
  shape: "standard" | "small" | "premade"
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

const serve = async (pages: number, hosts: number, shape: PageShape, premade: boolean): Promise<string> => {
  let port = 0
  const pathOf = (index: number): string => `/articles/${index}`
  const hrefOf = (index: number): string =>
    hosts === 1 ? pathOf(index) : `http://127.0.0.${1 + index % hosts}:${port}${pathOf(index)}`
  const bodies = new Map<number, Buffer>()
  const bodyOf = (index: number): Buffer => zlib.gzipSync(generatedPage(index, pages, hrefOf, shape), { level: 1 })

  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const index = Number(/^\/articles\/(\d+)$/.exec(request.url ?? "")?.[1] ?? pages)
    if (index >= pages) return void response.writeHead(404, { "content-type": "text/plain" }).end("none")
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" })
    response.end(bodies.get(index) ?? bodyOf(index))
  }
  for (let host = 0; host < hosts; host++) {
    const server = http.createServer({ keepAliveTimeout: 60_000 }, answer)
    await new Promise<void>((resolve) => server.listen(port, `127.0.0.${1 + host}`, resolve))
    const bound = server.address()
    port = typeof bound === "object" && bound !== null ? bound.port : 0
  }
  if (premade) { for (let index = 0; index < pages; index++) bodies.set(index, bodyOf(index)) }
  return `http://127.0.0.1:${port}${pathOf(0)}`
}

if (import.meta.main) {
  const [pages, hosts, shape] = process.argv.slice(2)
  const seed = await serve(
    Number(pages),
    Number(hosts),
    shape === "small" ? smallPage : standardPage,
    shape === "premade"
  )
  process.stdout.write(`${seed}\n`)
  // Ends with the process that started it.
  process.stdin.resume().on("end", () => process.exit())
}
