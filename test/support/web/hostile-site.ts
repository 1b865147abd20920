import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as zlib from "node:zlib"

export interface SiteAccess {
  readonly path: string
  /** Milliseconds since the epoch, by the site's clock. */
  readonly at: number
}

export interface LoopbackSite {
  readonly origin: string
  readonly log: ReadonlyArray<SiteAccess>
  readonly connections: () => { readonly opened: number; readonly open: number }
}

export type SiteAnswer = (request: http.IncomingMessage, response: http.ServerResponse) => void

/**
 * A real server on loopback that answers each path as given, `*` any other; it ends, with its connections, with the
 * scope.
 */
export const siteOnLoopback = (
  answers: Readonly<Record<string, SiteAnswer>>
): Effect.Effect<LoopbackSite, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(answers)),
      ({ server }) =>
        Effect.promise(() =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          })
        )
    ),
    ({ site }) => site
  )

const listen = (answers: Readonly<Record<string, SiteAnswer>>) =>
  new Promise<{ readonly site: LoopbackSite; readonly server: http.Server }>((resolve) => {
    const log: Array<SiteAccess> = []
    let opened = 0
    let open = 0
    const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      const path = request.url ?? "/"
      log.push({ path, at: Date.now() })
      response.on("error", () => {})
      const answer = answers[path] ?? answers["*"] ?? notFound
      answer(request, response)
    })
    server.on("connection", (socket) => {
      opened++
      open++
      socket.on("error", () => {})
      socket.on("close", () => open--)
    })
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on a port has an address with a port.
      const { port } = server.address() as AddressInfo
      resolve({ server, site: { origin: `http://127.0.0.1:${port}`, log, connections: () => ({ opened, open }) } })
    })
  })

export const notFound: SiteAnswer = (_, response) => {
  response.writeHead(404, { "content-type": "text/plain" }).end("none")
}

export const html = (body: string | Uint8Array, headers: Record<string, string> = {}): SiteAnswer => (_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body)
}

/** Bytes on the socket in place of an answer. */
export const raw =
  (bytes: string, after: (socket: http.IncomingMessage["socket"]) => void): SiteAnswer => (request) => {
    request.socket.write(bytes, "latin1", () => after(request.socket))
  }

/** The same chunk again and again, as fast as it is read, until the reader is gone or the size is reached. */
const flood = (
  out: NodeJS.WritableStream & { destroyed: boolean },
  chunk: Uint8Array,
  total = Number.POSITIVE_INFINITY
): void => {
  let left = total
  const more = (): void => {
    while (left > 0 && !out.destroyed) {
      left -= chunk.length
      if (!out.write(chunk)) return void out.once("drain", more)
    }
    if (!out.destroyed) out.end()
  }
  more()
}

const drip = (response: http.ServerResponse, text: string): void => {
  const timer = setInterval(() => response.write(text), 20)
  response.on("close", () => clearInterval(timer))
}

const page = { "content-type": "text/html" }
const zeros = new Uint8Array(1024 * 1024)

/** Streams this number of zero bytes in a coding, which is a thousandth of that on the wire. */
const bomb = (bytes: number, coding: string, make: () => zlib.Gzip): SiteAnswer => (_, response) => {
  response.writeHead(200, { ...page, "content-encoding": coding })
  const codec = make()
  codec.on("error", () => {})
  response.on("close", () => codec.destroy())
  codec.pipe(response)
  flood(codec, zeros, bytes)
}

/** A hundred megabytes of zeros in a few kilobytes, made when the site starts. */
const premade = (coding: string, make: (zeros: Uint8Array) => Uint8Array): SiteAnswer =>
  html(import.meta.main ? make(new Uint8Array(100_000_000)) : "", { "content-encoding": coding })

const gzip = () => zlib.createGzip({ level: 1 })
const megabyte = 1_000_000

export const hostileAnswers: Readonly<Record<string, SiteAnswer>> = {
  "/good": html("<p>good"),
  "/gzip-10MB": bomb(10 * megabyte - zeros.length, "gzip", gzip),
  "/gzip-1GB": bomb(1000 * megabyte, "gzip", gzip),
  "/gzip-10GB": bomb(10_000 * megabyte, "gzip", gzip),
  "/gzip-in-gzip-100MB": premade("gzip, gzip", (zeros) => zlib.gzipSync(zlib.gzipSync(zeros))),
  "/br-100MB": premade(
    "br",
    (zeros) => zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
  ),
  "/zstd-100MB": premade("zstd", (zeros) => zlib.zstdCompressSync(zeros)),
  // Empty deflate blocks: endless coded bytes, no decoded ones.
  "/empty-blocks": (_, response) => {
    response.writeHead(200, { ...page, "content-encoding": "deflate" })
    flood(response, Buffer.from("\0\0\0\u00FF\u00FF".repeat(13_000), "latin1"))
  },
  "/not-gzip": html("<p>this is not gzip", { "content-encoding": "gzip" }),
  "/unknown-coding": html("<p>", { "content-encoding": "snappy" }),
  "/endless-headers": (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\n")
    flood(request.socket, Buffer.from(`X-${"a".repeat(50)}: ${"b".repeat(950)}\r\n`.repeat(16)))
  },
  "/dripping-headers": ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\nX-A: ")
    const timer = setInterval(() => socket.write("a"), 20)
    socket.on("close", () => clearInterval(timer))
  },
  "/silent": () => {},
  "/dripping-body": (_, response) => {
    response.writeHead(200, page)
    drip(response, "<p>")
  },
  "/endless-body": (_, response) => {
    response.writeHead(200, page)
    flood(response, Buffer.from("<p>endless ".repeat(5000)))
  },
  "/declares-a-terabyte": raw(
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000000000\r\n\r\n<p>",
    () => {}
  ),
  "/short-of-its-length": raw(
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>",
    (socket) => socket.end()
  ),
  "/longer-than-its-length": raw(
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>and more",
    () => {}
  ),
  "/reset-at-once": (request) => request.socket.resetAndDestroy(),
  "/reset-in-body": (request, response) => {
    response.writeHead(200, page)
    response.write("<p>".repeat(10_000), () => setTimeout(() => request.socket.resetAndDestroy(), 20))
  },
  "/no-http": raw("SSH-2.0-OpenSSH_9.6\r\n", () => {}),
  "/two-lengths": raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n<p>a", () => {}),
  "/endless-redirect-body": (_, response) => {
    response.writeHead(302, { location: "/good" })
    flood(response, Buffer.from("<p>moved ".repeat(5000)))
  },
  "/circle": (_, response) => void response.writeHead(302, { location: "/circle" }).end(),
  // 1,000 hops: /hop/1 to /hop/1000.
  "*": (request, response) => {
    const hop = Number(/^\/hop\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 1000)
    if (hop >= 1000) return notFound(request, response)
    response.writeHead(302, { location: `/hop/${hop + 1}` }).end()
  }
}

/** The outcome of a fetch of each path: the status of the site, or the code and the reason of the error. */
export const hostileOutcomes: ReadonlyArray<readonly [path: string, outcome: string]> = [
  ["/gzip-10MB", "200"],
  ["/gzip-1GB", "body_too_large"],
  ["/gzip-10GB", "body_too_large"],
  ["/gzip-in-gzip-100MB", "body_too_large"],
  ["/br-100MB", "body_too_large"],
  ["/zstd-100MB", "body_too_large"],
  ["/empty-blocks", "body_too_large"],
  ["/not-gzip", "fetch_failed decode"],
  ["/unknown-coding", "fetch_failed decode"],
  ["/endless-headers", "fetch_failed protocol"],
  ["/dripping-headers", "upstream_timeout"],
  ["/silent", "upstream_timeout"],
  ["/dripping-body", "upstream_timeout"],
  ["/endless-body", "body_too_large"],
  ["/declares-a-terabyte", "body_too_large"],
  ["/short-of-its-length", "fetch_failed reset"],
  ["/longer-than-its-length", "200"],
  ["/reset-at-once", "fetch_failed reset"],
  ["/reset-in-body", "fetch_failed reset"],
  ["/no-http", "fetch_failed protocol"],
  ["/two-lengths", "fetch_failed protocol"],
  ["/endless-redirect-body", "200"],
  ["/hop/1", "fetch_failed redirects"],
  ["/circle", "fetch_failed redirects"]
]

const robots = (answer: SiteAnswer): Readonly<Record<string, SiteAnswer>> => ({
  "/robots.txt": answer,
  "*": html("<p>good")
})
const allowLine = Buffer.from("Allow: /some/path/or/other\n".repeat(2000))

/** Sites whose robots.txt is the attack. Their first lines disallow /private. */
const hostileRobots: Readonly<Record<string, Readonly<Record<string, SiteAnswer>>>> = {
  "100 MB": robots((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).write("User-agent: *\nDisallow: /private\n")
    flood(response, allowLine, 100 * megabyte)
  }),
  "endless": robots((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).write("User-agent: *\nDisallow: /private\n")
    flood(response, allowLine)
  }),
  "dripping": robots((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" })
    drip(response, "User-agent: *\n")
  })
}

export interface HostileOrigins {
  readonly main: string
  readonly robots: Readonly<Record<string, string>>
}

/** The hostile sites in a process of their own, so that their memory is not taken for ours. */
export const hostileSites: Effect.Effect<HostileOrigins, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<{ readonly origins: HostileOrigins; readonly stop: () => void }>((resolve) => {
        const child = spawn(process.execPath, [import.meta.filename], { stdio: ["pipe", "pipe", "inherit"] })
        child.stdout.once("data", (line: Buffer) =>
          resolve({ origins: JSON.parse(line.toString()), stop: () => void child.kill() }))
      })
    ),
    ({ stop }) => Effect.sync(stop)
  ),
  ({ origins }) => origins
)

if (import.meta.main) {
  const entries = Object.entries(hostileRobots).map(async (
    [name, answers]
  ) => [name, (await listen(answers)).site.origin])
  const main = (await listen(hostileAnswers)).site.origin
  process.stdout.write(`${JSON.stringify({ main, robots: Object.fromEntries(await Promise.all(entries)) })}\n`)
  // Ends with the process that started it.
  process.stdin.resume().on("end", () => process.exit())
}
