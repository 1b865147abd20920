import { Context, type Duration, Effect, Layer, Option, Schema } from "effect"
import * as net from "node:net"
import { parse } from "tldts"
import type { ProxySetting } from "../../core/settings/proxy.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { AddressPolicy, BlockedAddress, literalAddress } from "./AddressPolicy.ts"
import { type DialAddress, HostResolver, type UnresolvedHost } from "./HostResolver.ts"
import { connectThrough, ProxyFailed } from "./proxies/connect-through.ts"
import { bypassOf } from "./proxies/no-proxy.ts"
import { Proxies } from "./proxies/Proxies.ts"

/** None of the checked addresses accepted the connection. The cause has Node's code. */
export class ConnectFailed extends Schema.TaggedError<ConnectFailed>()("ConnectFailed", {
  host: Schema.String,
  cause: Schema.Defect()
}) {}

export type DialFailure = BlockedAddress | UnresolvedHost | ConnectFailed | ProxyFailed

/**
 * The only code that opens sockets to sites. It checks the port, resolves the host, checks all its addresses, and
 * connects to one of them. No second lookup can change the address. A proxy gets the checked address too, unless the
 * operator trusts it to resolve public names.
 */
export class Dialer extends Context.Service<Dialer, {
  /** A connected socket, within `connectTimeout` including the look-up. The caller closes it. */
  dial(host: string, port: number): Effect.Effect<net.Socket, DialFailure>
}>()("gleaner/web/net/Dialer") {
  /** Needs the proxies too. */
  static readonly layerOverProxies = Layer.effect(
    Dialer,
    Effect.gen(function*() {
      const resolver = yield* HostResolver
      const policy = yield* AddressPolicy
      const proxies = yield* Proxies
      const { connectTimeout, noProxy, proxy: configured } = yield* Settings
      const isDirect = bypassOf(noProxy)
      const proxyFor = (host: string, port: number) =>
        Option.getOrUndefined(Option.filter(configured, () => !isDirect(host, port)))

      const dial = Effect.fnUntraced(function*(host: string, port: number) {
        if (!policy.isAllowedPort(port)) return yield* new BlockedAddress({ host, port })
        if (proxies.isConfigured && !isDirect(host, port)) {
          const resolved = yield* Effect.cached(resolver.resolve(host))
          return yield* proxies.dial(host, (proxy, limit) =>
            proxy.resolvesNames && literalAddress(host) === undefined
              ? byName(proxy, host, port, limit)
              : Effect.flatMap(resolved, (addresses) => viaProxy(proxy, host, port, addresses, limit)))
        }
        const proxy = proxyFor(host, port)
        if (proxy?.resolvesNames === true && literalAddress(host) === undefined) {
          return yield* byName(proxy, host, port)
        }
        const addresses = yield* resolver.resolve(host)
        return yield* proxy === undefined ? connect(host, port, addresses) : viaProxy(proxy, host, port, addresses)
      })

      return Dialer.of({
        dial: (host, port) =>
          Effect.timeoutOrElse(dial(host, port), {
            duration: connectTimeout,
            orElse: () => Effect.fail(new ConnectFailed({ host, cause: connectTimedOut() }))
          })
      })
    })
  )

  static readonly layerNoDeps = this.layerOverProxies.pipe(Layer.provide(Proxies.layer))

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([HostResolver.layer, AddressPolicy.layer]))
}

/** The proxy resolves the name. */
const byName = (proxy: ProxySetting, host: string, port: number, limit?: Duration.Duration) =>
  isPublicName(host)
    ? connectThrough(proxy, host, { host, port }, limit)
    : Effect.fail(new BlockedAddress({ host }))

/** One address after the other, IPv4 first: many proxies have no IPv6. None after a fault of the proxy. */
const viaProxy = Effect.fnUntraced(function*(
  proxy: ProxySetting,
  host: string,
  port: number,
  addresses: ReadonlyArray<DialAddress>,
  limit?: Duration.Duration
): Effect.fn.Return<net.Socket, ProxyFailed> {
  let last: ProxyFailed | undefined
  for (const { address } of addresses.toSorted((a, b) => a.family - b.family).slice(0, maxTries)) {
    const result = yield* Effect.result(connectThrough(proxy, host, { host: address, port }, limit))
    if (result._tag === "Success") return result.success
    last = result.failure
    if (last.isOfProxy !== false) break
  }
  return yield* last ?? new ProxyFailed({ host, detail: "the site has no address", isOfProxy: false })
})

/** An address that the proxy does not reach costs its time, and all tries share one limit. */
const maxTries = 3

const connect = (
  host: string,
  port: number,
  addresses: ReadonlyArray<DialAddress>
): Effect.Effect<net.Socket, ConnectFailed> =>
  Effect.callback((resume) => {
    const [first, ...others] = addresses
    const socket = net.connect({
      port,
      // Node looks up names only. It dials a single address as it is; for several, it calls the look-up below.
      host: others.length === 0 ? first?.address ?? host : host,
      lookup: (_, options, callback) =>
        options.all ? callback(null, [...addresses]) : callback(null, first?.address ?? "", first?.family ?? 4),
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveDelay
    })
    const failed = (cause: Error) => {
      socket.destroy()
      resume(Effect.fail(new ConnectFailed({ host, cause })))
    }
    // An error between this listener and the caller's own must not end the process, so this listener stays.
    socket.on("error", failed)
    socket.once("connect", () => resume(Effect.succeed(socket)))
    return Effect.sync(() => void socket.destroy())
  })

/** With the code that the system uses for the same failure. */
export const connectTimedOut = (): Error =>
  Object.assign(new Error("the connection took too long"), { code: "ETIMEDOUT" })

/** Milliseconds after which the system probes an idle connection. */
const keepAliveDelay = 60_000

/**
 * Whether a name can be one of the public DNS: it is a registrable domain of the public suffix list, or lies under one.
 * `localhost`, `metadata.google.internal` and `printer` are none.
 */
const isPublicName = (host: string): boolean => {
  const { domain, isIcann, isPrivate } = parse(host.replace(/\.$/, ""), { allowPrivateDomains: true })
  return domain !== null && (isIcann === true || isPrivate === true)
}
