// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as http2 from "node:http2"
import * as https from "node:https"
import type { AddressInfo, Server } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import * as tls from "node:tls"
import { Fetcher } from "../../src/fetch/Fetcher.ts"
import { HttpCache } from "../../src/fetch/HttpCache.ts"
import { HttpTransport } from "../../src/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../src/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../src/robots/RobotsCache.ts"
import { Settings } from "../../src/Settings.ts"
import { Visits } from "../../src/visits/Visits.ts"
import { fetchPage } from "../support/fake-web-fetch.ts"

const Services = Fetcher.layer.pipe(
  Layer.provide(Visits.layer),
  Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
  Layer.provide(HttpTransport.layer),
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero, retries: 0 }))
)

interface Identity {
  readonly key: Buffer
  readonly cert: Buffer
}

/** A self-signed certificate made for this run; undefined where there is no openssl. */
const certificate = (name: string, ...extra: ReadonlyArray<string>): Identity | undefined => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-tls-"))
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")]
  try {
    execFileSync("openssl", [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=test".split(" "),
      "-keyout",
      key,
      "-out",
      cert,
      "-addext",
      `subjectAltName=${name}`,
      ...extra
    ], { stdio: "ignore" })
    return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  } catch {
    return undefined
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const good = certificate("IP:127.0.0.1", "-days", "2")
const otherHost = certificate("DNS:other.example", "-days", "2")
const unknown = certificate("IP:127.0.0.1", "-days", "2")
if (good !== undefined && otherHost !== undefined) {
  tls.setDefaultCACertificates([good.cert.toString(), otherHost.cert.toString()])
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
  it.live("speaks HTTP/2 where the site offers it, many requests on one connection", () =>
    Effect.gen(function*() {
      const versions: Array<string> = []
      let sessions = 0
      const server = http2.createSecureServer({ ...good, allowHTTP1: true }, (request, response) => {
        versions.push(request.httpVersion)
        response.writeHead(200, { "content-type": "text/html" })
        response.end("<p>page")
      })
      server.on("session", () => sessions++)
      const origin = yield* served(server)
      const pages = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => `${origin}/${n}`),
        (url) => fetchPage(url, { useCache: false }),
        { concurrency: 12 }
      ).pipe(Effect.provide(Services))
      assert.isTrue(pages.every(({ body, status }) => status === 200 && body.length === 7))
      assert.deepStrictEqual(new Set(versions), new Set(["2.0"]))
      assert.strictEqual(sessions, 1)
    }))

  it.live("speaks HTTP/1.1 where it does not", () =>
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

  it.live("ends an HTTP/2 flood at the body cap, and knows a stream cut short by its length", () =>
    Effect.gen(function*() {
      const server = http2.createSecureServer({ ...good })
      server.on("stream", (stream, headers) => {
        stream.on("error", () => {})
        if (headers[":path"] === "/robots.txt") return stream.respond({ ":status": 404 }, { endStream: true })
        const isReset = headers[":path"] === "/reset"
        stream.respond({ ":status": 200, "content-type": "text/html", ...(isReset && { "content-length": 1000 }) })
        if (isReset) {
          return stream.write("<p>", () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR))
        }
        const chunk = Buffer.alloc(65_536, "<p>")
        const more = (): void => {
          while (!stream.destroyed && stream.write(chunk));
          if (!stream.destroyed) stream.once("drain", more)
        }
        return more()
      })
      server.on("sessionError", () => {})
      const origin = yield* served(server)
      const outcomes = yield* Effect.forEach(["/flood", "/reset"], (page) => Effect.flip(fetchPage(origin + page)))
        .pipe(
          Effect.provide(Services)
        )
      assert.strictEqual(outcomes[0]?.code, "body_too_large")
      assert.deepStrictEqual([outcomes[1]?.code, outcomes[1]?.reason], ["fetch_failed", "protocol"])
    }))
})
