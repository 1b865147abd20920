// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Result } from "effect"
import * as net from "node:net"
import * as zlib from "node:zlib"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { GleanerNoDeps } from "../../../src/Gleaner.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"

const Services = GleanerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(HttpTransport.layer, Renderer.layerDisabled, Extractor.layerInline)),
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero, retries: 0 }))
)

interface Cut {
  readonly fields: ReadonlyArray<string>
  readonly body: Buffer
  readonly end: (socket: net.Socket) => void
}

const fin = (socket: net.Socket) => void socket.end()
const reset = (socket: net.Socket) => void socket.resetAndDestroy()
const text = "User-agent: *\nDisallow:\n# the first half "
const coded = zlib.gzipSync(text.repeat(50))
const lengthOf = (body: Buffer) => `content-length: ${body.length}`
const gzip = "content-encoding: gzip"
const chunked = "transfer-encoding: chunked"

const cuts: Readonly<Record<string, Cut & { readonly page: string }>> = {
  "Content-Length, closed early": {
    fields: ["content-length: 1000"],
    body: Buffer.from(text),
    end: fin,
    page: "fetch_failed reset"
  },
  "Content-Length, reset": {
    fields: ["content-length: 1000"],
    body: Buffer.from(text),
    end: reset,
    page: "fetch_failed reset"
  },
  "chunked, without the last chunk": {
    fields: [chunked],
    body: Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`),
    end: fin,
    page: "fetch_failed reset"
  },
  "chunked, in the middle of a chunk": {
    fields: [chunked],
    body: Buffer.from(`fff\r\n${text}`),
    end: fin,
    page: "fetch_failed reset"
  },
  "until the connection ends, reset": { fields: [], body: Buffer.from(text), end: reset, page: "fetch_failed reset" },
  "gzip, cut in the middle": {
    fields: [gzip, lengthOf(coded.subarray(0, 40))],
    body: coded.subarray(0, 40),
    end: fin,
    page: "fetch_failed decode"
  },
  "gzip, until the connection ends": {
    fields: [gzip],
    body: coded.subarray(0, 40),
    end: fin,
    page: "fetch_failed decode"
  },
  "gzip, without its check": {
    fields: [gzip],
    body: coded.subarray(0, -8),
    end: fin,
    page: "fetch_failed decode"
  },
  "nothing that tells its end, closed (whole by RFC 9112 section 6.3)": {
    fields: [],
    body: Buffer.from(text),
    end: fin,
    page: "200"
  },
  // It says that it will end, so that nothing else is asked on this connection.
  "gzip, whole": { fields: [gzip, lengthOf(coded), "connection: close"], body: coded, end: fin, page: "200" }
}

/** Answers `cut` to this path, and a whole answer to any other. */
const siteThatCuts = (cut: Cut, path: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<net.Server>((resume) => {
        const server = net.createServer((socket) => {
          socket.on("error", () => {})
          socket.on("data", (request) => {
            if (!request.toString().startsWith(`GET ${path} `)) {
              return socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            }
            const head = ["HTTP/1.1 200 OK", "content-type: text/plain", "cache-control: max-age=60", ...cut.fields]
            socket.write(`${head.join("\r\n")}\r\n\r\n`)
            return socket.write(cut.body, () => setTimeout(() => cut.end(socket), 20))
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => void server.close())
    ),
    (server) => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
  )

const said = (url: string) =>
  Effect.gen(function*() {
    const { read } = yield* PageReader
    const scraping = read({ url }, "document")
    return Result.match(yield* Effect.result(RequestContext.by("test", "interactive", Duration.minutes(1))(scraping)), {
      onSuccess: ({ json, status }) =>
        `${status}${JSON.parse(Buffer.from(json).toString()).trace.cache_hit ? " from the cache" : ""}`,
      onFailure: ({ code, reason }) => reason === undefined ? code : `${code} ${reason}`
    })
  })

describe("an answer that was cut", () => {
  for (const [name, cut] of Object.entries(cuts)) {
    it.live(`${name}: ${cut.page}`, () =>
      Effect.gen(function*() {
        const page = `${yield* siteThatCuts(cut, "/page")}/page`
        const isWhole = cut.page === "200"
        assert.strictEqual(yield* said(page), cut.page)
        assert.strictEqual(yield* said(page), isWhole ? "200 from the cache" : cut.page)
        const robots = yield* siteThatCuts(cut, "/robots.txt")
        assert.strictEqual(yield* said(`${robots}/page`), isWhole ? "200" : "robots_unreachable")
      }).pipe(Effect.provide(Services)))
  }
})
