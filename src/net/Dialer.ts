import { Context, Duration, Effect, Layer, Schema } from "effect"
import * as net from "node:net"
import { Settings } from "../Settings.ts"
import { AddressPolicy, BlockedAddress } from "./AddressPolicy.ts"
import { type DialAddress, HostResolver, type UnresolvedHost } from "./HostResolver.ts"

/** None of the judged addresses took the connection. The cause has Node's code. */
export class ConnectFailed extends Schema.TaggedError<ConnectFailed>()("ConnectFailed", {
  host: Schema.String,
  cause: Schema.Defect()
}) {}

export type DialFailure = BlockedAddress | UnresolvedHost | ConnectFailed

/**
 * The only code that opens sockets to sites. The port is judged, the host is resolved, all its addresses are judged, and the
 * socket goes to one of those addresses: no second look-up can lead it elsewhere.
 */
export class Dialer extends Context.Service<Dialer, {
  /** A connected socket. The caller closes it. */
  dial(host: string, port: number): Effect.Effect<net.Socket, DialFailure>
}>()("gleaner/net/Dialer") {
  static readonly layer = Layer.effect(
    Dialer,
    Effect.gen(function*() {
      const resolver = yield* HostResolver
      const policy = yield* AddressPolicy
      const { connectTimeout } = yield* Settings
      const timeout = Duration.toMillis(connectTimeout)

      const dial = Effect.fnUntraced(function*(host: string, port: number) {
        if (!policy.isAllowedPort(port)) return yield* new BlockedAddress({ host })
        return yield* connect(host, port, yield* resolver.resolve(host), timeout)
      })

      return Dialer.of({ dial })
    })
  )
}

const connect = (
  host: string,
  port: number,
  addresses: ReadonlyArray<DialAddress>,
  timeout: number
): Effect.Effect<net.Socket, ConnectFailed> =>
  Effect.callback((resume) => {
    const [first, ...others] = addresses
    const socket = net.connect({
      port,
      // Node looks up names only. One address is dialled as it stands; for several, Node asks the look-up below.
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
    const tooSlow = () => failed(Object.assign(new Error("the connection took too long"), { code: "ETIMEDOUT" }))
    // An error between this listener and the caller's own must not end the process, so it stays.
    socket.on("error", failed)
    socket.setTimeout(timeout, tooSlow)
    socket.once("connect", () => {
      socket.setTimeout(0)
      socket.off("timeout", tooSlow)
      resume(Effect.succeed(socket))
    })
    return Effect.sync(() => void socket.destroy())
  })

/** Milliseconds after which the system probes an idle connection. */
const keepAliveDelay = 60_000
