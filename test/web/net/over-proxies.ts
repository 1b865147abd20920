import { Effect, Layer, Option, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { Dns, NetAddress } from "effect/net"
import * as http from "node:http"
import type { AddressInfo, Server } from "node:net"
import * as net from "node:net"
import type { ProxySetting } from "../../../src/core/settings/proxy.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { Proxies } from "../../../src/web/net/proxies/Proxies.ts"
import { transportFailure } from "../../../src/web/net/transport-failure.ts"
import { type RunningProxy } from "../../support/network/proxies.ts"
import { siteHost } from "../render/support/browser.ts"

export const served = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) =>
      void server.listen(0, siteHost, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    ),
    () => Effect.sync(() => void server.close())
  )

interface Asked {
  readonly host: string
  readonly path: string
  readonly at: number
}

/** A site with a log, at all names of this test. */
export const site = Effect.gen(function*() {
  const log: Array<Asked> = []
  const port = yield* served(http.createServer((request, response) => {
    log.push({ host: String(request.headers.host), path: request.url ?? "", at: performance.now() })
    if (request.url === "/robots.txt") return void response.writeHead(404, { connection: "close" }).end()
    response.writeHead(200, { connection: "close", "content-type": "text/html" }).end("<p>page")
  }))
  return { port, log }
})

export const domains = Array.from({ length: 24 }, (_, n) => `site-${n}.example`)
export const subdomains = ["a", "b", "c", "d"].map((name) => `${name}.site-0.example`)
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...domains, ...subdomains].map((name) => [name, siteHost])),
  "inside.example": "127.0.0.1"
}
const dns = Layer.succeed(
  Dns.Dns,
  Dns.make({
    lookup: (host) =>
      names[host] === undefined
        ? Effect.fail(new Error("none") as never) // any failure counts as an unknown name
        : Effect.succeed([NetAddress.ipFromStringUnsafe(names[host])])
  })
)

export const settingOf = (port: number, user?: string): ProxySetting => ({
  protocol: "http",
  host: "127.0.0.1",
  port,
  credentials: user === undefined ? undefined : Redacted.make({ user, password: "hush" }),
  resolvesNames: false
})

export const servicesWith = (
  proxies: ReadonlyArray<ProxySetting>,
  more: Parameters<typeof Settings.layerWith>[0] = {}
) =>
  HttpTransport.layerNoDns.pipe(
    Layer.provideMerge(HttpTransport.layerResolver),
    Layer.provideMerge(Proxies.layer),
    Layer.provide(dns),
    Layer.provideMerge(Settings.layerWith({
      allowAddresses: [`${siteHost}/32`],
      proxies: Option.some(proxies),
      ...more
    }))
  )

export const get = Effect.fnUntraced(function*(url: string) {
  const client = yield* HttpClient.HttpClient
  return yield* Effect.scoped(Effect.flatMap(client.get(url), (response) => response.text))
})

export const failure = (url: string) => Effect.map(Effect.flip(get(url)), (error) => transportFailure(error as never))

export const states = Effect.flatMap(
  Proxies,
  (proxies) => Effect.map(proxies.states, (all) => all.map(({ isUp }) => isUp))
)

/** The proxies that were asked since. */
export const counts = (proxies: ReadonlyArray<RunningProxy>) => proxies.map(({ asked }) => asked.length)

/** A proxy that answers each CONNECT with a status. */
export const refusing = (status: number) =>
  Effect.gen(function*() {
    let asked = 0
    const port = yield* served(
      http.createServer().on("connect", ({ headers }, socket) => {
        asked++
        socket.on("error", () => {})
        // It repeats what it was sent.
        const sent = headers["proxy-authorization"] ?? ""
        socket.end(`HTTP/1.1 ${status} No ${sent}\r\nx-sent: ${sent}\r\ncontent-length: 0\r\n\r\n`)
      })
    )
    return { setting: { ...settingOf(port), host: siteHost }, asked: () => asked }
  })

/** A proxy that takes connections and never answers. */
export const silent = Effect.gen(function*() {
  const sockets = new Set<net.Socket>()
  let heard: () => void = () => {}
  /** The next request that it gets. */
  const hears = () => new Promise<"heard">((resolve) => void (heard = () => resolve("heard")))
  const port = yield* served(net.createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("data", () => heard())
  }))
  yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
  return { setting: { ...settingOf(port), host: siteHost }, hears }
})
