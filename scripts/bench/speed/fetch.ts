import { Clock, Console, Duration, Effect, Layer } from "effect"
import { fork } from "node:child_process"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"

/** Cost of a small page in the Fetcher: `npm run bench -- fetch [pages]`. The site is a separate process. */
const pages = Number(process.argv[2] ?? 3000)
const warmUp = 1000
const concurrency = 4

const page = `<!doctype html><title>A page</title><p>${"Some words of a small page. ".repeat(70)}</p>`

if (process.send !== undefined) {
  const site = http.createServer((request, response) => {
    const isPage = request.url !== "/robots.txt"
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(isPage ? page : "")
  })
  site.listen(0, "127.0.0.1", () => process.send?.((site.address() as AddressInfo).port))
} else {
  const site = fork(import.meta.filename)
  const port = await new Promise((resolve) => site.once("message", resolve))
  const services = Fetcher.layerNoDeps.pipe(
    Layer.provide(Visits.layerNoDeps),
    Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
    Layer.provide(HttpTransport.layer),
    Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero }))
  )
  const fetchAll = (from: number, count: number) =>
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      yield* Effect.forEach(
        Array.from({ length: count }, (_, n) => new URL(`http://127.0.0.1:${port}/${from + n}`)),
        (url) => RequestContext.by("bench", "crawl", Duration.hours(1))(fetcher.fetch({ url, useCache: true })),
        { concurrency, discard: true }
      )
    })
  const run = Effect.gen(function*() {
    yield* fetchAll(0, warmUp)
    const before = process.cpuUsage()
    const started = yield* Clock.currentTimeMillis
    yield* fetchAll(warmUp, pages)
    const { system, user } = process.cpuUsage(before)
    const elapsed = (yield* Clock.currentTimeMillis) - started
    const cpu = (system + user) / 1000 / pages
    yield* Console.log(`${cpu.toFixed(3)} ms CPU a page, ${(pages / elapsed * 1000).toFixed(0)} pages/s`)
  })
  await Effect.runPromise(Effect.provide(run, services))
  site.kill()
}
