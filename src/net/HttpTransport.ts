import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Exit, Layer } from "effect"
import { HttpClient } from "effect/http"
import type { LookupFunction } from "node:net"
import { Agent, buildConnector } from "undici"
import { Settings } from "../Settings.ts"
import { AddressPolicy, BlockedAddress } from "./AddressPolicy.ts"
import { ExchangeTap, tapped } from "./ExchangeTap.ts"
import { HostResolver } from "./HostResolver.ts"

/** Header fields of an answer may take this many bytes in all. */
const maxHeaderBytes = 64 * 1024

/** Connections to one origin; politeness keeps far below it, the bound is for a zero delay. */
const connectionsPerOrigin = 32

/** Milliseconds for which an unused connection is kept: longer than the standard delay between two pages of a site. */
const idleConnection = 10_000
/** And where the site's Keep-Alive says more, as one with a Crawl-delay may: as long as the longest of these. */
const longestIdleConnection = 60_000

const layerDispatcher = Layer.effect(
  NodeHttpClient.Dispatcher,
  Effect.gen(function*() {
    const { connectTimeout } = yield* Settings
    const resolver = yield* HostResolver
    const policy = yield* AddressPolicy
    const agent = Effect.sync(() =>
      new Agent({
        connect: guardedConnector(resolver, policy, Duration.toMillis(connectTimeout)),
        connections: connectionsPerOrigin,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: idleConnection,
        keepAliveMaxTimeout: longestIdleConnection,
        allowH2: true,
        bodyTimeout: 0
      })
    )
    return yield* Effect.acquireRelease(agent, (agent) => Effect.promise(() => agent.destroy()))
  })
)

const layerNoDns = Layer.effect(HttpClient.HttpClient, Effect.suspend(() => recorded)).pipe(
  // Layers are shared by reference: another client over undici in the same graph would put its own dispatcher in the guarded one's place.
  Layer.provide(Layer.fresh(NodeHttpClient.layerUndiciNoDispatcher)),
  Layer.provide(layerDispatcher)
)

const layerResolver = HostResolver.layer.pipe(Layer.provideMerge(AddressPolicy.layer))

/** The one place that opens sockets to sites: an `HttpClient` over undici whose connector dials only judged addresses. */
export const HttpTransport = {
  /** Needs the judge of addresses and names: a test gives its own `Dns`. */
  layerNoDns,
  /** AddressPolicy and HostResolver over whatever `Dns` there is. */
  layerResolver,
  layer: layerNoDns.pipe(Layer.provideMerge(layerResolver), Layer.provide(NodeDns.layer))
}

/** A site learns nothing of our traces: no traceparent or b3 fields, and no span a request; the callers' spans tell enough. */
const untraced = Effect.map(
  HttpClient.HttpClient,
  (client) =>
    client.pipe(HttpClient.transformResponse((response) =>
      response.pipe(
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
      )
    ))
)

const recorded = Effect.zipWith(
  untraced,
  Effect.service(ExchangeTap),
  (client, tap) => tap === undefined ? client : tapped(client, tap)
)

/**
 * Wraps undici's connector: the host, be it a name or a literal, is resolved and judged, and the socket is opened to the
 * address that was judged. TLS still verifies the name.
 */
const guardedConnector = (
  resolver: HostResolver["Service"],
  policy: AddressPolicy["Service"],
  timeout: number
): buildConnector.connector => {
  const connect = buildConnector({ timeout, allowH2: true, lookup: pinnedLookup(resolver), autoSelectFamily: true })
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80))
    if (!policy.isAllowedPort(port)) return callback(new BlockedAddress({ host: options.hostname }), null)
    // A literal is never looked up by node:net, so it is judged here.
    Effect.runCallback(resolver.resolve(options.hostname), {
      onExit: (exit) => Exit.isSuccess(exit) ? connect(options, callback) : callback(errorOf(exit), null)
    })
  }
}

const pinnedLookup = (resolver: HostResolver["Service"]): LookupFunction => (host, options, callback) => {
  Effect.runCallback(resolver.resolve(host), {
    onExit: (exit) => {
      if (!Exit.isSuccess(exit)) return callback(errorOf(exit), "", 4)
      const [first] = exit.value
      if (options.all) return callback(null, [...exit.value])
      return callback(null, first?.address ?? "", first?.family ?? 4)
    }
  })
}

const errorOf = (exit: Exit.Failure<unknown, unknown>): Error => {
  const reason = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return reason !== undefined && reason.error instanceof Error ? reason.error : new Error("the address look-up failed")
}
