import { NodeDns } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer, Logger, Option, Result, Schedule } from "effect"
import { spawn } from "node:child_process"
import * as net from "node:net"
import * as path from "node:path"
import puppeteer from "puppeteer-core"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../../src/web/net/HttpTransport.ts"
import { EgressListener } from "../../../../src/web/render/browser/EgressListener.ts"
import { proveEgress } from "../../../../src/web/render/browser/prove-egress.ts"
import { Camera } from "../../../../src/web/render/Camera.ts"
import { Renderer } from "../../../../src/web/render/Renderer.ts"
import { type BrowserElsewhere, recommended, startElsewhere } from "../support/browser-elsewhere.ts"
import { rendering, renderUrl, siteHost, skipReason } from "../support/browser.ts"
import { page, script, startSite } from "../support/site.ts"
import { setTraps } from "../support/traps.ts"

const over = (place: string, more: Parameters<typeof Settings.layerWith>[0] = {}) =>
  rendering({ browser: Option.some(place), ...more })

const check = Effect.flatMap(Renderer, ({ check }) => check)

const untilContexts = (elsewhere: BrowserElsewhere, count: number) =>
  Effect.retry(
    Effect.filterOrFail(Effect.promise(elsewhere.contexts), ({ length }) => length === count),
    { schedule: Schedule.spaced("50 millis") }
  )

describe.skipIf(skipReason !== "")(`a browser elsewhere${skipReason}`, () => {
  it.live("renders pages through the proxy of this node, by its port or its web socket", () =>
    Effect.gen(function*() {
      const traps = yield* setTraps
      const agents: Array<unknown> = []
      const workers = new Set<unknown>()
      const site = yield* startSite({
        "/": (request, response) => {
          agents.push([request.headers["user-agent"], request.headers["accept-language"]])
          response.writeHead(200, { "content-type": "text/html" }).end(page(`<p id="x"></p><script>
            fetch("http://127.0.0.1:${traps.port}/").catch(() => new Promise((resolve) => {
              new Worker("/worker.js").onmessage = resolve
            })).then(() => { x.textContent = "rendered" })
          </script>`))
        },
        "/worker.js": script(`fetch("/from-worker").then(() => postMessage(1))`),
        "/from-worker": (request, response) => {
          workers.add(request.headers["user-agent"])
          response.end()
        }
      })
      const elsewhere = yield* startElsewhere()
      for (const place of [elsewhere.http, elsewhere.socket]) {
        yield* Effect.gen(function*() {
          const { browser } = yield* Settings
          assert.deepStrictEqual(browser, Option.some(place))
          assert.match(Result.getOrThrow(yield* check), /Chrome\/\d+/)
          for (const visit of [1, 2, 3]) {
            assert.include((yield* renderUrl(`${site.url}/?${visit}`)).html, `<p id="x">rendered</p>`)
          }
          assert.isTrue(yield* (yield* Renderer).starts)
        }).pipe(Effect.provide(over(place, { userAgent: "Test/1" })))
        yield* untilContexts(elsewhere, 0)
      }
      assert.deepStrictEqual(agents, Array.from({ length: 6 }, () => ["Test/1", "en-US,en;q=0.9"]))
      assert.deepStrictEqual([...workers], ["Test/1"])
      assert.deepStrictEqual(traps.caught, [])
    }))

  it.live("is refused if its pages can get past the proxy", () =>
    Effect.gen(function*() {
      const elsewhere = yield* startElsewhere(recommended.filter((flag) => !flag.includes("webrtc")))
      yield* Effect.gen(function*() {
        assert.match(
          Result.merge(yield* check),
          /refused: its pages can send UDP past the proxy; start it with --force/
        )
        assert.isFalse(yield* (yield* Renderer).starts)
        assert.strictEqual((yield* Effect.flip(renderUrl(`http://${siteHost}/`))).code, "fetch_failed")
      }).pipe(Effect.provide(over(elsewhere.http)))
      yield* untilContexts(elsewhere, 0)
    }), { tags: "long" })

  it.live("is refused if a context may connect without the proxy", () =>
    Effect.gen(function*() {
      const elsewhere = yield* startElsewhere()
      const browser = yield* Effect.acquireRelease(
        Effect.promise(() => puppeteer.connect({ browserURL: elsewhere.http })),
        (browser) => Effect.promise(() => browser.disconnect())
      )
      const { serve } = yield* EgressListener
      const refusal = yield* Effect.flip(proveEgress("127.0.0.1", serve, (gate) =>
        Effect.gen(function*() {
          const opened = yield* Effect.orDie(gate)
          return yield* Effect.promise(async () => {
            const context = await browser.createBrowserContext({
              proxyServer: opened.proxy,
              proxyBypassList: ["<-loopback>", "127.0.0.1"]
            })
            const page = await context.newPage()
            const openSession = () => page.createCDPSession()
            const crashed = Effect.never
            const session = await openSession()
            return { page, session, gate: opened, openSession, crashed, isRecycled: false }
          })
        })))
      assert.match(String(refusal.cause), /get past the proxy of their context/)
    }).pipe(Effect.scoped, Effect.provide(EgressListener.layer.pipe(Layer.provide(Settings.layerWith({}))))))

  it.live("tunnels https through the proxy", () =>
    Effect.gen(function*() {
      const heard = yield* Deferred.make<number>()
      const server = net.createServer((socket) =>
        socket.once("data", (chunk) => {
          Deferred.doneUnsafe(heard, Effect.succeed(chunk[0] ?? 0))
          socket.destroy()
        })
      )
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, siteHost, () => resume(Effect.void))),
        () => Effect.sync(() => server.close())
      )
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      const elsewhere = yield* startElsewhere()
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* Effect.flip(renderUrl(`https://${siteHost}:${port}/`))).code, "fetch_failed")
        // The first byte of a TLS handshake.
        assert.strictEqual(yield* Deferred.await(heard), 0x16)
      }).pipe(Effect.provide(over(elsewhere.http)))
    }))

  it.live("is not waited for if it does not answer", () =>
    Effect.gen(function*() {
      const server = net.createServer(() => undefined)
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, siteHost, () => resume(Effect.void))),
        () => Effect.sync(() => server.close())
      )
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      yield* Effect.forEach(["http", "ws"], (scheme) =>
        Effect.gen(function*() {
          assert.strictEqual(Result.merge(yield* check), "no answer within 5000 ms")
        }).pipe(Effect.provide(over(`${scheme}://${siteHost}:${port}/`))), { concurrency: 2 })
    }), { tags: "long" })

  it.live("is refused if it does not reach the proxy", () =>
    Effect.gen(function*() {
      const elsewhere = yield* startElsewhere()
      const unreachable = Option.some({ host: "proxy.invalid", port: undefined })
      yield* Effect.gen(function*() {
        assert.match(Result.merge(yield* check), /reach the proxy of this node at http:\/\/proxy\.invalid:\d+; name an/)
      }).pipe(Effect.provide(over(elsewhere.http, { browserProxy: unreachable })))
    }))

  it.live("serves two nodes, neither of which touches the pages of the other", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page(`<script>document.write("ren" + "dered")</script>`) })
      const elsewhere = yield* startElsewhere()
      const node = Effect.forEach(
        Array.from({ length: 8 }),
        () => Effect.map(renderUrl(`${site.url}/`), ({ html }) => html.includes("rendered")),
        { concurrency: 2 }
      )
      const [first, second] = yield* Effect.all(
        [
          node.pipe(Effect.provide(over(elsewhere.http, { browserPages: 3 }))),
          node.pipe(Effect.provide(over(elsewhere.http)))
        ],
        { concurrency: 2 }
      )
      assert.isTrue([...first, ...second].every((isRendered) => isRendered))
      yield* untilContexts(elsewhere, 0)
    }), { tags: "long" })

  it.live("has one port for pages and pictures", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>rendered</p>") })
      const elsewhere = yield* startElsewhere()
      const { port } = yield* Effect.scoped(
        Effect.flatMap(EgressListener, ({ serve }) => serve(siteHost, { track() {}, forward() {}, tunnel() {} }))
      ).pipe(Effect.provide(EgressListener.layer.pipe(Layer.provide(Settings.layerWith({})))))
      yield* Effect.gen(function*() {
        const options = { format: "png", full_page: false, width: 320, height: 240 } as const
        const taken = (yield* Camera).take({ url: new URL(site.url), options }).pipe(
          RequestContext.by("test", "interactive", Duration.seconds(30))
        )
        const [rendered, picture] = yield* Effect.all([renderUrl(`${site.url}/`), taken], { concurrency: 2 })
        assert.include(rendered.html, "rendered")
        assert.strictEqual(Buffer.from(picture.bytes).toString("latin1", 1, 4), "PNG")
      }).pipe(
        Effect.provide(
          Layer.mergeAll(Camera.layerOverDialer, Renderer.layerOverDialer).pipe(
            Layer.provide(Logger.layer([])),
            Layer.provide(HttpTransport.layerResolver),
            Layer.provide(NodeDns.layer),
            Layer.provide(Settings.layerWith({
              allowAddresses: [`${siteHost}/32`],
              browser: Option.some(elsewhere.http),
              browserProxy: Option.some({ host: "127.0.0.1", port })
            }))
          )
        )
      )
    }), { tags: "long" })

  it.live("keeps nothing of a node that is killed", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>x</p>") })
      const elsewhere = yield* startElsewhere()
      const before = yield* Effect.callback<ReadonlyArray<string>>((resume) => {
        const child = spawn(process.execPath, [
          path.join(import.meta.dirname, "../support/orphan.ts"),
          `${site.url}/`,
          elsewhere.http
        ])
        child.stdout.once("data", () => {
          void elsewhere.contexts().then((contexts) => {
            child.kill("SIGKILL")
            child.once("exit", () => resume(Effect.succeed(contexts)))
          })
        })
      })
      assert.isNotEmpty(before)
      yield* untilContexts(elsewhere, 0)
    }), { tags: "long" })

  it.live("is used again when it has been restarted", () =>
    Effect.gen(function*() {
      const site = yield* startSite({ "/": page("<p>rendered</p>") })
      const first = yield* startElsewhere()
      yield* Effect.gen(function*() {
        yield* renderUrl(`${site.url}/`)
        first.kill()
        assert.strictEqual((yield* Effect.flip(renderUrl(`${site.url}/`))).code, "fetch_failed")
        yield* startElsewhere(recommended, Number(new URL(first.http).port))
        const again = yield* Effect.retry(renderUrl(`${site.url}/`), {
          times: 100,
          schedule: Schedule.spaced("100 millis")
        })
        assert.include(again.html, "rendered")
      }).pipe(Effect.provide(over(first.http)))
    }), { tags: "long" })
})
