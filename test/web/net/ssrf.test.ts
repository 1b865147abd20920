import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { Dns, NetAddress } from "effect/net"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { transport } from "../../../src/core/domain/errors/page-errors.ts"
import { PageError } from "../../../src/core/domain/errors/PageError.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { GleanerNoDeps } from "../../../src/Gleaner.ts"
import { Discoverer } from "../../../src/page/Discoverer.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { transportFailure } from "../../../src/web/net/transport-failure.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"

/** A listener that counts connections: whatever is blocked must leave it at 0. */
let trapped = 0
let trap: http.Server
let trapPort = 0
/** A site at an allowed address, 127.0.0.2, that redirects into the forbidden. */
let site: http.Server
let sitePort = 0
let robotsTarget: string | undefined

const listen = (server: http.Server, host: string) =>
  new Promise<number>((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port)))

beforeAll(async () => {
  trap = http.createServer((_, response) => response.end("secret"))
  trap.on("connection", () => void trapped++)
  trapPort = await listen(trap, "127.0.0.1")
  site = http.createServer((request, response) => {
    const targets: Record<string, string> = {
      "/metadata": "http://169.254.169.254/latest/meta-data/",
      "/v6": `http://[::1]:${trapPort}/`,
      "/mapped": `http://[::ffff:127.0.0.1]:${trapPort}/`,
      "/decimal": `http://2130706433:${trapPort}/`,
      "/loopback": `http://127.0.0.1:${trapPort}/`,
      "/name": `http://inside.test:${trapPort}/`,
      "/port": `http://127.0.0.2:22/`,
      "/file": "file:///etc/passwd"
    }
    const location = request.url === "/robots.txt" ? robotsTarget : targets[request.url ?? ""]
    response.writeHead(location === undefined ? 404 : 302, location === undefined ? {} : { location }).end()
  })
  sitePort = await listen(site, "127.0.0.2")
})
afterAll(() => {
  trap.close()
  site.close()
})

const ip = NetAddress.ipFromStringUnsafe

/**
 * Names as an attacker's name server would answer them: `rebind.test` is the site at first and loopback from then on.
 */
const dns = () => {
  const answers: Record<string, Array<ReadonlyArray<NetAddress.IpAddress>>> = {
    "inside.test": [[ip("127.0.0.1")]],
    "mixed.test": [[ip("127.0.0.2"), ip("127.0.0.1")]],
    "rebind.test": [[ip("127.0.0.2")], [ip("127.0.0.1")]]
  }
  const lookup = (host: string) =>
    Effect.sync(() => {
      const list = answers[host] ?? []
      return (list.length > 1 ? list.shift() : list[0]) ?? []
    })
  return Layer.succeed(Dns.Dns, Dns.make({ lookup }))
}

const services = () =>
  GleanerNoDeps.pipe(
    Layer.provideMerge(Layer.mergeAll(Renderer.layerDisabled, Extractor.layerInline)),
    Layer.provideMerge(
      HttpTransport.layerNoDns.pipe(Layer.provideMerge(HttpTransport.layerResolver), Layer.provide(dns()))
    ),
    Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.2/32"], domainDelay: Duration.zero, retries: 0 }))
  )

const byAnybody = RequestContext.by("t", "interactive", Duration.minutes(1))

const outcome = (url: string) =>
  Effect.gen(function*() {
    const fetcher = yield* Fetcher
    const error = yield* Effect.flip(byAnybody(fetcher.fetch({ url: new URL(url), useCache: false })))
    return { code: error.code, text: JSON.stringify(error) }
  })

describe("server-side request forgery over real sockets", () => {
  const cases = [
    ["a redirect to cloud metadata", "/metadata", "address_blocked"],
    ["a redirect to [::1]", "/v6", "address_blocked"],
    ["a redirect to a mapped address", "/mapped", "address_blocked"],
    ["a redirect to a decimal address", "/decimal", "address_blocked"],
    ["a redirect to loopback", "/loopback", "address_blocked"],
    ["a redirect to a name that leads inside", "/name", "address_blocked"],
    ["a redirect to an allowed host's forbidden port", "/port", "address_blocked"],
    ["a redirect to a file", "/file", "fetch_failed"]
  ] as const
  for (const [name, path, code] of cases) {
    it.live(`${name} opens no socket`, () =>
      Effect.gen(function*() {
        const { code: actual, text } = yield* outcome(`http://127.0.0.2:${sitePort}${path}`)
        assert.strictEqual(actual, code)
        assert.notMatch(text, /169\.254|::1|127\.0\.0\.1|2130706433|inside/)
        assert.strictEqual(trapped, 0)
      }).pipe(Effect.provide(services())))
  }

  it.live("a robots.txt that redirects inside opens no socket, and its site is refused", () =>
    Effect.gen(function*() {
      robotsTarget = `http://127.0.0.1:${trapPort}/robots.txt`
      const { code, text } = yield* outcome(`http://127.0.0.2:${sitePort}/page`)
      assert.strictEqual(code, "address_blocked")
      assert.notMatch(text, /127\.0\.0\.1/)
      assert.strictEqual(trapped, 0)
    }).pipe(Effect.ensuring(Effect.sync(() => (robotsTarget = undefined))), Effect.provide(services())))

  it.live("another client over undici beside it opens nothing to sites", () => {
    class Collector extends Context.Service<Collector, HttpClient.HttpClient>()("test/Collector") {}
    const beside = Layer.effect(Collector, HttpClient.HttpClient).pipe(Layer.provide(NodeHttpClient.layerUndici))
    return Effect.gen(function*() {
      const { code } = yield* outcome(`http://127.0.0.1:${trapPort}/`)
      assert.strictEqual(code, "address_blocked")
      assert.strictEqual(trapped, 0)
    }).pipe(Effect.provide(services().pipe(Layer.provideMerge(beside))))
  })

  it.live("a name with one public and one private address is refused whole", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* outcome(`http://mixed.test:${trapPort}/`)).code, "address_blocked")
      assert.strictEqual(trapped, 0)
    }).pipe(Effect.provide(services())))

  it.live("rebinding: the address that was judged is the one that is dialled, and a second answer is judged anew", () =>
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const first = yield* client.get(`http://rebind.test:${sitePort}/none`)
      assert.strictEqual(first.status, 404)
      // The judged answer is kept for its short life; the trap is never asked.
      yield* Effect.flip(client.get(`http://rebind.test:${trapPort}/`))
      assert.strictEqual(trapped, 0)
    }).pipe(Effect.provide(services())))

  it.live("discover goes the same way", () =>
    Effect.gen(function*() {
      const discoverer = yield* Discoverer
      const error = yield* Effect.flip(
        byAnybody(discoverer.discover({ url: `http://127.0.0.1:${trapPort}/`, internal_only: false }))
      )
      assert.instanceOf(error, PageError)
      assert.strictEqual(error.code, "address_blocked")
      assert.strictEqual(trapped, 0)
    }).pipe(Effect.provide(services())))

  it.live("a port of another protocol is named, since the address is not the reason", () =>
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const error = transportFailure(yield* Effect.flip(client.get("http://example.com:25/")))
      assert.deepStrictEqual(error, {
        kind: "blocked",
        detail: "the port 25 of example.com belongs to another protocol",
        port: 25
      })
      const { code, detail } = transport(new URL("http://example.com:25/"), { ...error, kind: "blocked" })
      assert.strictEqual(code, "address_blocked")
      assert.match(detail, /has the port 25, which belongs to another protocol and is never requested/)
      const address = transport(new URL("http://10.0.0.1/"), { kind: "blocked", detail: "" }).detail
      assert.match(address, /address that is not public\. The setting GLEANER_ALLOW_ADDRESSES allows address blocks/)
    }).pipe(Effect.provide(services())))

  it.live("an error of the transport is named without the address", () =>
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const error = yield* Effect.flip(client.get(`http://inside.test:${trapPort}/`))
      assert.deepStrictEqual(transportFailure(error), {
        kind: "blocked",
        detail: "inside.test leads to an address that is not public"
      })
    }).pipe(Effect.provide(services())))
})
