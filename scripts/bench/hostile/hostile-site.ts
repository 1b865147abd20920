import { Clock, Console, Duration, Effect, Layer, Result } from "effect"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchPage } from "../../../test/support/web/fetch-page.ts"
import { hostileAnswers, hostileSites } from "../../../test/support/web/hostile-site.ts"

/**
 * By how much the process grows over the whole of the hostile site: `npm run bench -- hostile-site`. The site is a
 * process of its own.
 */
const mib = 1024 * 1024
v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

const services = Fetcher.layerNoDeps.pipe(
  Layer.provide(Visits.layerNoDeps),
  Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
  Layer.provide(HttpTransport.layer),
  Layer.provide(
    Settings.layerWith({
      allowAddresses: ["127.0.0.0/8"],
      domainDelay: Duration.zero,
      fetchTimeout: Duration.millis(2500),
      firstByteTimeout: Duration.millis(1500),
      retries: 0
    })
  )
)

const visit = Effect.fnUntraced(function*(url: string) {
  const started = yield* Clock.currentTimeMillis
  const outcome = Result.match(yield* Effect.result(fetchPage(url, { useCache: false })), {
    onSuccess: ({ status }) => `${status}`,
    onFailure: ({ code, reason }) => `${code} ${reason ?? ""}`
  })
  return `${outcome.padEnd(24)} ${(yield* Clock.currentTimeMillis) - started} ms`
})

const run = Effect.gen(function*() {
  const { main, robots } = yield* hostileSites
  yield* visit(`${main}/good`)
  collectGarbage()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  const urls = [
    ...Object.keys(hostileAnswers).map((path) => main + path.replace("*", "/hop/1")),
    ...Object.values(robots).map((o) => `${o}/page`)
  ]
  for (const url of urls) {
    // Collect the garbage of the previous page: V8 would collect only after some 64 MiB of buffers.
    collectGarbage()
    yield* Console.log(`${url.padEnd(50)} ${yield* visit(url)}, grown ${((peak - before) / mib).toFixed(1)} MiB so far`)
  }
  clearInterval(sampler)
  yield* Console.log(
    `RSS ${(before / mib).toFixed(1)} MiB before, ${(peak / mib).toFixed(1)} at most: grown ${
      ((peak - before) / mib).toFixed(1)
    } MiB`
  )
})

await Effect.runPromise(Effect.scoped(Effect.provide(run, services)))
