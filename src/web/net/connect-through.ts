import { Data, Effect, Redacted } from "effect"
import * as http from "node:http"
import * as net from "node:net"
import * as tls from "node:tls"
import { inBrackets } from "../../core/domain/url-host.ts"
import type { ProxySetting } from "../../core/settings/proxy.ts"

/** The proxy made no connection. `detail` names neither the proxy nor its user. */
export class ProxyFailed extends Data.TaggedError("ProxyFailed")<{ readonly host: string; readonly detail: string }> {
  override get message(): string {
    return this.detail
  }
}

/** A connection through the proxy to a port of an address, or of a name that the proxy looks up. */
export const connectThrough = (
  proxy: ProxySetting,
  host: string,
  target: { readonly host: string; readonly port: number }
): Effect.Effect<net.Socket, ProxyFailed> =>
  Effect.flatMap(connected(proxy, host), (socket) => {
    // An error between the listeners here and those of the caller must not end the process, so this one stays.
    socket.on("error", () => socket.destroy())
    const handshake = proxy.protocol === "socks5" ? socksTunnel : httpTunnel
    return Effect.onError(
      handshake(proxy, host, target, socket),
      () => Effect.sync(() => socket.destroy())
    )
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
      const detail = `the proxy of this service cannot be reached (${cause.code ?? "unknown"})`
      resume(Effect.fail(new ProxyFailed({ host: site, detail })))
    }
    socket.once("error", failed)
    socket.once(protocol === "https" ? "secureConnect" : "connect", () => resume(Effect.succeed(socket)))
    return Effect.sync(() => void socket.destroy())
  })

/** RFC 9110 section 9.3.6. */
const httpTunnel: Tunnel = (proxy, host, target, socket) =>
  Effect.callback((resume) => {
    const authority = `${inBrackets(target.host)}:${target.port}`
    const fail = (detail: string) => resume(Effect.fail(new ProxyFailed({ host, detail })))
    const request = http.request({
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      maxHeaderSize: 16 * 1024,
      createConnection: () => socket
    })
    request.on("error", () => fail("the proxy of this service closed the connection"))
    request.on("response", ({ statusCode }) => fail(refusalOf(statusCode)))
    request.on("connect", ({ statusCode = 0 }, _: unknown, head: Buffer) => {
      if (statusCode < 200 || statusCode > 299) return fail(refusalOf(statusCode))
      // No site sends bytes before a request, with or without TLS. These bytes would be read as the answer to a
      // request.
      if (head.length > 0) return fail("the site sent bytes before it was asked")
      resume(Effect.succeed(socket))
    })
    request.end()
    return Effect.sync(() => void request.destroy())
  })

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
    catch: (cause) => new ProxyFailed({ host, detail: socksFault(cause) })
  })

/**
 * The library's error contains the password, and its message may name the proxy. Only the name of the reply is used.
 */
const socksFault = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : ""
  if (/authentication/i.test(message)) return "the proxy of this service refuses its user name and password"
  const reply = /rejected connection - (\w+)/.exec(message)?.[1] ?? "no answer"
  return `the proxy of this service made no connection to the site (${reply})`
}

/** Milliseconds after which the system probes an idle connection. */
const keepAliveInitialDelay = 60_000
