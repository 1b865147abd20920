import { createServer } from "@pondwader/socks5-server"
import { Effect } from "effect"
import * as net from "node:net"
import * as ProxyChain from "proxy-chain"
import type { Identity } from "./certificate.ts"

export interface RunningProxy {
  readonly port: number
  /** Requested target of each connection, as `host:port`. */
  readonly asked: Array<string>
}

interface Options {
  readonly user?: string
  readonly password?: string
  /** The addresses of names that only the proxy knows. */
  readonly names?: Readonly<Record<string, string>>
  /** Hosts that it refuses. */
  readonly refuses?: ReadonlyArray<string>
}

/** A real forward proxy on loopback, with TLS of its own if it has an identity. */
export const httpProxy = (
  { identity, names = {}, password, refuses = [], user }: Options & { identity?: Identity } = {}
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const options = {
        host: "127.0.0.1",
        port: 0,
        prepareRequestFunction: (request: ProxyChain.PrepareRequestFunctionOpts) => {
          asked.push(`${request.hostname}:${request.port}`)
          if (refuses.includes(request.hostname)) throw new ProxyChain.RequestError("no", 403)
          return {
            requestAuthentication: user !== undefined && (request.username !== user || request.password !== password),
            dnsLookup: lookupIn(names)
          }
        }
      }
      const server = identity === undefined
        ? new ProxyChain.Server(options)
        : new ProxyChain.Server({ ...options, serverType: "https", httpsOptions: { ...identity } })
      await server.listen()
      return { server, proxy: { port: server.port, asked } satisfies RunningProxy }
    }),
    ({ server }) => Effect.promise(() => server.close(true).catch(() => undefined))
  ).pipe(Effect.map(({ proxy }) => proxy))

/** A real SOCKS5 proxy on loopback. */
export const socksProxy = ({ names = {}, password, refuses = [], user }: Options = {}) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly close: () => void; readonly proxy: RunningProxy }>((resume) => {
      const asked: Array<string> = []
      const open = new Set<net.Socket>()
      const server = createServer(
        user === undefined ? {} : { auth: { username: user, password: password ?? "" } }
      )
      server.setConnectionHandler((connection, sendStatus) => {
        const { destAddress: host = "", destPort: port = 0, socket } = connection
        asked.push(`${host}:${port}`)
        if (refuses.includes(host)) {
          sendStatus("CONNECTION_NOT_ALLOWED")
          return
        }
        const site = net.connect(port, names[host] ?? host, () => {
          sendStatus("REQUEST_GRANTED")
          socket.pipe(site).pipe(socket)
        })
        open.add(site)
        site.on("error", () => sendStatus("HOST_UNREACHABLE"))
        socket.on("error", () => site.destroy())
      })
      const listener = net.createServer((socket) => {
        open.add(socket)
        server._handleConnection(socket)
      })
      const close = () => {
        listener.close()
        for (const socket of open) socket.destroy()
      }
      listener.listen(0, "127.0.0.1", () => {
        const { port } = listener.address() as net.AddressInfo
        resume(Effect.succeed({ close, proxy: { port, asked } }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ proxy }) => proxy))

const lookupIn = (names: Readonly<Record<string, string>>) =>
  ((name: string, _: unknown, done: (error: null, addresses: ReadonlyArray<object>) => void) =>
    done(null, [{ address: names[name] ?? name, family: 4 }])) as never // Node's look-up has overloads
