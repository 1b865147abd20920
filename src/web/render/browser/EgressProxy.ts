import { Context, Effect, Exit, Layer, type Scope } from "effect"
import * as http from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { withoutBrackets } from "../../../core/domain/url-host.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Dialer, type DialFailure } from "../../net/Dialer.ts"
import { LoadsPictures } from "../LoadsPictures.ts"
import { EgressListener, GateUnavailable, type ProxyClient, type ProxyCredentials } from "./EgressListener.ts"

export interface Refusal {
  readonly host: string
  readonly reason: "address" | "dns" | "connect"
}

/** The network access of one page. It counts bytes and requests, and closes for good over its budget. */
export interface EgressGate {
  /** Its port on 127.0.0.1, or that of the shared listener. */
  readonly port: number
  /** Its URL for the browser. */
  readonly proxy: string
  /** Undefined on loopback, where each gate has a listener of its own. */
  readonly credentials: ProxyCredentials | undefined
  readonly refusals: ReadonlyArray<Refusal>
  readonly usage: () => { readonly bytes: number; readonly requests: number; readonly overBudget: boolean }
  /** Closes every connection and refuses new ones. */
  readonly shut: () => void
  /** Resets the counts, for the next page of the context. */
  readonly reset: () => void
}

/**
 * A forward proxy (RFC 9110: absolute-form requests and CONNECT), with one listener on loopback for each page. Browsers
 * elsewhere share a listener, and each page has a password. The dialer makes the connections, as for the transport.
 */
export class EgressProxy extends Context.Service<EgressProxy, {
  readonly open: Effect.Effect<EgressGate, GateUnavailable, Scope.Scope>
  /** A gate for a browser elsewhere. `from`: the address of this machine towards it. */
  readonly openTo: (from: string) => Effect.Effect<EgressGate, GateUnavailable, Scope.Scope>
  readonly serve: EgressListener["Service"]["serve"]
}>()("gleaner/web/render/browser/EgressProxy") {
  static readonly layerNoDeps = Layer.effect(
    EgressProxy,
    Effect.gen(function*() {
      const dialer = yield* Dialer
      const { renderBytes, renderRequests } = yield* Settings
      const passesPictures = yield* LoadsPictures
      const { serve } = yield* EgressListener
      const run = Effect.runCallbackWith(yield* Effect.context<never>())
      const dial: Dial = (host, port, onExit) => run(dialer.dial(host, port), { onExit })
      const makeGate = Effect.acquireRelease(
        Effect.sync(() => new Gate(dial, { bytes: renderBytes, requests: renderRequests }, passesPictures)),
        (gate) => Effect.sync(() => gate.shut())
      )
      return EgressProxy.of({
        serve,
        open: Effect.flatMap(makeGate, listen),
        openTo: Effect.fnUntraced(function*(from) {
          const gate = yield* makeGate
          return Object.assign(gate, yield* serve(from, gate))
        })
      })
    })
  )

  static readonly layerOverDialer = this.layerNoDeps.pipe(Layer.provide(EgressListener.layer))
}

/** Dials, and reports the result. The returned function cancels it. */
type Dial = (host: string, port: number, onExit: (exit: Exit.Exit<Socket, DialFailure>) => void) => () => void

interface EgressBudget {
  readonly bytes: number
  readonly requests: number
}

const listen = (gate: Gate): Effect.Effect<EgressGate, GateUnavailable> =>
  Effect.callback((resume) => {
    const server = http.createServer((request, response) => gate.forward(request, response))
    server.on("connect", (request, socket, head) => gate.tunnel(request.url ?? "", socket, head))
    // Chromium tunnels ws: by CONNECT, and never sends a plain upgrade.
    server.on("upgrade", (_: http.IncomingMessage, socket: Duplex) => socket.destroy())
    server.on("connection", (socket) => gate.track(socket))
    server.on("clientError", (_, socket) => socket.destroy())
    // Never remove this listener: without it, the first connection that cannot be accepted would end the process.
    server.on("error", (cause) => resume(Effect.fail(new GateUnavailable({ cause }))))
    gate.onShut = () => void server.close()
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      gate.port = address !== null && typeof address === "object" ? address.port : 0
      gate.proxy = `http://127.0.0.1:${gate.port}`
      resume(Effect.succeed(gate))
    })
    return Effect.sync(() => gate.shut())
  })

/** An adapter over node:http, with the objects and events of the library. */
class Gate implements EgressGate, ProxyClient {
  readonly refusals: Array<Refusal> = []
  port = 0
  proxy = ""
  credentials: ProxyCredentials | undefined
  onShut = (): void => {}
  private readonly dialTo: Dial
  private readonly budget: EgressBudget
  private readonly passesPictures: boolean
  private readonly dialling = new Set<() => void>()
  private readonly sockets = new Set<Duplex>()
  private bytes = 0
  private requests = 0
  private isShut = false
  private overBudget = false

  constructor(dial: Dial, budget: EgressBudget, passesPictures: boolean) {
    this.dialTo = dial
    this.budget = budget
    this.passesPictures = passesPictures
  }

  readonly usage = () => ({ bytes: this.bytes, requests: this.requests, overBudget: this.overBudget })

  readonly shut = (): void => {
    this.isShut = true
    this.onShut()
    for (const cancel of this.dialling) cancel()
    this.dialling.clear()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  readonly reset = (): void => {
    this.bytes = 0
    this.requests = 0
    this.refusals.length = 0
  }

  track(socket: Duplex): void {
    if (this.sockets.has(socket)) return
    this.sockets.add(socket)
    socket.on("close", () => this.sockets.delete(socket))
    // The other half of a broken connection is destroyed where it was made.
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

  /** The browser requests the icon of a site itself, and bypasses the guard that blocks the pictures of a page. */
  private isUnwanted({ headers }: http.IncomingMessage): boolean {
    return !this.passesPictures && headers.accept?.startsWith("image/") === true
  }

  private dial(host: string, port: number, onDone: (socket: Socket | undefined) => void): void {
    // A refusal may come synchronously, before there is anything to cancel.
    let hasEnded = false
    let cancel = (): void => {}
    const started = this.dialTo(host, port, (exit) => {
      hasEnded = true
      this.dialling.delete(cancel)
      if (Exit.isFailure(exit)) {
        const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
        if (failure !== undefined) this.refusals.push({ host, reason: refusalReasons[failure._tag] })
        return onDone(undefined)
      }
      this.track(exit.value)
      if (!this.isShut) return onDone(exit.value)
      exit.value.destroy()
      onDone(undefined)
    })
    cancel = started
    if (!hasEnded) this.dialling.add(cancel)
  }

  tunnel(authority: string, client: Duplex, head: Buffer): void {
    const target = URL.parse(`tunnel://${authority}`)
    if (target === null || target.port === "" || !this.admit()) return void client.destroy()
    this.dial(withoutBrackets(target.hostname), Number(target.port), (site) => {
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

  forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = URL.parse(request.url ?? "")
    if (url === null || url.protocol !== "http:" || this.isUnwanted(request) || !this.admit()) {
      return void request.socket.destroy()
    }
    const host = withoutBrackets(url.hostname)
    this.dial(host, Number(url.port || 80), (site) => {
      // Without an answer, the browser reports a failed connection, which differs from any answer of the site.
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

const refusalReasons = {
  BlockedAddress: "address",
  UnresolvedHost: "dns",
  ConnectFailed: "connect",
  ProxyFailed: "connect"
} as const

/** Removes the fields about one connection, and those that `Connection` names (RFC 9110 section 7.6.1). */
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
