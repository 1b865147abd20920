// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Tracer } from "effect"
import type * as http from "node:http"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { serviceOver } from "../../support/entries/service-process.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { html, notFound, type SiteAnswer, siteOnLoopback } from "../../support/web/hostile-site.ts"

const services = () =>
  Fetcher.layerNoDeps.pipe(
    Layer.provide(Visits.layerNoDeps),
    Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
    Layer.provide(HttpTransport.layer),
    Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero }))
  )

/** A site that writes down the header fields it is sent, by path. */
const recordingSite = Effect.gen(function*() {
  const seen = new Map<string, http.IncomingHttpHeaders>()
  const record = (answer: SiteAnswer): SiteAnswer => (request, response) => {
    seen.set(request.url ?? "", request.headers)
    answer(request, response)
  }
  const site = yield* siteOnLoopback({ "/robots.txt": record(notFound), "*": record(html("<p>page")) })
  return { origin: site.origin, seen }
})

const ourFields = ["accept", "accept-encoding", "accept-language", "connection", "host", "user-agent"]

describe("a site sees", () => {
  it.live("no trace of ours, in a page's request as in that of robots.txt", () =>
    Effect.gen(function*() {
      const { origin, seen } = yield* recordingSite
      const parent = Tracer.externalSpan({ spanId: "00f067aa0ba902b7", traceId: "4bf92f3577b34da6a3ce929d0e0e4736" })
      yield* fetchPage(`${origin}/page`).pipe(Effect.withSpan("request", { parent }), Effect.provide(services()))
      assert.deepStrictEqual(Object.keys(seen.get("/page") ?? {}).toSorted(), ourFields)
      assert.deepStrictEqual(
        Object.keys(seen.get("/robots.txt") ?? {}).toSorted(),
        ourFields.filter((name) => name !== "accept-language")
      )
    }))

  it.live("nothing of what the caller of the API sends beside the URL", () =>
    Effect.gen(function*() {
      const { origin, seen } = yield* recordingSite
      const service = yield* Effect.acquireRelease(
        Effect.promise(() => serviceOver()),
        ({ stop }) => Effect.promise(stop)
      )
      const answer = yield* Effect.promise(() =>
        service.call("/v1/scrape", {
          json: { url: `${origin}/page` },
          headers: {
            "authorization": "Bearer secret",
            "b3": "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
            "cookie": "session=secret",
            "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "user-agent": "secret",
            "x-forwarded-for": "203.0.113.1"
          }
        })
      )
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(Object.keys(seen.get("/page") ?? {}).toSorted(), ourFields)
      assert.notMatch(JSON.stringify([...seen.values()]), /secret|4bf92f35|203\.0\.113/)
    }))

  const unfinished: ReadonlyArray<readonly [name: string, path: string, answer: SiteAnswer]> = [
    ["has not answered", "/page", () => {}],
    ["is in the middle of its body", "/page", (_, response) => void response.writeHead(200).write("<p>half")],
    ["has not given its robots.txt", "/robots.txt", () => {}]
  ]
  for (const [name, path, answer] of unfinished) {
    it.live(`its connection closed when a fetch is interrupted that it ${name}`, () =>
      Effect.gen(function*() {
        const asked = yield* Deferred.make<void>()
        const closed = yield* Deferred.make<void>()
        const site = yield* siteOnLoopback({
          "/robots.txt": notFound,
          [path]: (request, response) => {
            request.socket.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
            answer(request, response)
            Deferred.doneUnsafe(asked, Effect.void)
          }
        })
        yield* Effect.gen(function*() {
          const fetching = yield* Effect.forkChild(fetchPage(`${site.origin}/page`))
          yield* Deferred.await(asked)
          yield* Fiber.interrupt(fetching)
          yield* Effect.timeout(Deferred.await(closed), "5 seconds")
        }).pipe(Effect.provide(services()))
        assert.deepStrictEqual(site.log.map(({ path }) => path).at(-1), path)
      }))
  }
})
