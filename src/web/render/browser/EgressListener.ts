import { Context, Effect, Layer, Option, RcMap, Schema, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import * as http from "node:http"
import type { Duplex } from "node:stream"
import { inBrackets } from "../../../core/domain/url-host.ts"
import { Settings } from "../../../core/settings/Settings.ts"

/** No listener could be opened: the process has too many open files, for example. */
export class GateUnavailable extends Schema.TaggedError<GateUnavailable>()("GateUnavailable", {
  cause: Schema.Defect()
}) {}

export interface ProxyCredentials {
  readonly username: string
  readonly password: string
}

/** The requests that came with one password. */
export interface ProxyClient {
  /** Closes the connection when the client ends. */
  track(socket: Duplex): void
  forward(request: http.IncomingMessage, response: http.ServerResponse): void
  tunnel(authority: string, socket: Duplex, head: Buffer): void
}

/** The proxy as a browser elsewhere needs it. */
export interface ProxyAccess {
  readonly port: number
  /** Its URL. */
  readonly proxy: string
  readonly credentials: ProxyCredentials
}

/**
 * One listener for all pages of browsers elsewhere. Others can reach it too, so every client has a password (RFC 9110
 * section 11.7). It listens on the address of this machine towards the browser, or on all addresses if the operator has
 * named another one for the browser.
 */
export class EgressListener extends Context.Service<EgressListener, {
  /** Serves a client until the scope ends. `from`: the address of this machine towards the browser. */
  readonly serve: (from: string, client: ProxyClient) => Effect.Effect<ProxyAccess, GateUnavailable, Scope.Scope>
}>()("gleaner/web/render/browser/EgressListener") {
  static readonly layer = Layer.effect(
    EgressListener,
    Effect.gen(function*() {
      const { browserProxy } = yield* Settings
      const announced = Option.getOrUndefined(browserProxy)
      const listeners = yield* RcMap.make({
        lookup: (address: string) =>
          Effect.acquireRelease(listen(announced === undefined ? address : undefined, announced?.port ?? 0), close)
      })
      return EgressListener.of({
        serve: Effect.fnUntraced(function*(from, client) {
          const { clients, port } = yield* RcMap.get(listeners, announced === undefined ? from : "")
          const credentials = { username: "page", password: randomUUID() }
          const key = authorizationOf(credentials)
          yield* Effect.acquireRelease(
            Effect.sync(() => clients.set(key, client)),
            () => Effect.sync(() => clients.delete(key))
          )
          const host = announced?.host ?? from
          return { port, proxy: `http://${inBrackets(host)}:${port}`, credentials }
        })
      })
    })
  )
}

interface Listener {
  readonly server: http.Server
  readonly port: number
  /** By their Proxy-Authorization. */
  readonly clients: Map<string, ProxyClient>
}

const authorizationOf = ({ password, username }: ProxyCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`

const listen = (address: string | undefined, fixedPort: number): Effect.Effect<Listener, GateUnavailable> =>
  Effect.callback((resume) => {
    const clients: Listener["clients"] = new Map()
    const clientOf = ({ headers }: http.IncomingMessage) => clients.get(headers["proxy-authorization"] ?? "")
    const server = http.createServer((request, response) => {
      if (request.url?.startsWith("/") === true) return void response.writeHead(404).end()
      const client = clientOf(request)
      if (client === undefined) return void response.writeHead(407, challenge).end()
      client.track(request.socket)
      client.forward(request, response)
    })
    server.on("connect", (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
      const client = clientOf(request)
      if (client === undefined) {
        socket.on("error", () => socket.destroy())
        return void socket.end(
          `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${basic}\r\n`
            + "content-length: 0\r\nconnection: close\r\n\r\n"
        )
      }
      client.track(socket)
      client.tunnel(request.url ?? "", socket, head)
    })
    server.on("upgrade", (_: http.IncomingMessage, socket: Duplex) => socket.destroy())
    server.on("clientError", (_, socket) => socket.destroy())
    // Never remove this listener: without it, the first connection that cannot be accepted would end the process.
    server.on("error", (cause) => resume(Effect.fail(new GateUnavailable({ cause }))))
    server.listen(fixedPort, address, () => {
      const bound = server.address()
      const port = bound !== null && typeof bound === "object" ? bound.port : 0
      resume(Effect.succeed({ server, port, clients }))
    })
  })

const close = ({ server }: Listener) =>
  Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })

const basic = `Basic realm="gleaner"`
const challenge = { "proxy-authenticate": basic, "content-length": "0" }
