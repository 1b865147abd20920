import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { type Context, type Duration, Effect, Exit, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { Socket } from "node:net"
import { Agent, buildConnector, errors } from "undici"
import { Settings } from "../../core/settings/Settings.ts"
import { AddressPolicy } from "./AddressPolicy.ts"
import { BotAuth } from "./BotAuth.ts"
import { boundedConnections } from "./bounded-connections.ts"
import { boundedHeaders, maxHeaderBytes } from "./bounded-headers.ts"
import { connectTimedOut, Dialer, type DialFailure } from "./Dialer.ts"
import { ExchangeTap, tapped } from "./ExchangeTap.ts"
import { HostResolver } from "./HostResolver.ts"

/**
 * Off: undici's HTTP/2 client does not report a stream that is reset in the middle of a body, so half a page would
 * count as a page. A test watches for the version that does. Every such site speaks HTTP/1.1 too.
 */
const allowH2 = false

/** Connections to one origin. Politeness stays far below it; the bound is for a delay of zero. */
const connectionsPerOrigin = 32

/** Keep-Alive timeout in milliseconds: longer than the default delay between two pages of a site. */
const idleConnection = 10_000
/** Largest Keep-Alive timeout that a site may request. A site with a Crawl-delay may need it. */
const maxIdleConnection = 60_000

const layerDispatcher = Layer.effect(
  NodeHttpClient.Dispatcher,
  Effect.gen(function*() {
    const { connectTimeout } = yield* Settings
    const dialer = yield* Dialer
    const context = yield* Effect.context<never>()
    const bounded = boundedConnections()
    const agent = Effect.sync(() =>
      new Agent({
        connect: bounded.connector(dialingConnector(dialer, context, connectTimeout)),
        connections: connectionsPerOrigin,
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: idleConnection,
        keepAliveMaxTimeout: maxIdleConnection,
        allowH2,
        bodyTimeout: 0
      })
    )
    const acquired = yield* Effect.acquireRelease(agent, (agent) => Effect.promise(() => agent.destroy()))
    return acquired.compose(bounded.interceptor, boundedHeaders)
  })
)

const layerNoDns = Layer.effect(HttpClient.HttpClient, Effect.suspend(() => signed)).pipe(
  Layer.provide(BotAuth.layer),
  // Layers are shared by reference: another undici client in the same graph would replace the guarded dispatcher.
  Layer.provide(Layer.fresh(NodeHttpClient.layerUndiciNoDispatcher)),
  Layer.provide(layerDispatcher)
)

const layerResolver = Dialer.layerNoDeps.pipe(
  Layer.provideMerge(HostResolver.layerNoDeps),
  Layer.provideMerge(AddressPolicy.layer)
)

/** An `HttpClient` over undici. Its connections come from the dialer. */
export const HttpTransport = {
  /** Needs the dialer, so a test can give its own `Dns`. */
  layerNoDns,
  /** The dialer with the address policy and the resolver, over any `Dns`. */
  layerResolver,
  /** It comes with the dialer, the resolver and the address policy, which the browser's proxy shares. */
  layer: layerNoDns.pipe(Layer.provideMerge(Layer.mergeAll(Dialer.layer, HostResolver.layer, AddressPolicy.layer)))
}

/**
 * No trace context is sent to sites: no traceparent or b3 fields. Requests have no spans of their own; the callers'
 * spans suffice.
 */
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

/** Signs each request, if the operator has a key for that. */
const signed = Effect.zipWith(
  recorded,
  BotAuth,
  (client, { sign }) =>
    HttpClient.mapRequestEffect(
      client,
      (request) => Effect.map(sign(new URL(request.url)), (fields) => HttpClientRequest.setHeaders(request, fields))
    )
)

/** An undici connector over the dialer. TLS verifies the name on the socket that was dialled. */
const dialingConnector = (
  dialer: Dialer["Service"],
  context: Context.Context<never>,
  limit: Duration.Duration
): buildConnector.connector => {
  const run = Effect.runCallbackWith(context)
  // It has no time-out of its own: connection and handshake share one.
  const connectTls = buildConnector({ timeout: 0, allowH2 })
  return (options, callback) => {
    const isSecure = options.protocol === "https:"
    const dialed = dialer.dial(options.hostname, Number(options.port || (isSecure ? 443 : 80)))
    const connected = isSecure
      ? secured(dialed, (httpSocket) => ({ ...options, httpSocket }), connectTls, limit)
      : dialed
    run(connected, {
      onExit: (exit) =>
        Exit.isSuccess(exit) ? callback(null, reportingResets(exit.value)) : callback(errorOf(exit), null)
    })
  }
}

/** The dialled socket after its TLS handshake, both within `limit`. Otherwise the socket is closed. */
const secured = (
  dialed: Effect.Effect<Socket, DialFailure>,
  optionsFor: (socket: Socket) => buildConnector.Options,
  connectTls: buildConnector.connector,
  limit: Duration.Duration
): Effect.Effect<Socket, Error> =>
  Effect.suspend(() => {
    let dialled: Socket | undefined
    const handshake = (socket: Socket) =>
      Effect.callback<Socket, Error>((resume) => {
        dialled = socket
        connectTls(
          optionsFor(socket),
          (...[error, secure]) => resume(error === null ? Effect.succeed(secure) : Effect.fail(error))
        )
      })
    return Effect.flatMap(dialed, handshake).pipe(
      Effect.timeoutOrElse({ duration: limit, orElse: () => Effect.fail(connectTimedOut()) }),
      Effect.onError(() => Effect.sync(() => dialled?.destroy()))
    )
  })

/**
 * undici takes a reset connection for the end of a body without a declared length. With another code it is an error,
 * and the body counts as cut.
 */
const reportingResets = <S extends Socket>(socket: S): S => {
  const destroy = socket.destroy.bind(socket)
  socket.destroy = (error) => destroy(isReset(error) ? new errors.SocketError("the connection was reset") : error)
  return socket
}

const isReset = (error: Error | undefined): boolean =>
  error !== undefined && "code" in error && error.code === "ECONNRESET"

const errorOf = (exit: Exit.Failure<unknown, Error>): Error => {
  const reason = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return reason?.error ?? new Error("the connection could not be made")
}
