// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Queue } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import * as net from "node:net"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Dialer } from "../../../src/web/net/Dialer.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { transportFailure } from "../../../src/web/net/transport-failure.ts"

const settings = (connectTimeout: Duration.Input) =>
  Settings.layerWith({
    allowAddresses: ["127.0.0.0/8"],
    connectTimeout: Duration.fromInputUnsafe(connectTimeout)
  })

/**
 * A port that takes connections and says nothing. It tells of each ClientHello and of each connection that it loses.
 */
const silentPort = Effect.gen(function*() {
  const greeted = yield* Queue.unbounded<void>()
  const lost = yield* Queue.unbounded<void>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<net.Server>((resume) => {
      const server = net.createServer((socket) => {
        socket.on("error", () => {}).on("close", () => Queue.offerUnsafe(lost, undefined))
        socket.once("data", () => Queue.offerUnsafe(greeted, undefined))
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  return { greeted, lost, port: (server.address() as net.AddressInfo).port }
})

const tookTooLong = { kind: "timeout", detail: "the connection took too long" } as const

describe("HttpTransport", () => {
  for (const scheme of ["http", "https"]) {
    it.live(`connects a few times to a site that closes each connection before it is asked (${scheme})`, () =>
      Effect.gen(function*() {
        let dialed = 0
        const closing = Layer.succeed(Dialer, {
          dial: () =>
            Effect.sync(() => {
              dialed++
              const socket = new net.Socket()
              socket.push(null)
              return socket
            })
        })
        yield* Effect.gen(function*() {
          const client = yield* HttpClient.HttpClient
          const get = Effect.flip(client.get(`${scheme}://site.example.com/`))
          const errors = yield* Effect.all([get, get], { concurrency: 2 })
          for (const error of errors) assert.notStrictEqual(transportFailure(error).kind, "timeout")
          assert.isAtLeast(dialed, 2)
          assert.isAtMost(dialed, 6)
        }).pipe(
          Effect.timeout("10 seconds"),
          Effect.provide(HttpTransport.layerNoDns.pipe(Layer.provide(closing), Layer.provide(settings("2 seconds"))))
        )
      }))
  }

  it.live("gives up a TLS handshake at the connect time-out, and its socket with it", () =>
    Effect.gen(function*() {
      const { lost, port } = yield* silentPort
      yield* Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const error = yield* Effect.flip(client.get(`https://127.0.0.1:${port}/`))
        assert.deepStrictEqual(transportFailure(error), tookTooLong)
        yield* Queue.take(lost)
      }).pipe(
        Effect.timeout("10 seconds"),
        Effect.provide(HttpTransport.layer.pipe(Layer.provide(settings("300 millis"))))
      )
    }))

  it.effect("has one time-out for connection and TLS handshake together", () =>
    Effect.gen(function*() {
      const { greeted, lost, port } = yield* silentPort
      const slowDialer = Layer.succeed(Dialer, {
        dial: () =>
          Effect.andThen(
            Effect.sleep("8 seconds"),
            Effect.callback<net.Socket>((resume) => {
              const socket = net.connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
            })
          )
      })
      yield* Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const request = yield* Effect.forkChild(Effect.flip(client.get(`https://127.0.0.1:${port}/`)))
        yield* Effect.yieldNow
        yield* TestClock.adjust("8 seconds")
        yield* Queue.take(greeted)
        yield* TestClock.adjust("1999 millis")
        assert.isUndefined(request.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(transportFailure(yield* Fiber.join(request)), tookTooLong)
        yield* Queue.take(lost)
      }).pipe(
        Effect.provide(HttpTransport.layerNoDns.pipe(
          Layer.provide(slowDialer),
          Layer.provide(settings("10 seconds"))
        ))
      )
    }))
})
