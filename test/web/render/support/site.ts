import { Effect } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { siteHost } from "./browser.ts"

const pagesDirectory = path.join(import.meta.dirname, "../pages")

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** A site on loopback with the built fixture pages and the pages of a test. */
export const startSite = (answers: Readonly<Record<string, Answer | string>> = {}) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<{ readonly url: string; readonly server: http.Server; readonly asked: Array<string> }>((resolve) => {
        const asked: Array<string> = []
        const server = http.createServer((request, response) => {
          const name = new URL(request.url ?? "/", "http://site").pathname
          asked.push(name)
          const answer = answers[name]
          if (typeof answer === "function") return answer(request, response)
          if (answer !== undefined) return html(response, answer)
          if (name === "/data.json") {
            return void response.writeHead(200, { "content-type": "application/json" }).end("{\"ok\":true}")
          }
          const file = path.join(pagesDirectory, path.basename(name))
          if (!fs.existsSync(file) || !fs.statSync(file).isFile()) return void response.writeHead(404).end()
          if (file.endsWith(".js")) {
            return void response.writeHead(200, { "content-type": "text/javascript" }).end(fs.readFileSync(file))
          }
          html(response, fs.readFileSync(file, "utf8"))
        })
        server.listen(0, siteHost, () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resolve({ url: `http://${siteHost}:${port}`, server, asked })
        })
      })
    ),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

const html = (response: http.ServerResponse, body: string): void =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body)

export const script = (source: string): Answer => (_, response) =>
  void response.writeHead(200, { "content-type": "text/javascript" }).end(source)

/** Enough text for a short settle time. */
export const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}<p>${filler}</p></body></html>`

const filler = "Words that stand in the page from the start, so that nothing more has to be waited for. ".repeat(4)
