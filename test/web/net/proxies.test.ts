// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Fiber, Layer, Metric, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as net from "node:net"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { byLabel } from "../../../src/core/observability/by-label.ts"
import { metrics } from "../../../src/core/observability/metrics.ts"
import type { ProxySetting } from "../../../src/core/settings/proxy.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { WebhookClient } from "../../../src/crawling/webhooks/WebhookClient.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { Dialer } from "../../../src/web/net/Dialer.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { Proxies } from "../../../src/web/net/proxies/Proxies.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { httpProxy, type RunningProxy } from "../../support/network/proxies.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { siteHost } from "../render/support/browser.ts"
import { setTraps } from "../render/support/traps.ts"
import {
  counts,
  domains,
  failure,
  get,
  refusing,
  served,
  servicesWith,
  settingOf,
  silent,
  site,
  states,
  subdomains
} from "./over-proxies.ts"

const up = byLabel(metrics.proxyUp, "proxy")

const fetcherOver = (proxies: ReadonlyArray<RunningProxy>, settings: Parameters<typeof Settings.layerWith>[0]) =>
  Fetcher.layerNoDeps.pipe(
    Layer.provide(Visits.layerNoDeps),
    Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
    Layer.provide(servicesWith(proxies.map(({ port }) => settingOf(port)), settings))
  )

describe("a list of proxies", () => {
  it.effect("gives each registrable domain one proxy, and all proxies domains; no site is reached without", () =>
    Effect.gen(function*() {
      const { log, port } = yield* site
      const proxies = yield* Effect.all([httpProxy(), httpProxy(), httpProxy()])
      const services = yield* Layer.build(servicesWith(proxies.map((proxy) => settingOf(proxy.port))))
      const proxyFor = Effect.fnUntraced(function*(host: string) {
        const before = counts(proxies)
        yield* Effect.provideContext(get(`http://${host}:${port}/`), services)
        const changed = counts(proxies).map((count, at) => count - (before[at] ?? 0))
        assert.deepStrictEqual(changed.toSorted(), [0, 0, 1])
        return changed.indexOf(1)
      })
      const chosen = yield* Effect.forEach(domains, proxyFor)
      assert.deepStrictEqual(yield* Effect.forEach(domains, proxyFor), chosen)
      assert.strictEqual(new Set(chosen).size, 3)
      assert.deepStrictEqual(yield* Effect.forEach(subdomains, proxyFor), subdomains.map(() => chosen[0]))
      assert.lengthOf(log, counts(proxies).reduce((sum, count) => sum + count, 0))
      // The address was judged, and the proxy gets that one.
      assert.deepStrictEqual(new Set(proxies.flatMap(({ asked }) => asked)), new Set([`${siteHost}:${port}`]))
      // Another node with the same list chooses the same.
      const other = yield* Layer.build(Layer.fresh(servicesWith(proxies.map((proxy) => settingOf(proxy.port)))))
      const before = counts(proxies)
      yield* Effect.provideContext(get(`http://${domains[0]}:${port}/`), other)
      assert.strictEqual(counts(proxies).findIndex((count, at) => count > (before[at] ?? 0)), chosen[0])
    }).pipe(Effect.scoped))

  it.effect("has the next proxy while one fails, tries that again after a minute, and is direct never", () =>
    Effect.gen(function*() {
      const { log, port } = yield* site
      const working = yield* httpProxy()
      const wrong = yield* refusing(407)
      const services = yield* Layer.build(
        servicesWith([settingOf(9), wrong.setting, { ...settingOf(working.port, "me") }])
      )
      const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideContext(effect, services as never)
      for (const domain of domains) yield* run(get(`http://${domain}:${port}/`))
      assert.lengthOf(working.asked, domains.length)
      assert.strictEqual(wrong.asked(), 1, "not asked again while it is down")
      assert.deepStrictEqual(yield* run(states), [false, false, true])
      const values = yield* Effect.forEach(
        ["http://127.0.0.1:9", `http://***@127.0.0.1:${working.port}`],
        (name) => Effect.map(Metric.value(up(name)), ({ value }) => value)
      )
      assert.deepStrictEqual(values, [0, 1])
      yield* TestClock.adjust("59 seconds")
      for (const domain of domains) yield* run(get(`http://${domain}:${port}/`))
      assert.strictEqual(wrong.asked(), 1)
      yield* TestClock.adjust("2 seconds")
      // Time alone does not mend them: what is shown is their last try, as the metric has it.
      assert.deepStrictEqual(yield* run(states), [false, false, true])
      for (const domain of domains) yield* run(get(`http://${domain}:${port}/`))
      assert.strictEqual(wrong.asked(), 2)
      assert.lengthOf(log, 3 * domains.length)
    }).pipe(Effect.scoped))

  it.effect("fails where no proxy works, without a connection to the site, and says nothing of the proxies", () =>
    Effect.gen(function*() {
      const { log, port } = yield* site
      const wrong = yield* refusing(503)
      const services = yield* Layer.build(servicesWith([settingOf(9, "me"), wrong.setting]))
      const url = `http://${domains[0]}:${port}/`
      for (let times = 0; times < 2; times++) {
        assert.deepStrictEqual(yield* Effect.provideContext(failure(url), services), {
          kind: "connect",
          detail: "no proxy of this service works; each is tried once a minute",
          remedy: "try again later; the operator of the service finds the reason with gleaner doctor"
        })
      }
      const exit = yield* Effect.exit(Effect.provideContext(get(url), services))
      const told = JSON.stringify(exit) + (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")
      assert.notMatch(told, /hush|127\.0\.0\.1:9/)
      assert.lengthOf(log, 0)
      assert.strictEqual(wrong.asked(), 1)
    }).pipe(Effect.scoped))

  for (const status of [502, 504, 403]) {
    it.effect(`takes ${status} as the site's fault: no other proxy is asked, and the proxy stays`, () =>
      Effect.gen(function*() {
        const two = yield* Effect.all([refusing(status), refusing(status)])
        const services = yield* Layer.build(servicesWith(two.map(({ setting }) => setting)))
        for (const domain of domains) {
          const why = yield* Effect.provideContext(failure(`http://${domain}/`), services)
          assert.strictEqual(why.detail, `the proxy of this service made no connection to the site (status ${status})`)
        }
        assert.strictEqual(two.reduce((sum, { asked }) => sum + asked(), 0), domains.length)
        assert.deepStrictEqual(yield* Effect.provideContext(states, services), [true, true])
      }).pipe(Effect.scoped))
  }

  it.effect("leaves a proxy that does not answer, and takes it as down once another has answered", () =>
    Effect.gen(function*() {
      const { port } = yield* site
      const proxy = yield* httpProxy()
      const dead = yield* silent
      const services = yield* Layer.build(
        servicesWith([dead.setting, settingOf(proxy.port)], { connectTimeout: Duration.seconds(9) })
      )
      const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideContext(effect, services as never)
      for (const domain of domains) {
        const heard = dead.hears()
        const fiber = yield* Effect.forkChild(run(get(`http://${domain}:${port}/`)))
        const first = yield* Effect.race(Fiber.await(fiber), Effect.promise(() => heard))
        if (first === "heard") yield* TestClock.adjust("3 seconds")
        assert.strictEqual(yield* Fiber.join(fiber), "<p>page")
      }
      // Only once: a domain that has it first comes after it was marked.
      assert.deepStrictEqual(yield* run(states), [false, true])
    }).pipe(Effect.scoped))

  it.effect("is asked for no private address, and NO_PROXY leaves hosts out", () =>
    Effect.gen(function*() {
      const traps = yield* setTraps
      const { log, port } = yield* site
      const proxy = yield* httpProxy()
      const services = yield* Layer.build(servicesWith([settingOf(proxy.port)], { noProxy: ["site-1.example"] }))
      for (const host of ["127.0.0.1", "[::1]", "inside.example", "10.0.0.1"]) {
        const why = yield* Effect.provideContext(failure(`http://${host}:${traps.port}/`), services)
        assert.strictEqual(why.kind, "blocked", host)
      }
      assert.deepStrictEqual([proxy.asked, traps.caught], [[], []])
      yield* Effect.provideContext(get(`http://site-1.example:${port}/`), services)
      assert.deepStrictEqual([proxy.asked.length, log.length], [0, 1])
      assert.deepStrictEqual(yield* Effect.provideContext(states, services), [true])
    }).pipe(Effect.scoped))

  it.live("are checked one by one, and no password is in what is told of them", () =>
    Effect.gen(function*() {
      const wrong = yield* refusing(407)
      const right = yield* refusing(502)
      const list = [{ ...wrong.setting, credentials: settingOf(1, "me").credentials }, right.setting, settingOf(9)]
      const services = servicesWith([...list, right.setting])
      const checked = yield* Effect.provide(Effect.flatMap(Proxies, ({ check }) => check), services)
      const at = (setting: ProxySetting) => `${setting.host}:${setting.port}`
      assert.deepStrictEqual(checked, [
        {
          name: `http://***@${at(wrong.setting)}`,
          fault: "the proxy of this service refuses its user name and password (status 407)"
        },
        { name: `http://${at(right.setting)}`, fault: undefined },
        { name: "http://127.0.0.1:9", fault: "the proxy of this service cannot be reached (ECONNREFUSED)" },
        { name: `http://${at(right.setting)} (2)`, fault: undefined }
      ])
      // The same for the one of GLEANER_PROXY, also where it is the page that fails.
      const alone = Layer.provide(
        Layer.merge(HttpTransport.layer, Proxies.layer),
        Settings.layerWith({ allowAddresses: [`${siteHost}/32`], proxy: Option.fromUndefinedOr(list[0]) })
      )
      const page = `http://${siteHost}:${wrong.setting.port}/`
      const [one, why, exit] = yield* Effect.provide(
        Effect.all([Effect.flatMap(Proxies, ({ check }) => check), failure(page), Effect.exit(get(page))]),
        alone
      )
      assert.deepStrictEqual(one, checked.slice(0, 1))
      assert.strictEqual(why.detail, checked[0]?.fault)
      const said = JSON.stringify([checked, why, exit]) + (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")
      assert.notMatch(said, /hush|bWU6aHVzaA/)
    }).pipe(Effect.scoped))

  it.live("has the next proxy for what is in flight at one that stops: robots.txt, the page, and half of its body", () =>
    Effect.gen(function*() {
      for (const at of ["/robots.txt", "/page"]) {
        for (const half of ["", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\n<p>"]) {
          const scopes = yield* Effect.all([Scope.fork(yield* Scope.Scope), Scope.fork(yield* Scope.Scope)])
          const proxies = yield* Effect.forEach(scopes, (scope) => Scope.provide(httpProxy(), scope))
          const asked: Array<string> = []
          const port = yield* served(net.createServer((socket) => {
            socket.on("error", () => {})
            socket.on("data", (request) => {
              const path = request.toString().split(" ")[1] ?? ""
              asked.push(path)
              if (path !== at || asked.indexOf(path) < asked.length - 1) {
                return socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\n<p>page")
              }
              const used = scopes[proxies.findIndex((proxy) => proxy.asked.length > 0)] ?? assert.fail()
              return socket.write(half, () => void Effect.runFork(Scope.close(used, Exit.void)))
            })
          }))
          const got = yield* Effect.provide(
            fetchPage(`http://${domains[0]}:${port}/page`, { useCache: false }),
            fetcherOver(proxies, { domainDelay: Duration.zero })
          )
          assert.strictEqual(Buffer.from(got.body).toString(), "<p>page")
          assert.deepStrictEqual(asked, at === "/page" ? ["/robots.txt", at, at] : [at, at, "/page"])
        }
      }
    }).pipe(Effect.scoped))

  it.live("leaves the turn of a domain one: its site sees one request in each delay", () =>
    Effect.gen(function*() {
      const delay = 120
      const { log, port } = yield* site
      const proxies = yield* Effect.all([httpProxy(), httpProxy(), httpProxy()])
      const services = fetcherOver(proxies, { domainDelay: Duration.millis(delay) })
      // Two domains, each with several hosts or pages, all at once.
      const urls = [
        ...subdomains.flatMap((host) => [`http://${host}:${port}/1`, `http://${host}:${port}/2`]),
        ...[1, 2, 3, 4].map((n) => `http://site-1.example:${port}/${n}`)
      ]
      const stalls = monitorEventLoopDelay({ resolution: 1 })
      stalls.enable()
      yield* Effect.provide(
        Effect.forEach(urls, (url) => fetchPage(url, { useCache: false }), { concurrency: "unbounded" }),
        services
      )
      stalls.disable()
      // A request may be late by as long as the machine held this process, and the next one be on time.
      const jitter = Math.max(20, stalls.max / 1e6)
      for (const domain of ["site-0.example", "site-1.example"]) {
        const times = log.filter(({ host, path }) => host.includes(domain) && path !== "/robots.txt").map(({ at }) =>
          at
        )
        assert.lengthOf(times, domain === "site-0.example" ? 8 : 4)
        for (const [index, at] of times.entries()) {
          assert.isAtLeast(at - (times[0] ?? 0), index * delay - jitter)
        }
      }
      assert.strictEqual(counts(proxies).reduce((sum, count) => sum + count, 0), log.length)
    }).pipe(Effect.scoped))

  it.live("is not for webhooks", () =>
    Effect.gen(function*() {
      const { log, port } = yield* site
      const proxy = yield* httpProxy()
      // Beside the transport of pages, as in the service.
      const services = Layer.mergeAll(HttpTransport.layer, WebhookClient.layer).pipe(
        Layer.provide(Settings.layerWith({
          webhookAddresses: [`${siteHost}/32`],
          allowAddresses: [`${siteHost}/32`],
          proxies: Option.some([settingOf(proxy.port)])
        }))
      )
      const post = Effect.flatMap(
        WebhookClient,
        ({ post }) => post(new URL(`http://${siteHost}:${port}/`), {}, "{}", 0)
      )
      assert.strictEqual((yield* Effect.provide(post, services)).status, 200)
      assert.deepStrictEqual([proxy.asked.length, log.length], [0, 1])
      yield* Effect.provide(Effect.andThen(get(`http://${siteHost}:${port}/`), post), services)
      assert.deepStrictEqual([proxy.asked.length, log.length], [1, 3])
    }).pipe(Effect.scoped))

  it.effect("is not set together with GLEANER_PROXY", () =>
    Effect.gen(function*() {
      const services = servicesWith([settingOf(9)], { proxy: Option.some(settingOf(9)) })
      const error = yield* Effect.flip(Effect.provide(Effect.asVoid(Dialer), services))
      assert.match(String(error.message), /^GLEANER_PROXIES: GLEANER_PROXY is set too; unset one of them/)
    }).pipe(Effect.scoped))
})
