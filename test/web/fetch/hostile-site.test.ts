import { assert, describe, layer } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { bodyFault, decodeBody } from "../../../src/web/fetch/decode-body.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { type HostileOrigins, hostileOutcomes, hostileSites } from "../../support/web/hostile-site.ts"

class Hostile extends Context.Service<Hostile, HostileOrigins>()("gleaner/test/web/fetch/hostile-site.test/Hostile") {}

const servicesWith = (firstByteTimeout: Duration.Duration, fetchTimeout: Duration.Duration) =>
  Fetcher.layerNoDeps.pipe(
    Layer.provide(Visits.layerNoDeps),
    Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
    Layer.provide(HttpTransport.layer),
    Layer.provide(Settings.layerWith({
      allowAddresses: ["127.0.0.0/8"],
      domainDelay: Duration.zero,
      fetchTimeout,
      firstByteTimeout,
      retries: 0
    })),
    Layer.merge(Layer.effect(Hostile, hostileSites))
  )
/** For sites that are ended by anything but time. */
const patient = servicesWith(Duration.seconds(8), Duration.seconds(8))
const impatient = servicesWith(Duration.millis(800), Duration.millis(1500))

/** Bytes that a body may have. */
const maxBytes = 10 * 1024 * 1024

/** The outcome of a page: its status and size, or its error's code and reason. */
const outcomeOf = Effect.fnUntraced(function*(url: string) {
  const started = yield* Clock.currentTimeMillis
  const read = Effect.gen(function*() {
    const page = yield* fetchPage(url, { useCache: false })
    const { body } = yield* Effect.fromResult(Result.mapError(decodeBody(page, maxBytes), bodyFault(url, maxBytes)))
    return { body, status: page.status }
  })
  const outcome = Result.match(yield* Effect.result(read), {
    onSuccess: ({ body, status }) => ({ said: `${status}`, detail: "", size: body.length }),
    onFailure: ({ code, detail, reason }) => ({
      said: reason === undefined ? code : `${code} ${reason}`,
      detail,
      size: 0
    })
  })
  return { ...outcome, elapsed: (yield* Clock.currentTimeMillis) - started }
})

/** By how many MiB the process grows at most while the effect runs, from a heap without garbage. */
const memoryOf = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  collectGarbage()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2)
  const result = yield* Effect.ensuring(effect, Effect.sync(() => clearInterval(sampler)))
  return { result, grown: (Math.max(peak, process.memoryUsage.rss()) - before) / 1024 / 1024 }
})

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

const isSlow = (outcome: string) => outcome === "upstream_timeout"

describe("a hostile site", () => {
  layer(patient, { excludeTestServices: true })((it) => {
    for (const [path, outcome] of hostileOutcomes.filter(([, outcome]) => !isSlow(outcome))) {
      it.effect(`${path} ends in ${outcome}, in time`, () =>
        Effect.gen(function*() {
          const { main } = yield* Hostile
          const isLarge = /MB|GB|endless|empty|terabyte/.test(path)
          const page = outcomeOf(main + path)
          const { grown, result } = isLarge ? yield* memoryOf(page) : { grown: 0, result: yield* page }
          const { detail, said } = result
          assert.strictEqual(said, outcome, detail)
          assert.isBelow(grown, 64, "MiB")
          assert.notMatch(detail, /127\.0\.0\.1:\d+.*127|node:|\/work/)
        }), { tags: path.includes("GB") ? "long" : [] })
    }

    it.effect("robots.txt of 100 MB or without end counts by its first part", () =>
      Effect.gen(function*() {
        const { robots } = yield* Hostile
        for (const name of ["100 MB", "endless"]) {
          const { grown, result } = yield* memoryOf(outcomeOf(`${robots[name]}/page`))
          assert.strictEqual(result.said, "200")
          assert.isBelow(grown, 64, "MiB")
          assert.strictEqual((yield* outcomeOf(`${robots[name]}/private/page`)).said, "robots_disallowed")
        }
      }))
  })

  layer(impatient, { excludeTestServices: true })((it) => {
    for (const [path, outcome] of hostileOutcomes.filter(([, outcome]) => isSlow(outcome))) {
      it.effect(`${path} ends in ${outcome}, in time`, () =>
        Effect.gen(function*() {
          const { said } = yield* outcomeOf((yield* Hostile).main + path)
          assert.strictEqual(said, outcome)
        }))
    }

    it.effect("robots.txt that drips ends in upstream_timeout", () =>
      Effect.gen(function*() {
        const { robots } = yield* Hostile
        const { said } = yield* outcomeOf(`${robots["dripping"]}/page`)
        assert.strictEqual(said, "upstream_timeout")
      }))
  })
})
