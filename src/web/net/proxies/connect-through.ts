import { Data, type Duration, Effect, Redacted } from "effect"
import * as http from "node:http"
import * as net from "node:net"
import * as tls from "node:tls"
import { inBrackets } from "../../../core/domain/url-host.ts"
import type { ProxySetting } from "../../../core/settings/proxy.ts"

/** The proxy made no connection. `detail` names neither the proxy nor its user. */
export class ProxyFailed extends Data.TaggedError("ProxyFailed")<{
  readonly host: string
  readonly detail: string
  /** Whether the proxy is the reason, and not the site. `unknown`: the proxy has accepted the request, and is silent. */
  readonly isOfProxy: boolean | "unknown"
}> {
  override get message(): string {
    return this.detail
  }
}

/** A connection through the proxy to a port of an address, or of a name that the proxy looks up. */
export const connectThrough = (
  proxy: ProxySetting,
  host: string,
  target: { readonly host: string; readonly port: number },
  /** For the connection to the proxy, and for its answer. Default: that of the caller. */
  limit?: Duration.Duration
): Effect.Effect<net.Socket, ProxyFailed> =>
  Effect.flatMap(within(connected(proxy, host), limit, unreachable(host)), (socket) => {
    // An error between the listeners here and those of the caller must not end the process, so this one stays.
    socket.on("error", () => socket.destroy())
    const handshake = proxy.protocol === "socks5" ? socksTunnel : httpTunnel
    return Effect.onError(
      within(handshake(proxy, host, target, socket), limit, silent(host)),
      () => Effect.sync(() => socket.destroy())
    )
  })

const within = <A>(
  effect: Effect.Effect<A, ProxyFailed>,
  limit: Duration.Duration | undefined,
  failure: ProxyFailed
): Effect.Effect<A, ProxyFailed> =>
  limit === undefined
    ? effect
    : Effect.timeoutOrElse(effect, { duration: limit, orElse: () => Effect.fail(failure) })

const unreachable = (host: string, code = "ETIMEDOUT") =>
  new ProxyFailed({ host, detail: `the proxy of this service cannot be reached (${code})`, isOfProxy: true })

const silent = (host: string) =>
  new ProxyFailed({
    host,
    detail: "the proxy of this service made no connection to the site in time",
    isOfProxy: "unknown"
  })

type Tunnel = (
  proxy: ProxySetting,
  host: string,
  target: { readonly host: string; readonly port: number },
  socket: net.Socket
) => Effect.Effect<net.Socket, ProxyFailed>

const connected = ({ host, port, protocol }: ProxySetting, site: string): Effect.Effect<net.Socket, ProxyFailed> =>
  Effect.callback((resume) => {
    const options = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay }
    const socket = protocol === "https"
      ? tls.connect({ ...options, ...(net.isIP(host) === 0 ? { servername: host } : {}), ALPNProtocols: ["http/1.1"] })
      : net.connect(options)
    const failed = (cause: NodeJS.ErrnoException) => {
      socket.destroy()
      resume(Effect.fail(unreachable(site, cause.code ?? "unknown")))
    }
    socket.once("error", failed)
    socket.once(protocol === "https" ? "secureConnect" : "connect", () => resume(Effect.succeed(socket)))
    return Effect.sync(() => void socket.destroy())
  })

/** RFC 9110 section 9.3.6. */
const httpTunnel: Tunnel = (proxy, host, target, socket) =>
  Effect.callback((resume) => {
    const authority = `${inBrackets(target.host)}:${target.port}`
    const fail = (detail: string, isOfProxy: boolean) =>
      resume(Effect.fail(new ProxyFailed({ host, detail, isOfProxy })))
    const refused = (status: number | undefined) => fail(refusalOf(status), proxyFaults.has(status))
    const request = http.request({
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      maxHeaderSize: 16 * 1024,
      createConnection: () => socket
    })
    request.on("error", () => fail("the proxy of this service closed the connection", true))
    request.on("response", ({ statusCode }) => refused(statusCode))
    request.on("connect", ({ statusCode = 0 }, _: unknown, head: Buffer) => {
      if (statusCode < 200 || statusCode > 299) return refused(statusCode)
      // No site sends bytes before a request, with or without TLS. These bytes would be read as the answer to a
      // request.
      if (head.length > 0) return fail("the site sent bytes before it was asked", false)
      resume(Effect.succeed(socket))
    })
    request.end()
    return Effect.sync(() => void request.destroy())
  })

/**
 * Statuses that are about the proxy: wrong credentials, too many requests, a fault of its own. With any other one, such
 * as 502, it reports that it does not reach or does not allow the site.
 */
const proxyFaults: ReadonlySet<number | undefined> = new Set([undefined, 407, 429, 500, 503])

const refusalOf = (status: number | undefined): string =>
  status === 407
    ? "the proxy of this service refuses its user name and password (status 407)"
    : `the proxy of this service made no connection to the site (status ${status})`

const authorization = ({ credentials }: ProxySetting): http.OutgoingHttpHeaders => {
  if (credentials === undefined) return {}
  const { password, user } = Redacted.value(credentials)
  return { "proxy-authorization": `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }
}

/** RFC 1928 and RFC 1929. */
const socksTunnel: Tunnel = (proxy, host, target, socket) =>
  Effect.tryPromise({
    try: async () => {
      const { SocksClient } = await import("socks")
      const { password, user } = proxy.credentials === undefined
        ? { user: undefined, password: undefined }
        : Redacted.value(proxy.credentials)
      await SocksClient.createConnection({
        command: "connect",
        destination: target,
        existing_socket: socket,
        proxy: {
          host: proxy.host,
          port: proxy.port,
          type: 5,
          ...(user === undefined ? {} : { userId: user, password })
        }
      })
      return socket
    },
    catch: (cause) => new ProxyFailed({ host, ...socksFault(cause) })
  })

/**
 * The library's error contains the password, and its message may name the proxy. Only the name of the reply is used.
 */
const socksFault = (cause: unknown): Pick<ProxyFailed, "detail" | "isOfProxy"> => {
  const message = cause instanceof Error ? cause.message : ""
  if (/authentication/i.test(message)) {
    return { detail: "the proxy of this service refuses its user name and password", isOfProxy: true }
  }
  const reply = /rejected connection - (\w+)/.exec(message)?.[1]
  return {
    detail: `the proxy of this service made no connection to the site (${reply ?? "no answer"})`,
    isOfProxy: reply === undefined || reply === "Failure"
  }
}

/** Milliseconds after which the system probes an idle connection. */
const keepAliveInitialDelay = 60_000
