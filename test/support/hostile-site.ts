import { Effect, type Scope } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as zlib from "node:zlib"

export interface HostileAccess {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface HostileSite {
  readonly origin: string
  readonly log: ReadonlyArray<HostileAccess>
  /** Connections opened so far, and open now. */
  readonly connections: () => { readonly opened: number; readonly open: number }
}

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** A real server on loopback that answers each path as given; it ends, with all its connections, with the scope. */
export const siteOnLoopback = (
  answers: Readonly<Record<string, Answer>>
): Effect.Effect<HostileSite, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<HostileSite & { readonly server: http.Server }>((resume) => {
      const log: Array<HostileAccess> = []
      let opened = 0
      let open = 0
      const server = http.createServer((request, response) => {
        const path = request.url ?? "/"
        log.push({ path, at: Date.now() })
        const answer = answers[path] ?? answers[path.replace(/[^/]*$/, "*")] ?? notFound
        response.on("error", () => {})
        answer(request, response)
      })
      server.on("connection", (socket) => {
        opened++
        open++
        socket.on("error", () => {})
        socket.on("close", () => open--)
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({
          origin: `http://127.0.0.1:${port}`,
          log,
          connections: () => ({ opened, open }),
          server
        }))
      })
    }),
    ({ server }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

export const notFound: Answer = (_, response) => response.writeHead(404, { "content-type": "text/plain" }).end("none")

export const html = (body: string, headers: Record<string, string> = {}): Answer => (_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body)
}

/** Writes the same chunk until the reader is gone or the size is reached, no faster than it is read. */
export const flood = (response: http.ServerResponse, chunk: Uint8Array, total = Number.POSITIVE_INFINITY): void => {
  let left = total
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return response.once("drain", more)
    }
    if (!response.destroyed) response.end()
    return undefined
  }
  more()
}

/** A gzip of so many zero bytes, made while it is sent: a thousandth of its size on the wire. */
export const gzipBomb = (bytes: number): Answer => (_, response) => {
  response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
  const gzip = zlib.createGzip({ level: 9 })
  gzip.on("error", () => {})
  response.on("close", () => gzip.destroy())
  gzip.pipe(response)
  const zeros = new Uint8Array(1024 * 1024)
  let left = bytes
  const more = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= zeros.length
      if (!gzip.write(zeros)) return gzip.once("drain", more)
    }
    return gzip.end()
  }
  more()
}
