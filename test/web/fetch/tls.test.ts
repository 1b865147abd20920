// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import * as http2 from "node:http2"
import * as https from "node:https"
import type { AddressInfo, Server } from "node:net"
import * as tls from "node:tls"
import { Agent } from "undici"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { certificate } from "../../support/network/certificate.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const Services = Fetcher.layerNoDeps.pipe(
  Layer.provide(Visits.layerNoDeps),
  Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
  Layer.provide(HttpTransport.layer),
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero, retries: 0 }))
)

const good = certificate("IP:127.0.0.1", "-days", "2")
const otherHost = certificate("DNS:other.example", "-days", "2")
const unknown = certificate("IP:127.0.0.1", "-days", "2")
if (good !== undefined && otherHost !== undefined) {
  const usual = tls.getCACertificates()
  tls.setDefaultCACertificates([good.cert.toString(), otherHost.cert.toString()])
  afterAll(() => tls.setDefaultCACertificates(usual))
}

const served = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<string>((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve(`https://127.0.0.1:${(server.address() as AddressInfo).port}`))
      })
    ),
    () => Effect.sync(() => server.close())
  )

describe.skipIf(good === undefined)("over TLS (with certificates made by openssl)", () => {
  it.live("speaks HTTP/1.1 to a site that offers HTTP/2 too", () =>
    Effect.gen(function*() {
      const versions: Array<string> = []
      const server = http2.createSecureServer({ ...good, allowHTTP1: true }, (request, response) => {
        versions.push(request.httpVersion)
        response.writeHead(200, { "content-type": "text/html" })
        response.end("<p>page")
      })
      const origin = yield* served(server)
      const page = yield* Effect.provide(fetchPage(`${origin}/`), Services)
      assert.deepStrictEqual([page.status, page.body.length], [200, 7])
      assert.deepStrictEqual(new Set(versions), new Set(["1.1"]))
    }))

  it.live("speaks HTTP/1.1 where the site offers nothing else", () =>
    Effect.gen(function*() {
      const versions: Array<string> = []
      const origin = yield* served(https.createServer({ ...good }, (request, response) => {
        versions.push(request.httpVersion)
        response.writeHead(200, { "content-type": "text/html" }).end("<p>page")
      }))
      const page = yield* Effect.provide(fetchPage(`${origin}/`), Services)
      assert.strictEqual(page.status, 200)
      assert.deepStrictEqual(new Set(versions), new Set(["1.1"]))
    }))

  it.live("names what is wrong with a certificate", () =>
    Effect.gen(function*() {
      for (const [identity, fault] of [[unknown, /SELF_SIGNED/], [otherHost, /ALTNAME/]] as const) {
        const origin = yield* served(https.createServer({ ...identity }, (_, response) => response.end("<p>page")))
        const error = yield* Effect.provide(Effect.flip(fetchPage(`${origin}/`)), Services)
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "tls"])
        assert.match(error.detail, fault)
      }
    }))

  it.live("leaves HTTP/2 off for as long as undici takes a stream that was reset for a whole answer", () =>
    Effect.gen(function*() {
      const server = http2.createSecureServer({ ...good })
      server.on("sessionError", () => {})
      server.on("stream", (stream) => {
        stream.on("error", () => {})
        stream.respond({ ":status": 200 })
        stream.write("half", () => setImmediate(() => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)))
      })
      const origin = yield* served(server)
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ allowH2: true })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      // Where this fails, undici has learnt to tell, and HttpTransport may speak HTTP/2 again: see allowH2 there.
      const body = yield* Effect.promise(() =>
        agent.request({ origin, path: "/", method: "GET" }).then((r) => r.body.text())
      )
      assert.strictEqual(body, "half")
    }))
})
