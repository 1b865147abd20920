import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import * as net from "node:net"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { EgressListener, type ProxyClient } from "../../../../src/web/render/browser/EgressListener.ts"

const listener = (settings: Parameters<typeof Settings.layerWith>[0] = {}) =>
  EgressListener.layer.pipe(Layer.provide(Settings.layerWith(settings)))

const say = (port: number, text: string) =>
  Effect.callback<string>((resume) => {
    let heard = ""
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text))
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(heard)))
    return Effect.sync(() => socket.destroy())
  })

const named = (name: string): ProxyClient => ({
  track: () => undefined,
  forward: (_, response) => void response.end(name),
  tunnel: (_, socket) => void socket.end(name)
})

const login = (password: string) =>
  `Proxy-Authorization: Basic ${Buffer.from(`page:${password}`).toString("base64")}\r\n`

const get = (fields: string) => `GET http://a.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${fields}\r\n`
const connect = (fields: string) => `CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n${fields}\r\n`

describe("EgressListener", () => {
  it.live("serves each client by its password, and nobody without one", () =>
    Effect.gen(function*() {
      const { serve } = yield* EgressListener
      const one = yield* serve("127.0.0.1", named("one"))
      const two = yield* serve("127.0.0.1", named("two"))
      assert.strictEqual(one.port, two.port)
      assert.strictEqual(one.proxy, `http://127.0.0.1:${one.port}`)
      for (const request of [get, connect]) {
        assert.match(yield* say(one.port, request(login(one.credentials.password))), /one$/)
        assert.match(yield* say(one.port, request(login(two.credentials.password))), /two$/)
        assert.match(yield* say(one.port, request("")), /^HTTP\/1\.1 407 /)
        assert.match(yield* say(one.port, request(login("wrong"))), /^HTTP\/1\.1 407 /)
      }
    }).pipe(Effect.provide(listener())))

  it.live("forgets a password with its page, and closes with the last one", () =>
    Effect.gen(function*() {
      const { serve } = yield* EgressListener
      const scope = yield* Scope.make()
      const { credentials, port } = yield* Scope.provide(serve("127.0.0.1", named("one")), scope)
      const other = yield* Scope.make()
      yield* Scope.provide(serve("127.0.0.1", named("two")), other)
      yield* Scope.close(scope, Exit.void)
      assert.match(yield* say(port, get(login(credentials.password))), /^HTTP\/1\.1 407 /)
      yield* Scope.close(other, Exit.void)
      assert.strictEqual(yield* say(port, get("")), "")
    }).pipe(Effect.provide(listener())))

  it.live("announces the address of the setting, and listens at its port", () =>
    Effect.gen(function*() {
      const { serve } = yield* EgressListener
      const free = yield* Effect.scoped(serve("127.0.0.1", named("any")))
      yield* Effect.gen(function*() {
        const { serve } = yield* EgressListener
        const { credentials, proxy } = yield* serve("10.1.2.3", named("one"))
        assert.strictEqual(proxy, `http://gleaner:${free.port}`)
        assert.match(yield* say(free.port, get(login(credentials.password))), /one$/)
      }).pipe(
        Effect.provide(Layer.fresh(listener({ browserProxy: Option.some({ host: "gleaner", port: free.port }) })))
      )
    }).pipe(Effect.provide(listener())))
})
