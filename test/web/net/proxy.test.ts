// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Option, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { Dns, NetAddress } from "effect/net"
import * as http from "node:http"
import * as https from "node:https"
import * as net from "node:net"
import type { AddressInfo, Server } from "node:net"
import * as tls from "node:tls"
import type { ProxySetting } from "../../../src/core/settings/proxy.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { BlockedAddress } from "../../../src/web/net/AddressPolicy.ts"
import { Dialer } from "../../../src/web/net/Dialer.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { transportFailure } from "../../../src/web/net/transport-failure.ts"
import { certificate } from "../../support/network/certificate.ts"
import { httpProxy, type RunningProxy, socksProxy } from "../../support/network/proxies.ts"
import { rendering, renderUrl, siteHost, skipReason } from "../render/support/browser.ts"
import { page, startSite } from "../render/support/site.ts"
import { setTraps } from "../render/support/traps.ts"

const siteIdentity = certificate("DNS:site.example.com", "-days", "2")
const proxyIdentity = certificate("IP:127.0.0.1", "-days", "2")
const trusted = tls.getCACertificates("default")
beforeAll(() => {
  const own = [siteIdentity, proxyIdentity].flatMap((identity) =>
    identity === undefined ? [] : [identity.cert.toString()]
  )
  tls.setDefaultCACertificates([...trusted, ...own])
})
afterAll(() => tls.setDefaultCACertificates(trusted))

const served = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) =>
      void server.listen(0, siteHost, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    ),
    () => Effect.sync(() => server.close())
  )

/** A site that tells which host it was asked for. */
const site = (secure = false) => {
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) =>
    void response.writeHead(200, { connection: "close" }).end(`${request.url} at ${request.headers.host}`)
  return served(secure ? https.createServer({ ...siteIdentity }, answer) : http.createServer(answer))
}

/** The names that this machine knows. */
const dns = (names: Readonly<Record<string, string>>) =>
  Layer.succeed(
    Dns.Dns,
    Dns.make({
      lookup: (host) =>
        names[host] === undefined
          ? Effect.fail(new Error("none") as never) // any failure counts as an unknown name
          : Effect.succeed([NetAddress.ipFromStringUnsafe(names[host])])
    })
  )

const ownNames = { "site.example.com": siteHost, "inside.example.com": "127.0.0.1" }

const proxied = (
  proxy: RunningProxy,
  { names = ownNames, noProxy = [], password, user, ...more }: Partial<ProxySetting> & {
    readonly names?: Readonly<Record<string, string>>
    readonly noProxy?: ReadonlyArray<string>
    readonly user?: string
    readonly password?: string
  } = {}
) =>
  HttpTransport.layerNoDns.pipe(
    Layer.provideMerge(HttpTransport.layerResolver),
    Layer.provide(dns(names)),
    Layer.provide(Settings.layerWith({
      allowAddresses: [`${siteHost}/32`],
      noProxy,
      proxy: Option.some({
        protocol: "http",
        host: "127.0.0.1",
        port: proxy.port,
        credentials: user === undefined ? undefined : Redacted.make({ user, password: password ?? "" }),
        resolvesNames: false,
        ...more
      })
    }))
  )

const get = Effect.fnUntraced(function*(url: string) {
  const client = yield* HttpClient.HttpClient
  return yield* Effect.scoped(Effect.flatMap(client.get(url), (response) => response.text))
})

const failure = (url: string) => Effect.map(Effect.flip(get(url)), (error) => transportFailure(error as never))

const kinds = [
  ["an http proxy", httpProxy, { protocol: "http" }],
  ["a socks5 proxy", socksProxy, { protocol: "socks5" }]
] as const

/** The remedy where the proxy is the reason. */
const remedy = "try again later; the operator of the service finds the reason with gleaner doctor"

describe("egress through a proxy", () => {
  for (const [name, start, setting] of kinds) {
    it.live(`${name} is given the address that was judged, and the site the name`, () =>
      Effect.gen(function*() {
        const port = yield* site()
        const proxy = yield* start()
        const text = yield* Effect.provide(get(`http://site.example.com:${port}/page`), proxied(proxy, setting))
        assert.strictEqual(text, `/page at site.example.com:${port}`)
        assert.deepStrictEqual(proxy.asked, [`${siteHost}:${port}`])
      }))

    it.live(`${name} is asked for no private address, whatever leads there`, () =>
      Effect.gen(function*() {
        const traps = yield* setTraps
        const proxy = yield* start()
        const blocked = ["127.0.0.1", "[::1]", "2130706433", "[::ffff:127.0.0.1]", "inside.example.com", "10.0.0.1"]
        for (const host of blocked) {
          const why = yield* Effect.provide(failure(`http://${host}:${traps.port}/`), proxied(proxy, setting))
          assert.strictEqual(why.kind, "blocked", host)
        }
        const port = yield* Effect.provide(failure(`http://${siteHost}:22/`), proxied(proxy, setting))
        assert.strictEqual(port.kind, "blocked")
        assert.deepStrictEqual([proxy.asked, traps.caught], [[], []])
      }))

    it.live(`${name} that resolves gets public names; literal addresses and other names stay judged`, () =>
      Effect.gen(function*() {
        const traps = yield* setTraps
        const port = yield* site()
        const proxy = yield* start({ names: { "only.example.com": siteHost } })
        const services = proxied(proxy, { ...setting, resolvesNames: true, names: {} })
        const text = yield* Effect.provide(get(`http://only.example.com:${port}/`), services)
        assert.strictEqual(text, `/ at only.example.com:${port}`)
        const inside = [
          "127.0.0.1",
          "[::1]",
          "169.254.169.254",
          "localhost",
          "metadata.google.internal",
          "printer",
          "a.local"
        ]
        for (const host of inside) {
          const why = yield* Effect.provide(failure(`http://${host}:${traps.port}/`), services)
          assert.strictEqual(why.kind, "blocked", host)
        }
        assert.deepStrictEqual([proxy.asked, traps.caught], [[`only.example.com:${port}`], []])
      }))

    it.live(`${name} gets user name and password; a refusal names neither of them nor the proxy`, () =>
      Effect.gen(function*() {
        const port = yield* site()
        const proxy = yield* start({ user: "me", password: "sesame/%" })
        const url = `http://site.example.com:${port}/`
        const right = proxied(proxy, { ...setting, user: "me", password: "sesame/%" })
        assert.strictEqual(yield* Effect.provide(get(url), right), `/ at site.example.com:${port}`)
        const other = proxied(proxy, { ...setting, user: "x", password: "hush" })
        const wrong = yield* Effect.provide(Effect.exit(get(url)), other)
        const told = JSON.stringify(wrong) + (wrong._tag === "Failure" ? Cause.pretty(wrong.cause) : "")
        assert.notMatch(told, /hush|aHVzaA|eDpodXNo/)
        const why = yield* Effect.provide(failure(url), other)
        assert.deepInclude(why, { kind: "connect", remedy })
        assert.match(why.detail, /user name and password/)
        assert.notMatch(why.detail, /hush|127\.0\.0|\bx\b/)
      }))

    it.live(`${name} that refuses a site, or is not there, is named as the reason`, () =>
      Effect.gen(function*() {
        const port = yield* site()
        const refusing = yield* start({ refuses: [siteHost] })
        const url = `http://site.example.com:${port}/`
        const refused = yield* Effect.provide(failure(url), proxied(refusing, setting))
        assert.isUndefined(refused.remedy, "the site may be the reason")
        assert.match(`${refused.kind}: ${refused.detail}`, /^connect: the proxy of this service made no connection/)
        const gone = yield* Effect.provide(failure(url), proxied({ port: 9, asked: [] }, setting))
        assert.deepStrictEqual(gone, {
          kind: "connect",
          detail: "the proxy of this service cannot be reached (ECONNREFUSED)",
          remedy
        })
      }))
  }

  it.live("NO_PROXY leaves out names with their subdomains, addresses, blocks and ports", () =>
    Effect.gen(function*() {
      const port = yield* site()
      const proxy = yield* httpProxy()
      const via = Effect.fnUntraced(function*(host: string, ...noProxy: ReadonlyArray<string>) {
        const before = proxy.asked.length
        yield* Effect.provide(get(`http://${host}:${port}/`), proxied(proxy, { noProxy }))
        return proxy.asked.length > before
      })
      for (
        const entry of ["*", "example.com", ".example.com", "*.Example.com", "site.example.com.", `example.com:${port}`]
      ) {
        assert.isFalse(yield* via("site.example.com", entry), entry)
      }
      for (const entry of ["127.0.0.2", "127.0.0.0/8", `127.0.0.2:${port}`]) assert.isFalse(yield* via(siteHost, entry))
      for (const entry of ["ample.com", "site.example.org", "example.com:1", "127.0.0.0/8", ""]) {
        assert.isTrue(yield* via("site.example.com", "other.test", entry), entry)
      }
    }))

  it.live("what NO_PROXY leaves out is judged all the same", () =>
    Effect.gen(function*() {
      const traps = yield* setTraps
      const proxy = yield* httpProxy()
      const why = yield* Effect.provide(failure(`http://127.0.0.1:${traps.port}/`), proxied(proxy, { noProxy: ["*"] }))
      assert.strictEqual(why.kind, "blocked")
      assert.deepStrictEqual(traps.caught, [])
    }))

  for (const scheme of ["http", "https"]) {
    it.live(`takes no bytes that a site sends before it is asked, and connects once (${scheme})`, () =>
      Effect.gen(function*() {
        let connections = 0
        const early = net.createServer((socket) => {
          connections++
          socket.on("error", () => {})
          socket.once(
            "data",
            () => socket.end("HTTP/1.1 200 Connected\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nearly")
          )
        })
        const port = yield* served(early)
        const proxy = proxied({ port, asked: [] }, { host: siteHost })
        const why = yield* Effect.provide(failure(`${scheme}://site.example.com/`), proxy)
        assert.deepStrictEqual(why, { kind: "connect", detail: "the site sent bytes before it was asked" })
        assert.strictEqual(connections, 1)
      }).pipe(Effect.timeout("5 seconds")))
  }

  it.live("gives up a proxy that never answers at the connect time-out", () =>
    Effect.gen(function*() {
      const port = yield* served(http.createServer().on("connection", () => undefined).on("connect", () => undefined))
      const dialing = Effect.flatMap(Dialer, ({ dial }) => dial("site.example.com", 80)).pipe(Effect.result)
      const services = HttpTransport.layerResolver.pipe(
        Layer.provide(dns(ownNames)),
        Layer.provide(Settings.layerWith({
          allowAddresses: [`${siteHost}/32`],
          connectTimeout: "200 millis" as never, // read as any duration
          proxy: Option.some({ protocol: "http", host: siteHost, port, credentials: undefined, resolvesNames: false })
        }))
      )
      const outcome = yield* Effect.provide(dialing, services)
      assert.isTrue(Result.isFailure(outcome) && !(outcome.failure instanceof BlockedAddress))
    }))

  describe.skipIf(siteIdentity === undefined)("over TLS (with certificates made by openssl)", () => {
    it.live("the name of the site is verified through each kind of proxy, https proxies included", () =>
      Effect.gen(function*() {
        const port = yield* site(true)
        const url = `https://site.example.com:${port}/`
        const proxies = [
          [{ protocol: "http" }, yield* httpProxy()],
          [{ protocol: "socks5" }, yield* socksProxy()],
          [{ protocol: "https" }, yield* httpProxy({ identity: proxyIdentity as never })] // there is one: see skipIf
        ] as const
        for (const [setting, proxy] of proxies) {
          assert.strictEqual(yield* Effect.provide(get(url), proxied(proxy, setting)), `/ at site.example.com:${port}`)
          assert.deepStrictEqual(proxy.asked, [`${siteHost}:${port}`])
          const other = yield* Effect.provide(
            failure(`https://other.example.com:${port}/`),
            proxied(proxy, { ...setting, names: { "other.example.com": siteHost } })
          )
          assert.strictEqual(other.kind, "tls")
        }
      }))
  })

  describe.skipIf(skipReason !== "")(`the browser${skipReason}`, () => {
    for (const [name, start, setting] of kinds) {
      it.live(`goes through ${name}, with judged addresses only`, () =>
        Effect.gen(function*() {
          const traps = yield* setTraps
          const proxy = yield* start()
          const other = yield* startSite({ "/data": "beside" })
          const inside = `http://127.0.0.1:${traps.port}/`
          const shop = yield* startSite({
            "/": page(`<p id="a"></p><script>
              fetch("${other.url}/data", { mode: "no-cors" }).then(() => { a.textContent = "came" })
              fetch("${inside}", { mode: "no-cors" }).catch(() => 0)</script>`)
          })
          const { html } = yield* Effect.provide(
            renderUrl(`${shop.url}/`),
            rendering({
              proxy: Option.some({
                ...setting,
                host: "127.0.0.1",
                port: proxy.port,
                credentials: undefined,
                resolvesNames: false
              })
            })
          )
          assert.include(html, "<p id=\"a\">came</p>")
          assert.sameMembers([...new Set(proxy.asked)], [shop.url, other.url].map((url) => new URL(url).host))
          assert.deepStrictEqual(traps.caught, [])
        }))
    }
  })
})
