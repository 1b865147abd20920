import { Context, Duration, Effect, Layer, type Scope } from "effect"
import * as http from "node:http"
import * as net from "node:net"
import type { Duplex } from "node:stream"
import { AddressPolicy, BlockedAddress } from "../net/AddressPolicy.ts"
import { HostResolver } from "../net/HostResolver.ts"
import { Settings } from "../Settings.ts"

export interface Refusal {
  readonly host: string
  readonly reason: "address" | "dns" | "connect"
}

/** One page's only way out. Counts what passes; over a budget it shuts for good. */
export interface EgressGate {
  /** On 127.0.0.1. */
  readonly port: number
  readonly refusals: ReadonlyArray<Refusal>
  readonly usage: () => { readonly bytes: number; readonly requests: number; readonly overBudget: boolean }
  /** Closes every connection and lets no other through. */
  readonly shut: () => void
}

/**
 * A forward proxy on loopback (RFC 9110: absolute-form requests and CONNECT), one listener a page. It dials like the transport:
 * the host is resolved and judged, and the socket goes to the address that was judged.
 */
export class EgressProxy extends Context.Service<EgressProxy, {
  readonly open: Effect.Effect<EgressGate, never, Scope.Scope>
}>()("gleaner/render/EgressProxy") {
  static readonly layer = Layer.effect(
    EgressProxy,
    Effect.gen(function*() {
      const resolver = yield* HostResolver
      const policy = yield* AddressPolicy
      const { connectTimeout, renderBytes, renderRequests } = yield* Settings
      const dialer: Dialer = { resolver, policy, timeout: Duration.toMillis(connectTimeout) }
      const open = Effect.acquireRelease(
        Effect.promise(() => listen(new Gate(dialer, { bytes: renderBytes, requests: renderRequests }))),
        (gate) => Effect.sync(() => gate.shut())
      )
      return EgressProxy.of({ open })
    })
  )
}

interface Dialer {
  readonly resolver: HostResolver["Service"]
  readonly policy: AddressPolicy["Service"]
  readonly timeout: number
}

interface Budget {
  readonly bytes: number
  readonly requests: number
}

const listen = (gate: Gate): Promise<EgressGate> =>
  new Promise((resolve, reject) => {
    gate.server.once("error", reject)
    gate.server.listen(0, "127.0.0.1", () => resolve(gate))
  })

/** The adapter over node:http; plain objects and events, as the library wants them. */
class Gate implements EgressGate {
  readonly refusals: Array<Refusal> = []
  readonly server: http.Server
  private readonly dialer: Dialer
  private readonly budget: Budget
  private readonly sockets = new Set<Duplex>()
  private bytes = 0
  private requests = 0
  private isShut = false
  private overBudget = false

  constructor(dialer: Dialer, budget: Budget) {
    this.dialer = dialer
    this.budget = budget
    this.server = http.createServer((request, response) => this.forward(request, response))
    this.server.on(
      "connect",
      (request: http.IncomingMessage, socket: Duplex, head: Buffer) => this.tunnel(request.url ?? "", socket, head)
    )
    // Chromium tunnels ws: by CONNECT; an upgrade in the open is nobody's.
    this.server.on("upgrade", (_: http.IncomingMessage, socket: Duplex) => socket.destroy())
    this.server.on("connection", (socket) => this.track(socket))
    this.server.on("clientError", (_, socket) => socket.destroy())
  }

  get port(): number {
    const address = this.server.address()
    return address !== null && typeof address === "object" ? address.port : 0
  }

  readonly usage = () => ({ bytes: this.bytes, requests: this.requests, overBudget: this.overBudget })

  readonly shut = (): void => {
    this.isShut = true
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  private track(socket: Duplex): void {
    this.sockets.add(socket)
    socket.on("close", () => this.sockets.delete(socket))
    // A broken connection is the page's affair; its other half is destroyed where it was made.
    socket.on("error", () => socket.destroy())
  }

  private admit(): boolean {
    if (this.isShut) return false
    if (++this.requests > this.budget.requests) this.exceed()
    return !this.isShut
  }

  private readonly count = (chunk: Buffer): void => {
    this.bytes += chunk.length
    if (this.bytes > this.budget.bytes) this.exceed()
  }

  private exceed(): void {
    this.overBudget = true
    this.shut()
  }

  /** Connects to the judged addresses of a host, the others tried when the first does not answer. */
  private dial(host: string, port: number, onDone: (socket: net.Socket | undefined) => void): void {
    const refuse = (reason: Refusal["reason"]) => {
      this.refusals.push({ host, reason })
      onDone(undefined)
    }
    if (!this.dialer.policy.isAllowedPort(port)) return refuse("address")
    Effect.runCallback(this.dialer.resolver.resolve(host), {
      onExit: (exit) => {
        if (this.isShut) return onDone(undefined)
        if (exit._tag === "Failure") {
          const blocked = exit.cause.reasons.some((reason) =>
            reason._tag === "Fail" && reason.error instanceof BlockedAddress
          )
          return refuse(blocked ? "address" : "dns")
        }
        const addresses = [...exit.value]
        const socket = net.connect({
          host,
          port,
          autoSelectFamily: true,
          lookup: (_, options, callback) =>
            options.all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? "", addresses[0]?.family),
          ...literalOf(addresses)
        })
        this.track(socket)
        const failed = () => {
          socket.destroy()
          refuse("connect")
        }
        socket.setTimeout(this.dialer.timeout, failed)
        socket.once("error", failed)
        socket.once("connect", () => {
          socket.setTimeout(0)
          socket.off("error", failed)
          onDone(socket)
        })
      }
    })
  }

  private tunnel(authority: string, client: Duplex, head: Buffer): void {
    const target = URL.parse(`tunnel://${authority}`)
    if (target === null || target.port === "" || !this.admit()) return void client.destroy()
    this.dial(target.hostname.replace(/^\[|\]$/g, ""), Number(target.port), (site) => {
      if (site === undefined) {
        client.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n")
        return
      }
      client.on("close", () => site.destroy())
      site.on("close", () => client.destroy())
      site.on("data", this.count)
      client.on("data", this.count)
      client.write("HTTP/1.1 200 Connection established\r\n\r\n")
      if (head.length > 0) site.write(head)
      site.pipe(client)
      client.pipe(site)
    })
  }

  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = URL.parse(request.url ?? "")
    if (url === null || url.protocol !== "http:" || isPicture(request) || !this.admit()) {
      return void request.socket.destroy()
    }
    const host = url.hostname.replace(/^\[|\]$/g, "")
    this.dial(host, Number(url.port || 80), (site) => {
      // No answer of ours: the browser reports a failed connection, which no site can be mistaken for.
      if (site === undefined) return void request.socket.destroy()
      const outgoing = http.request({
        method: request.method ?? "GET",
        path: url.pathname + url.search,
        headers: endToEnd(request.headers, { host: url.host, connection: "close" }),
        createConnection: () => site
      })
      outgoing.on("error", () => request.socket.destroy())
      outgoing.on("response", (answer) => {
        answer.on("data", this.count)
        answer.on("error", () => request.socket.destroy())
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers, {}))
        answer.pipe(response)
      })
      response.on("close", () => site.destroy())
      request.on("data", this.count)
      request.pipe(outgoing)
    })
  }
}

/** The browser asks for a site's icon by itself, past the guard that stops a page's pictures. */
const isPicture = (request: http.IncomingMessage): boolean => request.headers.accept?.startsWith("image/") === true

/** A literal is never looked up by node:net: it was judged as it stands. */
const literalOf = (addresses: ReadonlyArray<{ readonly address: string }>) =>
  addresses.length === 1 && addresses[0] !== undefined ? { host: addresses[0].address } : {}

/** RFC 9110, 7.6.1: fields about this connection, and those that `Connection` names, go no further. */
const endToEnd = (
  headers: http.IncomingHttpHeaders,
  added: http.OutgoingHttpHeaders
): http.OutgoingHttpHeaders => {
  const named = new Set(String(headers.connection ?? "").toLowerCase().split(",").map((name) => name.trim()))
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name))
  return { ...Object.fromEntries(kept), ...added }
}

const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])
