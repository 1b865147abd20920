import * as http from "node:http"
import type { AddressInfo } from "node:net"

export interface HeldSite {
  readonly url: string
  /** Lets every request pass from now on. */
  readonly release: () => void
  readonly close: () => Promise<void>
}

/**
 * A site of one start page with links to others, whose answers wait until they are released. The start page does not
 * wait.
 */
export const heldSite = async (pages: number): Promise<HeldSite> => {
  let isHeld = true
  const waiting: Array<() => void> = []
  const links = Array.from({ length: pages }, (_, index) => `<a href="/page/${index}">Page ${index}</a>`).join(" ")
  const server = http.createServer((request, response) => {
    const number = /^\/page\/(\d+)$/.exec(request.url ?? "")?.[1]
    if (request.url !== "/" && number === undefined) return void response.writeHead(404).end()
    const answer = () => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(
        `<title>Page ${number ?? "one"}</title><main><h1>Page</h1><p>This is page ${number ?? "one"} of a site.</p>${
          number === undefined ? links : ""
        }</main>`
      )
    }
    if (number !== undefined && isHeld) waiting.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isHeld = false
      for (const answer of waiting.splice(0)) answer()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
