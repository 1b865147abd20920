import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type * as http from "node:http"
import * as net from "node:net"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { AddressPolicy, BlockedAddress } from "../../../../src/web/net/AddressPolicy.ts"
import { Dialer } from "../../../../src/web/net/Dialer.ts"
import { HostResolver } from "../../../../src/web/net/HostResolver.ts"
import { type EgressGate, EgressProxy } from "../../../../src/web/render/browser/EgressProxy.ts"
import { siteHost } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import { setTraps } from "../support/traps.ts"

/** DNS rebinding: names resolve to the site at the first look-up, and to this machine at every later one. */
const rebinding = Layer.sync(HostResolver, () => {
  const asked = new Set<string>()
  return HostResolver.of({
    resolve: (host) => {
      if (!host.endsWith(".example")) return Effect.fail(new BlockedAddress({ host }))
      const first = !asked.has(host)
      asked.add(host)
      return Effect.succeed([{ address: first ? siteHost : "127.0.0.1", family: 4 as const }])
    }
  })
})

const proxy = (settings: Parameters<typeof Settings.layerWith>[0] = {}) =>
  EgressProxy.layerOverDialer.pipe(
    Layer.provide(Dialer.layerNoDeps),
    Layer.provide([rebinding, AddressPolicy.layer]),
    Layer.provide(Settings.layerWith({ allowAddresses: [`${siteHost}/32`], ...settings }))
  )

/** The answer on a raw connection to the gate, or "" if it is closed without one. */
const say = (gate: EgressGate, text: string) =>
  Effect.callback<string>((resume) => {
    let heard = ""
    const socket = net.connect(gate.port, "127.0.0.1", () => socket.write(text))
    socket.on("data", (chunk) => (heard += chunk.toString("latin1")))
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(heard)))
    return Effect.sync(() => socket.destroy())
  })

const get = (url: string, more = ""): string => `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`

describe("EgressProxy", () => {
  it.live("forwards to the address that was judged, without the fields of this connection", () =>
    Effect.gen(function*() {
      const seen: Array<http.IncomingHttpHeaders> = []
      const site = yield* startSite({
        "/": (request, response) => {
          seen.push(request.headers)
          response.writeHead(200, { "x-kept": "1", "keep-alive": "timeout=9" }).end("body")
        }
      })
      const port = new URL(site.url).port
      const gate = yield* (yield* EgressProxy).open
      const more = "Proxy-Connection: keep-alive\r\nX-Kept: 1\r\nTE: trailers\r\n"
      const heard = yield* say(gate, get(`http://rebind.example:${port}/`, more))
      assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/)
      assert.match(heard, /x-kept: 1/i)
      assert.notMatch(heard, /timeout=9/)
      assert.strictEqual(seen[0]?.["x-kept"], "1")
      assert.strictEqual(seen[0]?.host, `rebind.example:${port}`)
      assert.notProperty(seen[0] ?? {}, "proxy-connection")
      assert.notProperty(seen[0] ?? {}, "te")
    }).pipe(Effect.provide(proxy())))

  it.live("tunnels to judged hosts, and to no other", () =>
    Effect.gen(function*() {
      const traps = yield* setTraps
      const site = yield* startSite({ "/": "<p>through</p>" })
      const port = new URL(site.url).port
      const gate = yield* (yield* EgressProxy).open
      const inside = yield* say(gate, `CONNECT a.example:${port} HTTP/1.1\r\n\r\n${get("/")}`)
      assert.match(inside, /^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK[^]*through/)
      for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"]) {
        assert.match(yield* say(gate, `CONNECT ${host}:${traps.port} HTTP/1.1\r\n\r\n`), /^HTTP\/1\.1 502/)
        assert.strictEqual(yield* say(gate, get(`http://${host}:${traps.port}/`)), "")
      }
      assert.isTrue(gate.refusals.length === 8 && gate.refusals.every(({ reason }) => reason === "address"))
      assert.deepStrictEqual(traps.caught, [])
    }).pipe(Effect.provide(proxy())))

  it.live("passes no port of the block list, no other scheme, no upgrade and no nonsense", () =>
    Effect.gen(function*() {
      const gate = yield* (yield* EgressProxy).open
      assert.match(yield* say(gate, "CONNECT a.example:25 HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 502/)
      assert.strictEqual(yield* say(gate, get("file:///etc/passwd")), "")
      assert.strictEqual(yield* say(gate, get("/relative")), "")
      assert.strictEqual(yield* say(gate, "CONNECT nowhere HTTP/1.1\r\n\r\n"), "")
      assert.strictEqual(yield* say(gate, "\0\0\0\r\n\r\n"), "")
      assert.strictEqual(
        yield* say(
          gate,
          "GET http://a.example/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        ),
        ""
      )
    }).pipe(Effect.provide(proxy())))

  it.live("shuts for good past a budget of bytes or of requests, and with its scope", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": "x".repeat(50_000), "/small": "y" })
      const url = `http://a.example:${new URL(site.url).port}`
      const egress = yield* EgressProxy
      const bytes = yield* egress.open
      yield* say(bytes, get(`${url}/`))
      assert.isTrue(bytes.usage().overBudget)
      assert.strictEqual(yield* say(bytes, get(`${url}/small`)), "")
      const ended = yield* Effect.scoped(egress.open)
      assert.strictEqual(yield* say(ended, get(`${url}/small`)), "")
    }).pipe(Effect.provide(proxy({ renderBytes: 20_000 }))))
})
