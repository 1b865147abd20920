import { Clock, Context, Duration, Effect, Layer, Metric, Option } from "effect"
import { createHash } from "node:crypto"
import type { Socket } from "node:net"
import { registrableDomain } from "../../../core/domain/WebUrl.ts"
import { byLabel } from "../../../core/observability/by-label.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import { type ProxySetting, shownProxy } from "../../../core/settings/proxy.ts"
import { SettingError, Settings, settings } from "../../../core/settings/Settings.ts"
import { connectThrough, ProxyFailed } from "./connect-through.ts"

/** A proxy of the list, without its password. */
export interface ProxyState {
  readonly name: string
  /** False from its last failure until it works again. It is tried again after a minute. */
  readonly isUp: boolean
}

/**
 * The proxies of GLEANER_PROXIES. A registrable domain keeps its proxy, the same on all nodes with the same list. While
 * that one fails, the domain has the next one.
 */
export class Proxies extends Context.Service<Proxies, {
  readonly isConfigured: boolean
  /**
   * A connection by the proxy of the host's registrable domain. Fails if the proxy reports that it cannot reach the
   * site, and if no proxy works. Never a direct connection.
   */
  dial<E>(host: string, connect: ConnectBy<E>): Effect.Effect<Socket, ProxyFailed | E>
  /** In the order of the list. */
  readonly states: Effect.Effect<ReadonlyArray<ProxyState>>
  /** Tries each proxy, also the one of GLEANER_PROXY. `fault`: the reason if it does not work. */
  readonly check: Effect.Effect<ReadonlyArray<{ readonly name: string; readonly fault: string | undefined }>>
}>()("gleaner/web/net/proxies/Proxies") {
  static readonly layer = Layer.effect(
    Proxies,
    Effect.gen(function*() {
      const { connectTimeout, proxies, proxy } = yield* Settings
      if (Option.isNone(proxies)) {
        return Option.isNone(proxy) ? none : { ...none, check: checked([proxy.value], connectTimeout) }
      }
      if (Option.isSome(proxy)) {
        return yield* new SettingError({
          variable: settings.proxies.variable,
          fault: `${settings.proxy.variable} is set too; unset one of them`
        })
      }
      return yield* proxyList(proxies.value, connectTimeout)
    })
  )

  /** For connections that are not to sites. */
  static readonly layerNone = Layer.sync(Proxies, () => none)
}

/** Connects by a proxy. `limit`: for the connection to the proxy, and for its answer. */
type ConnectBy<E> = (
  proxy: ProxySetting,
  limit: Duration.Duration
) => Effect.Effect<Socket, ProxyFailed | E>

const none = Proxies.of({
  isConfigured: false,
  dial: (host) => Effect.fail(new ProxyFailed({ host, detail: "no proxy is configured", isOfProxy: true })),
  states: Effect.succeed([]),
  check: Effect.succeed([])
})

interface ListedProxy {
  readonly name: string
  readonly proxy: ProxySetting
  /** In milliseconds. 0 once it works. */
  downUntil: number
}

const proxyUp = byLabel(metrics.proxyUp, "proxy")

const proxyList = Effect.fnUntraced(function*(list: ReadonlyArray<ProxySetting>, connectTimeout: Duration.Duration) {
  const all = list.map((proxy, at): ListedProxy => ({ name: nameOf(list, at), proxy, downUntil: 0 }))
  for (const { name } of all) yield* Metric.update(proxyUp(name), 1)
  const limit = limitOf(connectTimeout)

  const setUp = Effect.fnUntraced(function*(listed: ListedProxy, fault: string | undefined) {
    const now = yield* Clock.currentTimeMillis
    const wasUp = listed.downUntil === 0
    listed.downUntil = fault === undefined ? 0 : now + Duration.toMillis(downTime)
    if (wasUp === (fault === undefined)) return
    yield* Metric.update(proxyUp(listed.name), fault === undefined ? 1 : 0)
    yield* fault === undefined
      ? log(`the proxy ${listed.name} works again`, {})
      : log(`the proxy ${listed.name} failed: ${fault}; other proxies take its domains`, {}, "Warn")
  })

  const dial = Effect.fnUntraced(function*<E>(
    host: string,
    connect: ConnectBy<E>
  ): Effect.fn.Return<Socket, ProxyFailed | E> {
    const now = yield* Clock.currentTimeMillis
    /** Proxies that have not answered. The site may be the reason. */
    const silent: Array<readonly [ListedProxy, string]> = []
    let last: ProxyFailed | undefined
    for (const listed of inOrderFor(registrableDomain(host), all)) {
      if (listed.downUntil > now) continue
      const result = yield* Effect.result(connect(listed.proxy, limit))
      // Another failure is about the address of the site.
      const failure = result._tag === "Failure" && result.failure instanceof ProxyFailed ? result.failure : undefined
      if (failure?.isOfProxy === "unknown") {
        silent.push([listed, failure.detail])
        last = failure
      } else if (failure?.isOfProxy === true) {
        yield* setUp(listed, failure.detail)
        last = failure
      } else {
        yield* setUp(listed, undefined)
        // Another proxy has answered about the site.
        for (const [other, fault] of silent) yield* setUp(other, fault)
        return yield* Effect.fromResult(result)
      }
    }
    return yield* new ProxyFailed({
      host,
      detail: last?.isOfProxy === "unknown"
        ? last.detail
        : "no proxy of this service works; each is tried once a minute",
      isOfProxy: true
    })
  })

  return Proxies.of({
    isConfigured: true,
    dial,
    states: Effect.sync(() => all.map(({ downUntil, name }) => ({ name, isUp: downUntil === 0 }))),
    check: checked(list, connectTimeout)
  })
})

const checked = (list: ReadonlyArray<ProxySetting>, connectTimeout: Duration.Duration): Proxies["Service"]["check"] =>
  Effect.forEach(list, (proxy, at) =>
    connectThrough(proxy, unroutable.host, unroutable, limitOf(connectTimeout)).pipe(
      Effect.map((socket) => void socket.destroy()),
      Effect.as(undefined),
      Effect.catch(({ detail, isOfProxy }) => Effect.succeed(isOfProxy === true ? detail : undefined)),
      Effect.map((fault) => ({ name: nameOf(list, at), fault }))
    ), { concurrency: 16 })

/** A proxy that does not answer leaves time for two others. */
const limitOf = (connectTimeout: Duration.Duration) => Duration.divideUnsafe(connectTimeout, 3)

/** An address for documentation (RFC 5737). A proxy reports that it does not reach it, or does not answer. */
const unroutable = { host: "192.0.2.1", port: 443 }

const downTime = Duration.minutes(1)

/** Without user name and password. Several users of one proxy are numbered. */
const nameOf = (list: ReadonlyArray<ProxySetting>, at: number): string => {
  const names = list.slice(0, at + 1).map(shownProxy)
  const name = names[at] ?? ""
  const before = names.slice(0, at).filter((other) => other === name).length
  return before === 0 ? name : `${name} (${before + 1})`
}

/** By rendezvous hashing: a proxy that joins or leaves the list moves only its own domains. */
const inOrderFor = (domain: string, all: ReadonlyArray<ListedProxy>): ReadonlyArray<ListedProxy> =>
  all.map((listed) => ({ listed, rank: createHash("sha256").update(`${domain} ${listed.name}`).digest("hex") }))
    .toSorted((a, b) => a.rank < b.rank ? -1 : 1)
    .map(({ listed }) => listed)
