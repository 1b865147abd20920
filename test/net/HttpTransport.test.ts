// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Queue } from "effect"
import { HttpClient } from "effect/http"
import * as net from "node:net"
import { HttpTransport } from "../../src/net/HttpTransport.ts"
import { transportFailure } from "../../src/net/transport-failure.ts"
import { Settings } from "../../src/Settings.ts"

const transport = HttpTransport.layer.pipe(
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], connectTimeout: Duration.millis(300) }))
)

/** A port that takes connections and says nothing; each that it loses is told. */
const silentPort = Effect.gen(function*() {
  const lost = yield* Queue.unbounded<void>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<net.Server>((resume) => {
      const server = net.createServer((socket) => {
        socket.on("error", () => {}).on("close", () => Queue.offerUnsafe(lost, undefined))
        socket.resume()
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  return { lost, port: (server.address() as net.AddressInfo).port }
})

describe("HttpTransport", () => {
  it.live("gives up a TLS handshake at the connect time-out, and its socket with it", () =>
    Effect.gen(function*() {
      const { lost, port } = yield* silentPort
      yield* Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const error = yield* Effect.flip(client.get(`https://127.0.0.1:${port}/`))
        assert.deepStrictEqual(transportFailure(error), { kind: "timeout", detail: "the connection took too long" })
        yield* Queue.take(lost)
      }).pipe(Effect.timeout("10 seconds"), Effect.provide(transport))
    }))
})
