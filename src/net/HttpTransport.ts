import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { type Context, Duration, Effect, Exit, Layer } from "effect"
import { HttpClient } from "effect/http"
import type { Socket } from "node:net"
import { Agent, buildConnector, errors } from "undici"
import { Settings } from "../Settings.ts"
import { AddressPolicy } from "./AddressPolicy.ts"
import { boundedHeaders, maxHeaderBytes } from "./bounded-headers.ts"
import { Dialer, type DialFailure } from "./Dialer.ts"
import { ExchangeTap, tapped } from "./ExchangeTap.ts"
import { HostResolver } from "./HostResolver.ts"

/**
 * Off: undici's HTTP/2 client tells nothing of a stream that is reset after some of its body, so half a page would count as a
 * page. A test watches for the version that does. Without it nothing is lost: every such site speaks HTTP/1.1 too.
 */
const allowH2 = false

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
    const dialer = yield* Dialer
    const context = yield* Effect.context<never>()
    const agent = Effect.sync(() =>
      new Agent({
        connect: dialingConnector(dialer, context, Duration.toMillis(connectTimeout)),
        connections: connectionsPerOrigin,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: idleConnection,
        keepAliveMaxTimeout: longestIdleConnection,
        allowH2,
        bodyTimeout: 0
      })
    )
    const acquired = yield* Effect.acquireRelease(agent, (agent) => Effect.promise(() => agent.destroy()))
    return acquired.compose(boundedHeaders)
  })
)

const layerNoDns = Layer.effect(HttpClient.HttpClient, Effect.suspend(() => recorded)).pipe(
  // Layers are shared by reference: another client over undici in the same graph would put its own dispatcher in the guarded one's place.
  Layer.provide(Layer.fresh(NodeHttpClient.layerUndiciNoDispatcher)),
  Layer.provide(layerDispatcher)
)

const layerResolver = Dialer.layer.pipe(Layer.provideMerge(HostResolver.layer), Layer.provideMerge(AddressPolicy.layer))

/** An `HttpClient` over undici, which gets its connections from the dialer. */
export const HttpTransport = {
  /** Needs the dialer: a test gives its own `Dns`. */
  layerNoDns,
  /** The dialer, and the judges of addresses and names below it, over whatever `Dns` there is. */
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

/** An undici connector over the dialer. TLS verifies the name on the socket that was dialled. */
const dialingConnector = (
  dialer: Dialer["Service"],
  context: Context.Context<never>,
  timeout: number
): buildConnector.connector => {
  const run = Effect.runCallbackWith(context)
  const secure = buildConnector({ timeout, allowH2 })
  return (options, callback) => {
    const isSecure = options.protocol === "https:"
    run(dialer.dial(options.hostname, Number(options.port || (isSecure ? 443 : 80))), {
      onExit: (exit) => {
        if (!Exit.isSuccess(exit)) return callback(errorOf(exit), null)
        if (!isSecure) return callback(null, tellingResets(exit.value))
        secure(
          { ...options, httpSocket: exit.value },
          (...[error, socket]) => error === null ? callback(null, tellingResets(socket)) : callback(error, null)
        )
      }
    })
  }
}

/**
 * undici takes a reset connection for the end of a body that declares no length. Under another code it is an error as any
 * other, and the body a cut one.
 */
const tellingResets = <S extends Socket>(socket: S): S => {
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => destroy(isReset(error) ? new errors.SocketError("the connection was reset") : error)
  return socket
}

const isReset = (error: Error | undefined): boolean =>
  error !== undefined && "code" in error && error.code === "ECONNRESET"

const errorOf = (exit: Exit.Failure<unknown, DialFailure>): Error => {
  const reason = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return reason?.error ?? new Error("the connection could not be made")
}
